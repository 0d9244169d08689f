package bundle

import (
	"strings"
	"testing"
)

func TestPrivate(t *testing.T) {
	tests := []struct{ text, want string }{
		{"sglang serve --tp 4 --api-key sk-abc123def", "a secret"},
		{"sglang serve --api-key=letmein", "a secret"},
		{`vllm serve x --api-key "s3cr3t words"`, "a secret"},
		{"HF_TOKEN=hf_AbCdEf python serve.py", "a secret"},
		{"HUGGING_FACE_HUB_TOKEN=abcdefgh", "a secret"},
		{"AWS_SECRET_ACCESS_KEY=abc/def+ghi", "a secret"},
		{"--hf-token abcdef12", "a secret"},
		{"--password hunter2hunter2", "a secret"},
		{`--override '{"api_key": "abcdef12"}'`, "a secret"},
		{`curl -H "Authorization: Bearer abc123def456"`, "a secret"},
		{"Authorization: Basic YWxpY2U6cGFzczE=", "a secret"},
		{"X-Api-Key: abcd1234", "a secret"},
		{"the server answered: invalid key sk-proj-0123456789abcdef", "a secret"},
		{"hf_AbCdEfGhIjKlMnOpQrSt12", "a secret"},
		{"github_pat_11ABCDEFG0123456789ab", "a secret"},
		{"-----BEGIN OPENSSH PRIVATE KEY-----", "a secret"},
		{"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc", "a secret"},
		{"https://alice:hunter2@example.com/v1", "a secret in a URL"},
		{"redis://:hunter2@cache:6379", "a secret in a URL"},
		{"/home/alice/models/x", "a home path"},
		{"--model /home/alice/x", "a home path"},
		{"--model=/Users/bob/x", "a home path"},
		{"-v /root/.cache:/cache", "a home path"},
		{`C:\Users\bob\models`, "a home path"},
		{`python C:/Users/bob/x.py`, "a home path"},
		{"/mnt/c/Users/bob/x", "a home path"},
		{"file:///home/alice/x", "a home path"},
		{"--host 192.168.1.5", "a private address"},
		{"http://10.0.0.1:8000/v1", "a private address"},
		{"172.16.3.4 refused", "a private address"},
		{"169.254.1.1", "a private address"},
		{"100.101.102.103", "a private address"},
		{"http://[fd00::1]:8000", "a private address"},
		{"http://[fe80::1]:8000", "a private address"},

		{"--max-total-tokens 1600000", ""},
		{"--max-token 4096", ""},
		{"--token-file secrets.txt", ""},
		{"--api-key-file secrets.txt --api-key-env NAME_OF_IT", ""},
		{"--api-key <redacted>", ""},
		{"--api-key '<redacted>' --tp 4", ""},
		{"--api-key REDACTED-abc", ""},
		{"--api-key $API_KEY_OF_MINE", ""},
		{"--api-key /run/secrets/key", ""},
		{"--api-key EMPTY --port 8000", ""},
		{"HF_TOKEN=<redacted>", ""},
		{"HF_TOKEN=********", ""},
		{"HF_TOKENIZER=meta/llama", ""},
		{"TOKENIZERS_PARALLELISM=disabled", ""},
		{"--eos-token something", ""},
		{"--skip-token something", ""},
		{"tokens: 5", ""},
		{"token: 123456", ""},
		{"the secret ingredient is patience", ""},
		{"needs a bearer token, which is wrong", ""},
		{"the password was refused", ""},
		{"--enable-metrics --keyboard-layout german", ""},
		{"https://example.com/a:b@c", ""},
		{"https://alice:<redacted>@example.com/", ""},
		{"$HOME/models/x", ""},
		{"/homes/alice", ""},
		{"https://example.com/home/page", ""},
		{"/workspace/home/x", ""},
		{"chroot /rootfs", ""},
		{"1.2.3.4", ""},
		{"580.95.05", ""},
		{"v10.2.3.4", ""},
		{"127.0.0.1", ""},
		{"http://127.0.0.1:8000 --host 0.0.0.0", ""},
		{"http://[::1]:8000", ""},
		{"nvidia/GLM-5.3-Flash-NVFP4", ""},
		{"ask-me-anything-about-llamas-16", ""},
		{"", ""},
	}
	for _, tt := range tests {
		if got := private(tt.text); got != tt.want {
			t.Errorf("private(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

// A hostile text must not make the search slow.
func BenchmarkPrivate(b *testing.B) {
	for name, s := range map[string]string{
		"command": "sglang serve --model-path nvidia/GLM-5.3-Flash-NVFP4 --tp 4 --max-total-tokens 1600000 --host 0.0.0.0",
		"hostile": strings.Repeat("api-key_token-", MaxStringBytes/14),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				private(s)
			}
		})
	}
}
