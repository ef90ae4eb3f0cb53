package findings

import (
	"slices"
	"strings"

	"varlab/internal/lists"
	"varlab/sim/stats"
	"varlab/variants/content"
)

// A ReadingSet is a base with the readings of it that were played by the same players.
type ReadingSet struct {
	Group    *Group
	Base     *Cell
	Readings []*Reading
}

// A Reading is one of them, and its differences from the base.
type Reading struct {
	Cell *Cell
	Name string
	// Apart are the standings by which the text does not allow it.
	Apart []content.Standing
	// Renames says that it calls the same games by another result, and changes nothing else.
	Renames bool
	// SameGame says that it differs from its base in nothing that is played.
	SameGame bool
	Metrics  []*Pair // less the base, in the order of headlines
}

// In is the reading's difference from the base in one of the headlines.
func (x *Reading) In(m Metric) *Pair { return x.Metrics[slices.Index(Headlines, m.Word)] }

func readReadings(r *Findings) {
	for _, g := range r.Groups {
		for _, base := range g.Cells {
			set := &ReadingSet{Group: g, Base: base}
			for _, c := range g.Cells {
				if c != base && r.base(c.Profile) == base.Profile {
					a := r.alikeOf(c, base)
					x := &Reading{Cell: c, Name: strings.Join(c.Profile.Taken, "+"), Apart: c.Profile.apart(), SameGame: Same(c, base)}
					x.Renames = len(x.Apart) == 0 && a.Renamed > 0 && a.Renamed+a.Identical == a.Games
					set.Readings = append(set.Readings, x)
				}
			}
			if len(set.Readings) == 0 {
				continue
			}
			for _, word := range Headlines {
				pairs := map[bool][]*Pair{} // by whether the reading is open
				for _, x := range set.Readings {
					p := r.Compared(MetricOf(word), x.Cell, base)
					p.Holm = 1
					x.Metrics = append(x.Metrics, p)
					if !x.SameGame {
						pairs[x.Open()] = append(pairs[x.Open()], p)
					}
				}
				for _, family := range pairs {
					holm(family)
				}
			}
			r.Readings = append(r.Readings, set)
		}
	}
}

// apart are the standings of the readings taken that the text does not allow.
func (p *Profile) apart() (all []content.Standing) {
	for _, name := range p.Taken {
		if s := p.Readings[name].Standing; !s.IsOpen() {
			all = append(all, s)
		}
	}
	return all
}

// Open reports whether the text leaves the reading open.
func (x *Reading) Open() bool { return len(x.Apart) == 0 && !x.Renames }

// Over is the least and greatest value of a metric over the base and its open readings.
func (set *ReadingSet) Over(m Metric) stats.Interval {
	v := set.Base.Value(m)
	out := stats.Interval{Low: v, High: v}
	for _, x := range set.Open() {
		v := x.Cell.Value(m)
		out.Low, out.High = min(out.Low, v), max(out.High, v)
	}
	return out
}

// Open are the readings that the text leaves open.
func (set *ReadingSet) Open() []*Reading {
	return lists.Those(set.Readings, (*Reading).Open)
}

// LastOpen is the last set with readings that its text leaves open.
func (r *Findings) LastOpen() *ReadingSet {
	for _, set := range slices.Backward(r.Readings) {
		if len(set.Open()) > 0 {
			return set
		}
	}
	return nil
}

// ReadingsIn are the readings played in a group, of its last base; nil where there are none.
func (r *Findings) ReadingsIn(g *Group) *ReadingSet {
	for _, set := range slices.Backward(r.Readings) {
		if set.Group == g {
			return set
		}
	}
	return nil
}

// Changing are the readings that are shown to change a metric.
func (set *ReadingSet) Changing(m Metric) []*Cell {
	return list(lists.Those(set.Readings, func(x *Reading) bool { return !x.SameGame && x.In(m).Shown() }), func(x *Reading) *Cell { return x.Cell })
}
