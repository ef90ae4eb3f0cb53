package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"varlab/sim/record"
)

func statusCommand() *cobra.Command {
	var format formatFlag
	cmd := &cobra.Command{
		Use:   "status DIR",
		Short: "Say where a run stands",
		Long: `status checks every byte of a run and says what is done, what is missing, what is
damaged, and who is at work. It plays nothing and writes nothing. The time that is
left is reckoned from the logs of those who have played.`,
		Example: "  varlab status varlab-runs/huff-or-not",
		Args:    arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			run, err := record.Open(args[0])
			if err != nil {
				return err
			}
			defer run.Close()
			survey, err := run.Survey(cmd.Context())
			if err != nil {
				return err
			}
			log, err := run.Logs()
			if err != nil {
				return err
			}
			s := statusOf(run, survey, log)
			if format.name == "json" {
				return writeJSON(cmd.OutOrStdout(), s)
			}
			return s.write(cmd.OutOrStdout(), args[0])
		},
	}
	format.add(cmd, "text", "json")
	return cmd
}

// A status is where a run stands.
type status struct {
	Study         string   `json:"study"`
	StudyHash     string   `json:"study_hash"`
	Program       string   `json:"program"`
	Games         int      `json:"games"`
	GamesComplete int      `json:"games_complete"`
	Shards        int      `json:"shards"`
	Complete      int      `json:"complete"`
	Open          []int    `json:"open"` // numbers of the shards that are to be played
	Missing       []string `json:"missing"`
	Damaged       []string `json:"damaged"`
	InProgress    []string `json:"in_progress"`
	Abandoned     []string `json:"abandoned"`
	// Both are null where nobody has logged a shard yet.
	GamesPerSecond *float64 `json:"games_per_second"` // of one worker, over all that was logged
	SecondsLeft    *float64 `json:"seconds_left"`     // with as many workers as are at work, or one

	// Refused says why this program may not play what is to be played; empty where
	// it may.
	Refused string `json:"refused"`

	damages []*record.Damage
}

func statusOf(run *record.Run, survey *record.Survey, log []record.Entry) *status {
	m := run.Manifest
	s := &status{
		Study: m.Study.Name, StudyHash: m.StudyHash, Program: m.Program,
		Games: m.Games(), GamesComplete: m.Games(),
		Shards: len(m.Shards), Complete: len(m.Shards) - len(survey.Open()),
		Open: append([]int{}, survey.Open()...), Missing: []string{}, Damaged: []string{}, InProgress: []string{}, Abandoned: []string{},
	}
	for _, i := range survey.Missing {
		s.Missing = append(s.Missing, m.Shards[i].File)
	}
	for _, d := range survey.Damages {
		s.Damaged = append(s.Damaged, d.File)
		s.damages = append(s.damages, d)
	}
	for _, t := range survey.Temps {
		if t.Live {
			s.InProgress = append(s.InProgress, t.Of)
		} else {
			s.Abandoned = append(s.Abandoned, t.Name)
		}
	}
	if err := run.Refuses(build().program(), s.Open); err != nil {
		s.Refused = err.Error()
	}
	pace := paceOf(m, log)
	left := 0.0
	for _, i := range survey.Open() {
		shard := m.Shards[i]
		s.GamesComplete -= shard.To - shard.From
		left += float64(shard.To-shard.From) * pace.game(shard.Cell)
	}
	if pace.games > 0 && pace.seconds > 0 {
		rate := float64(pace.games) / pace.seconds
		left /= float64(max(1, len(s.InProgress)))
		s.GamesPerSecond, s.SecondsLeft = &rate, &left
	}
	return s
}

// A pace is how long games took.
type pace struct {
	games   int
	seconds float64
	cells   map[int]*pace
}

func paceOf(m *record.Manifest, log []record.Entry) *pace {
	cellOf := map[string]int{}
	for _, shard := range m.Shards {
		cellOf[shard.File] = shard.Cell
	}
	p := &pace{cells: map[int]*pace{}}
	for _, e := range log {
		cell, ok := cellOf[e.Shard]
		if !ok || e.Games <= 0 || e.Seconds <= 0 {
			continue
		}
		if p.cells[cell] == nil {
			p.cells[cell] = new(pace)
		}
		for _, p := range []*pace{p, p.cells[cell]} {
			p.games += e.Games
			p.seconds += e.Seconds
		}
	}
	return p
}

// game returns the seconds that a game of a cell takes.
func (p *pace) game(cell int) float64 {
	if c := p.cells[cell]; c != nil {
		p = c
	}
	if p.games == 0 {
		return 0
	}
	return p.seconds / float64(p.games)
}

func (s *status) write(w io.Writer, dir string) error {
	program := s.Program
	if program == "" {
		program = "a program without a version"
	}
	fmt.Fprintf(w, "study %s, hash %.12s, by %s\n", s.Study, s.StudyHash, program)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "complete\t%d of %d shards\t%d of %d games\n", s.Complete, s.Shards, s.GamesComplete, s.Games)
	for _, l := range []struct {
		what  string
		names []string
	}{{"missing", s.Missing}, {"damaged", s.Damaged}, {"in progress", s.InProgress}, {"abandoned", s.Abandoned}} {
		fmt.Fprintf(t, "%s\t%d%s\n", l.what, len(l.names), few(l.names))
	}
	if s.GamesPerSecond == nil {
		fmt.Fprintf(t, "rate\tunknown\n")
	} else {
		fmt.Fprintf(t, "rate\t%.3g games a second\teach worker\n", *s.GamesPerSecond)
		fmt.Fprintf(t, "left\t%s\twith %d at work\n", lasting(*s.SecondsLeft), max(1, len(s.InProgress)))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, d := range s.damages {
		fmt.Fprintln(w, d)
	}
	var err error
	switch {
	case s.Refused != "":
		_, err = fmt.Fprintln(w, s.Refused)
	case len(s.Missing)+len(s.Damaged) > 0:
		_, err = fmt.Fprintf(w, "to go on: varlab resume %s\n", quote(dir))
	case len(s.Abandoned) > 0:
		_, err = fmt.Fprintf(w, "to clear away what was abandoned: varlab resume %s\n", quote(dir))
	}
	return err
}

// few names the first and the last of many, as a column.
func few(names []string) string {
	switch len(names) {
	case 0:
		return ""
	case 1:
		return "\t" + names[0]
	}
	return fmt.Sprintf("\t%s … %s", names[0], names[len(names)-1])
}
