package record

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
)

// Merged is what Merge did, by numbers of shards.
type Merged struct {
	Copied int      // from other directories
	Open   []int    // shards that no directory has whole
	Notes  []string // what was skipped, and why
}

// MergeInto makes dir a directory of the run that others are of, and merges these into it.
func MergeInto(ctx context.Context, dir string, others []string) (*Merged, *Manifest, error) {
	var from []*Run
	for _, name := range others {
		run, err := Open(name)
		if err != nil {
			return nil, nil, err
		}
		if len(from) > 0 {
			if err := run.joins(from[0]); err != nil {
				return nil, nil, err
			}
		}
		from = append(from, run)
	}
	into, err := Create(dir, *from[0].Manifest)
	if err != nil {
		return nil, nil, err
	}
	m, err := into.Merge(ctx, from)
	return m, into.Manifest, err
}

// joins returns an error unless both are the same run by the same program.
func (r *Run) joins(other *Run) error {
	if err := r.Fits(*other.Manifest); err != nil {
		return err
	}
	if r.Manifest.Program != other.Manifest.Program {
		return fmt.Errorf("%s: was played by %s, %s by %s (want runs by one program)",
			r.Dir, programName(r.Manifest.Program), other.Dir, programName(other.Manifest.Program))
	}
	return nil
}

// Merge copies into the run each shard that it lacks or has damaged and that another directory
// of the same run has whole. All whole copies of a shard must have the same bytes. If they
// differ, Merge fails and leaves this shard and those after it as they were.
func (r *Run) Merge(ctx context.Context, from []*Run) (*Merged, error) {
	m := new(Merged)
	for _, other := range from {
		if err := other.joins(r); err != nil {
			return nil, err
		}
	}
	for i, s := range r.Manifest.Shards {
		if ctx.Err() != nil {
			return m, context.Cause(ctx)
		}
		whole, _, mine := r.load(i)
		if mine != nil && !errors.Is(mine, fs.ErrNotExist) && !errors.As(mine, new(*Damage)) {
			return m, fmt.Errorf("%s: %w", r.Dir, mine)
		}
		in := r
		for _, other := range from {
			theirs, _, err := other.load(i)
			switch {
			case errors.Is(err, fs.ErrNotExist):
			case err != nil:
				m.Notes = append(m.Notes, fmt.Sprintf("%s: %v; passed over", other.Dir, err))
			case whole == nil:
				whole, in = theirs, other
			case !bytes.Equal(whole, theirs):
				return m, fmt.Errorf("%s: %s is whole, and so is another one in %s (want the same games: did a player play differently?)", in.Dir, s.File, other.Dir)
			}
		}
		if whole == nil {
			m.Open = append(m.Open, i)
		}
		if whole == nil || mine == nil {
			continue
		}
		if !errors.Is(mine, fs.ErrNotExist) {
			kept, err := r.SetAside(i)
			if err != nil {
				return m, err
			}
			m.Notes = append(m.Notes, fmt.Sprintf("%s: %v; kept as %s", r.Dir, mine, kept))
		}
		if err := r.put(s, whole); err != nil {
			return m, err
		}
		m.Copied++
	}
	return m, nil
}
