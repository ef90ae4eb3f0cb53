package record

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
)

type Merged struct {
	Copied int      // from other directories
	Open   []int    // shards that none of them has whole
	Notes  []string // what was passed over, and why
}

// Merge copies into the run the shards that it lacks and that other directories
// of the same run have whole. Where it has a shard itself, a whole one elsewhere
// must be the same bytes; if it is not, that is an error, and nothing is changed
// by it.
func (r *Run) Merge(from []*Run) (*Merged, error) {
	m := new(Merged)
	for _, other := range from {
		if err := other.Fits(*r.Manifest); err != nil {
			return nil, err
		}
		if other.Manifest.Program != r.Manifest.Program {
			return nil, &Refusal{
				other.Dir, fmt.Sprintf("was played by %s, %s by %s", programName(other.Manifest.Program), r.Dir, programName(r.Manifest.Program)),
				"runs by one program",
			}
		}
	}
	for i, s := range r.Manifest.Shards {
		mine := r.Check(i)
		if mine != nil && !errors.Is(mine, fs.ErrNotExist) && !errors.As(mine, new(*Damage)) {
			return m, fmt.Errorf("%s: %w", r.Dir, mine)
		}
		for _, other := range from {
			theirs := other.Check(i)
			switch {
			case errors.Is(theirs, fs.ErrNotExist):
				continue
			case theirs != nil:
				m.Notes = append(m.Notes, fmt.Sprintf("%s: %v; passed over", other.Dir, theirs))
				continue
			}
			if mine == nil {
				if err := r.same(other, s); err != nil {
					return m, err
				}
				continue
			}
			if !errors.Is(mine, fs.ErrNotExist) {
				kept, err := r.SetAside(i)
				if err != nil {
					return m, err
				}
				m.Notes = append(m.Notes, fmt.Sprintf("%s: %v; kept as %s", r.Dir, mine, kept))
			}
			if err := r.copyFrom(other, s); err != nil {
				return m, err
			}
			if mine = r.Check(i); mine != nil {
				return m, fmt.Errorf("%s: copied from %s: %w", r.Dir, other.Dir, mine)
			}
			m.Copied++
		}
		if mine != nil {
			m.Open = append(m.Open, i)
		}
	}
	return m, nil
}

func (r *Run) same(other *Run, s Shard) error {
	var sums [2]string
	for k, run := range []*Run{r, other} {
		err := run.in(s.File, func(file *os.File) (err error) { _, sums[k], err = findHash(file); return err })
		if err != nil {
			return err
		}
	}
	if sums[0] != sums[1] {
		return fmt.Errorf("%s: %s is whole, and so is another one in %s (want the same games: did a player play differently?)", r.Dir, s.File, other.Dir)
	}
	return nil
}

func (r *Run) copyFrom(other *Run, s Shard) error {
	if err := r.root.MkdirAll(path.Dir(s.File), 0o777); err != nil {
		return err
	}
	_, missing := r.root.Stat(s.File)
	return other.in(s.File, func(in *os.File) error {
		return put(r.root, s.File, missing == nil, func(out io.Writer) error { _, err := io.Copy(out, in); return err })
	})
}
