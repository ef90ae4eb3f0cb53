package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"varlab/lab"
	"varlab/sim"
	"varlab/sim/record"
	"varlab/sim/study"
)

func statusCommand() *cobra.Command {
	return newCommand("status", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		run, err := record.Open(args[0])
		if err != nil {
			return err
		}
		s, err := sim.NewStatus(cmd.Context(), run, lab.BuildOf().Program())
		if err != nil {
			return err
		}
		return write(cmd, s, func(w io.Writer) {
			s.WriteText(w)
			switch {
			case s.Refused != "":
				fmt.Fprintln(w, s.Refused)
			case len(s.Open) > 0 && !s.Playing:
				fmt.Fprintln(w, "to go on: varlab run "+quotePath(args[0]))
			}
		})
	}, "text", "json")
}

func verifyCommand() *cobra.Command {
	v := sim.Verification{}
	root := ""
	cmd := newCommand("verify", arguments(1, 1), func(cmd *cobra.Command, args []string) error {
		if err := cmp.Or(
			unless(v.Sample >= 0 && v.Sample <= 1, "--sample %v (want a share, from 0 to 1)", v.Sample),
			unless(!cmd.Flags().Changed("root") || rootForm.MatchString(root), "--root %q (want 64 hexadecimal digits)", root),
		); err != nil {
			return err
		}
		s, err := resume(args[0])
		if err != nil {
			return err
		}
		v.Workers = workers(cmd)
		v.Seed = rand.Uint64() >> 11 // which any reader of JSON can hold
		line := &progress{what: "games", out: cmd.ErrOrStderr()}
		v.Repeats = func(spec string) bool { return !study.Player{Spec: spec}.Engine() }
		v.Dir, v.NewPlayer, v.Begin, v.Played = args[0], lab.NewPlayer, line.begin, line.one
		found, err := s.Verify(cmd.Context(), v)
		line.end()
		if err != nil {
			if cmd.Context().Err() != nil {
				return errors.New("stopped before everything was verified")
			}
			return err
		}
		if s.Plan.Teaching != nil {
			again := taught(cmd, sim.Options{Workers: v.Workers})
			faults, err := lab.New(runsDir).TeachAgain(cmd.Context(), s.Plan, again)
			if err != nil {
				return err
			}
			found.Faults = append(found.Faults, faults...)
		}
		if program := s.Manifest.Program; found.Program != program {
			remark(cmd.ErrOrStderr(), "%s was played by %s; this is %s: a game that differs may be the program's doing", args[0], cmp.Or(found.Program, record.NoVersion), cmp.Or(program, record.NoVersion))
		}
		if root != "" && !strings.EqualFold(root, found.Root) {
			found.Faults = append(found.Faults, fmt.Sprintf("the root is %s (want %s)", cmp.Or(found.Root, "none: shards are missing or damaged"), strings.ToLower(root)))
		}
		err = write(cmd, found, func(w io.Writer) { found.WriteText(w, quotePath(args[0])) })
		if err == nil && len(found.Faults)+len(found.Missing) > 0 {
			err = errReported
		}
		return err
	}, "text", "json")
	f := cmd.Flags()
	f.Float64Var(&v.Sample, "sample", 0.01, "share `F` of the games that is replayed")
	f.StringVar(&root, "root", "", "digest that the run must have: `HEX`")
	return cmd
}

var rootForm = regexp.MustCompile(`^[0-9a-fA-F]{64}$`)
