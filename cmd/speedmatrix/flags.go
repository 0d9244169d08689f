package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// newFlags is an empty set for a command. It prints nothing by itself.
func newFlags(command string) *pflag.FlagSet {
	flags := pflag.NewFlagSet(command, pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	return flags
}

// parse reads the arguments of a command, which takes least to most of them beside its flags (most < 0
// is any number). What names one of them in messages.
func parse(flags *pflag.FlagSet, args []string, least, most int, what string) error {
	if err := singleDash(flags, args); err != nil {
		return err
	}
	usage := fmt.Sprintf(`"speedmatrix help %s" tells how it is used`, flags.Name())
	err := flags.Parse(args)
	var unknown *pflag.NotExistError
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return errHelp
	case errors.As(err, &unknown):
		if near := nearFlag(flags, unknown.GetSpecifiedName()); near != "" {
			usage = "did you mean --" + near + "?"
		}
		return misuse{err.Error(), usage}
	case err != nil:
		return misuse{err.Error(), usage}
	case flags.NArg() < least:
		return misuse{fmt.Sprintf("%s: %s is missing", flags.Name(), what), usage}
	case most == 0 && flags.NArg() > 0:
		return misuse{fmt.Sprintf("%s takes no arguments, not %s", flags.Name(), list(flags.Args())), usage}
	case most > 0 && flags.NArg() > most:
		return misuse{fmt.Sprintf("%s takes %s, not %d arguments: %s", flags.Name(), what, flags.NArg(), list(flags.Args())), usage}
	}
	return nil
}

// singleDash finds long flags that are written with one dash: pflag reads -format json as -f with the
// value ormat, and json as an argument.
func singleDash(flags *pflag.FlagSet, args []string) error {
	for i, arg := range args {
		if arg == "--" {
			return nil
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "-"), "=")
		if len(name) < 2 || arg[0] != '-' || name[0] == '-' || i > 0 && takesNext(flags, args[i-1]) {
			continue
		}
		near := name
		if flags.Lookup(name) == nil {
			if flags.ShorthandLookup(name[:1]) != nil {
				continue // -opublic
			}
			near = nearFlag(flags, name)
		}
		if near != "" && near != "help" || name == "help" {
			return misuse{"unknown flag: " + arg, "did you mean --" + near + "?"}
		}
	}
	return nil
}

// takesNext tells whether the argument after a flag is its value.
func takesNext(flags *pflag.FlagSet, arg string) bool {
	var f *pflag.Flag
	if long, ok := strings.CutPrefix(arg, "--"); ok {
		f = flags.Lookup(long)
	} else if len(arg) == 2 && arg[0] == '-' {
		f = flags.ShorthandLookup(arg[1:])
	}
	return f != nil && f.NoOptDefVal == ""
}

// nearFlag is the long flag that a name is likely to mean, or the first that begins with a letter.
func nearFlag(flags *pflag.FlagSet, name string) string {
	names := []string{"help"}
	flags.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if len(name) == 1 {
		i := slices.IndexFunc(names, func(long string) bool { return strings.HasPrefix(long, name) })
		if i < 0 {
			return ""
		}
		return names[i]
	}
	return nearest(name, names)
}

// oneOf checks a word that a flag allows.
func oneOf(flag, value string, words ...string) error {
	if slices.Contains(words, value) {
		return nil
	}
	last := len(words) - 1
	hint := fmt.Sprintf("--%s is %s or %s", flag, strings.Join(words[:last], ", "), words[last])
	if near := nearest(value, words); near != "" {
		hint = "did you mean " + near + "?"
	}
	return misuse{fmt.Sprintf("unknown %s: %s", flag, value), hint}
}
