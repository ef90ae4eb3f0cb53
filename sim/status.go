package sim

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"varlab/sim/record"
)

// A Status is where a run stands.
type Status struct {
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

	// Refused says why the program may not play what is to be played; empty where
	// it may.
	Refused string `json:"refused"`

	damages []*record.Damage
}

// NewStatus checks every byte of a run. Program is the one that would play on.
func NewStatus(ctx context.Context, run *record.Run, program string) (*Status, error) {
	survey, err := run.Survey(ctx)
	if err != nil {
		return nil, err
	}
	log, err := run.Logs()
	if err != nil {
		return nil, err
	}
	m, open := run.Manifest, survey.Open()
	s := &Status{
		Study: m.Study.Name, StudyHash: m.StudyHash, Program: m.Program, Games: m.Games(), GamesComplete: m.Games(),
		Shards: len(m.Shards), Complete: len(m.Shards) - len(open), Open: append([]int{}, open...),
		Missing: []string{}, Damaged: []string{}, InProgress: []string{}, Abandoned: []string{}, damages: survey.Damages,
	}
	for _, i := range survey.Missing {
		s.Missing = append(s.Missing, m.Shards[i].File)
	}
	for _, d := range survey.Damages {
		s.Damaged = append(s.Damaged, d.File)
	}
	for _, t := range survey.Temps {
		if t.Live {
			s.InProgress = append(s.InProgress, t.Of)
		} else {
			s.Abandoned = append(s.Abandoned, t.Name)
		}
	}
	if err := run.Refuses(program, open); err != nil {
		s.Refused = err.Error()
	}
	// How long games took: all, and by cell.
	type pace struct{ games, seconds float64 }
	cellOf, paces, all := map[string]int{}, map[int]pace{}, pace{}
	for _, shard := range m.Shards {
		cellOf[shard.File] = shard.Cell
	}
	for _, e := range log {
		if cell, ok := cellOf[e.Shard]; ok && e.Games > 0 && e.Seconds > 0 {
			p := paces[cell]
			paces[cell] = pace{p.games + float64(e.Games), p.seconds + e.Seconds}
			all = pace{all.games + float64(e.Games), all.seconds + e.Seconds}
		}
	}
	left := 0.0
	for _, i := range open {
		shard := m.Shards[i]
		s.GamesComplete -= shard.To - shard.From
		p, ok := paces[shard.Cell]
		if !ok {
			p = all
		}
		left += float64(shard.To-shard.From) * p.seconds / max(1, p.games)
	}
	if all.games > 0 {
		rate := all.games / all.seconds
		left /= float64(max(1, len(s.InProgress)))
		s.GamesPerSecond, s.SecondsLeft = &rate, &left
	}
	return s, nil
}

// WriteText writes a status for people.
func (s *Status) WriteText(w io.Writer) {
	fmt.Fprintf(w, "study %s, hash %.12s, by %s\n", s.Study, s.StudyHash, cmp.Or(s.Program, "a program without a version"))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "complete\t%d of %d shards\t%d of %d games\n", s.Complete, s.Shards, s.GamesComplete, s.Games)
	for _, l := range []struct {
		what  string
		names []string
	}{{"missing", s.Missing}, {"damaged", s.Damaged}, {"in progress", s.InProgress}, {"abandoned", s.Abandoned}} {
		names := ""
		switch n := len(l.names); {
		case n == 1:
			names = "\t" + l.names[0]
		case n > 1:
			names = "\t" + l.names[0] + " … " + l.names[n-1]
		}
		fmt.Fprintf(t, "%s\t%d%s\n", l.what, len(l.names), names)
	}
	if s.GamesPerSecond == nil {
		fmt.Fprintf(t, "rate\tunknown\n")
	} else {
		fmt.Fprintf(t, "rate\t%.3g games a second\teach worker\n", *s.GamesPerSecond)
		fmt.Fprintf(t, "left\t%s\twith %d at work\n", lasting(*s.SecondsLeft), max(1, len(s.InProgress)))
	}
	t.Flush()
	for _, d := range s.damages {
		fmt.Fprintln(w, d)
	}
}
