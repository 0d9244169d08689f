package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// verdict is what we read of a report of Lighthouse.
type verdict struct {
	Categories map[string]struct {
		Score     *float64 `json:"score"`
		AuditRefs []struct {
			ID     string  `json:"id"`
			Weight float64 `json:"weight"`
		} `json:"auditRefs"`
	} `json:"categories"`
	Audits map[string]struct {
		Score        *float64 `json:"score"`
		Title        string   `json:"title"`
		DisplayValue string   `json:"displayValue"`
	} `json:"audits"`
	RuntimeError struct {
		Message string `json:"message"`
	} `json:"runtimeError"`
}

// asked are the categories with the least score that will do.
var asked = []struct {
	key   string
	least float64
}{{"performance", 0.98}, {"accessibility", 1}, {"best-practices", 1}, {"seo", 1}}

// judge asks Lighthouse about the list and a result page.
func (b *bench) judge() error {
	if !b.lighthouse {
		return nil
	}
	if chromium() == "" {
		return fmt.Errorf("lighthouse needs Chromium on the PATH or in CHROME")
	}
	program := filepath.Join("bench", "node_modules", "lighthouse", "cli", "index.js")
	if _, err := os.Stat(program); err != nil {
		b.say("installing Lighthouse")
		if _, err := b.command("bench", "npm", "ci", "--ignore-scripts", "--include=dev", "--loglevel=error"); err != nil {
			return err
		}
	}
	b.report.section("Lighthouse: performance, accessibility, best practices, SEO")
	for _, n := range []int{2, 1000} {
		s, err := b.load(n)
		if err != nil {
			return err
		}
		pages := [][2]string{{fmt.Sprintf("list of %s", count(n)), "index.html"}}
		if n == 2 {
			pages = append(pages, [2]string{"result page", "r/" + strings.TrimSuffix(filepath.Base(example), ".json") + "/index.html"})
		}
		address, end, err := s.serve()
		if err != nil {
			return err
		}
		for _, page := range pages {
			for _, form := range []string{"phone", "desktop"} {
				if err = b.judgeOne(program, page[0]+", "+form, address+page[1], form); err != nil {
					break
				}
			}
		}
		end()
		if err != nil {
			return err
		}
	}
	return nil
}

// judgeOne takes the run with the median performance, since the machine has its moods.
func (b *bench) judgeOne(program, what, address, form string) error {
	var all []verdict
	for i := range b.runs(3) {
		b.say("lighthouse: %s, run %d", what, i+1)
		v, err := b.askLighthouse(program, address, form)
		if err != nil {
			return fmt.Errorf("lighthouse: %s: %w", what, err)
		}
		all = append(all, v)
	}
	slices.SortFunc(all, func(a, b verdict) int {
		return int(100*(score(a.Categories["performance"].Score)-score(b.Categories["performance"].Score)) + 0.5)
	})
	v := all[len(all)/2]
	var scores []string
	met := true
	for _, a := range asked {
		s := score(v.Categories[a.key].Score)
		scores = append(scores, fmt.Sprintf("%.0f", 100*s))
		met = met && s >= a.least
		for _, ref := range v.Categories[a.key].AuditRefs {
			if audit := v.Audits[ref.ID]; ref.Weight > 0 && audit.Score != nil && *audit.Score < 0.98 {
				b.say("  %s: %s: %s %s (%.2f)", a.key, ref.ID, audit.Title, audit.DisplayValue, *audit.Score)
			}
		}
	}
	figure := func(key string) string {
		return strings.ReplaceAll(v.Audits[key].DisplayValue, "\u00a0", " ")
	}
	aside := fmt.Sprintf("first paint %s, largest %s, blocked %s, shift %s", figure("first-contentful-paint"), figure("largest-contentful-paint"),
		figure("total-blocking-time"), figure("cumulative-layout-shift"))
	b.report.target(what, strings.Join(scores, ", "), aside, "98, 100, 100, 100", met)
	return nil
}

func score(s *float64) float64 {
	if s == nil {
		return 0
	}
	return *s
}

func (b *bench) askLighthouse(program, address, form string) (v verdict, err error) {
	out := filepath.Join(b.dir, "lighthouse.json")
	flags := "--no-sandbox"
	for _, flag := range quietFlags {
		flags += " --" + flag
	}
	var categories []string
	for _, a := range asked {
		categories = append(categories, a.key)
	}
	args := []string{program, address, "--quiet", "--output=json", "--output-path=" + out, "--chrome-flags=" + flags, "--only-categories=" + strings.Join(categories, ",")}
	if form == "desktop" {
		args = append(args, "--preset=desktop")
	}
	cmd := exec.CommandContext(b.ctx, "node", args...)
	cmd.Env = append(os.Environ(), "CHROME_PATH="+chromium())
	if said, err := cmd.CombinedOutput(); err != nil {
		return v, fmt.Errorf("%w\n%s", err, said)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		return v, err
	}
	if err := json.Unmarshal(data, &v); err != nil {
		return v, err
	}
	if v.RuntimeError.Message != "" {
		return v, fmt.Errorf("%s", v.RuntimeError.Message)
	}
	return v, nil
}
