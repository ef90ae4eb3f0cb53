package exact

import (
	"slices"

	"varlab/rules"
)

// A defence is a proof that an attack fails: a set of states that the attacker
// cannot leave towards a win. From a state in it with the attacker on move, every
// turn leads to a state in it or to one that is known not to be won; with the
// other side on move some turn does. That play in it may go round for ever does no
// harm: the attacker does not win so. Whatever the search has proposed, only this
// set is relied upon.
type defence struct {
	p     *proof
	at    map[uint64]int32 // number of a state by its key
	ways  []post
	tasks []int32
}

// A post is a state of a defence.
type post struct {
	state   rules.State
	key     uint64
	chosen  int32   // where the defender is on move: the state it goes to, or -1
	from    []int32 // states that rest on this one
	fallen  bool    // the attacker wins here
	defends bool    // the defender is on move
}

type verdict int8

const (
	fails verdict = iota
	holds
	unknown // the budget is spent
)

// attack reports whether the attacker wins from s, as far as p may go.
func (p *proof) attack(s *rules.State, d *defence) verdict {
	key := p.r.Key(s)
	n := p.look(s, key, 0, 0, numbers{endless, endless})
	switch {
	case n.proof == 0:
		return holds
	case n.disproof != 0:
		return unknown
	}
	if d.p == nil {
		*d = defence{p: p, at: map[uint64]int32{}}
		d.add(s, key)
	}
	return d.stand()
}

func (d *defence) add(s *rules.State, key uint64) int32 {
	if i, ok := d.at[key]; ok {
		return i
	}
	i := int32(len(d.ways))
	d.at[key] = i
	d.ways = append(d.ways, post{state: *s, key: key, chosen: -1, defends: s.Mover() != d.p.attacker})
	d.tasks = append(d.tasks, i)
	return i
}

// stand sees to it that every state of the defence rests on others, until none is
// left to be seen to (the attack fails), or the first has fallen (it holds).
func (d *defence) stand() verdict {
	for len(d.tasks) > 0 && !d.ways[0].fallen {
		i := d.tasks[len(d.tasks)-1]
		v := fails
		if !d.ways[i].fallen {
			v = d.see(i)
		}
		if v == unknown {
			return unknown
		}
		d.drop(i)
		if v == holds {
			d.fall(i)
		}
	}
	if d.ways[0].fallen {
		return holds
	}
	return fails
}

// drop strikes task i, to which others may have been added since.
func (d *defence) drop(i int32) {
	at := len(d.tasks) - 1
	for d.tasks[at] != i {
		at--
	}
	d.tasks = slices.Delete(d.tasks, at, at+1)
}

// fall notes that the attacker wins in state i: so it does where it can go there,
// and where the defender meant to, that has to be thought over.
func (d *defence) fall(i int32) {
	if d.ways[i].fallen {
		return
	}
	d.ways[i].fallen = true
	d.p.memo.put(d.ways[i].key, proved, 1<<20)
	for _, from := range d.ways[i].from {
		switch w := &d.ways[from]; {
		case w.fallen:
		case !w.defends:
			d.fall(from)
		case w.chosen == i:
			w.chosen = -1
			d.tasks = append(d.tasks, from)
		}
	}
}

// status returns what is known of a kid: fallen, safe for itself, or neither.
func (d *defence) status(k *kid) (numbers, bool) {
	if k.key == 0 { // of a table
		return k.n, true
	}
	if i, ok := d.at[k.key]; ok && d.ways[i].fallen {
		return proved, true
	}
	return k.n, false
}

// see finds what state i rests on: fails if there is something, holds if the
// attacker wins.
func (d *defence) see(i int32) verdict {
	p, w := d.p, &d.ways[i]
	s, key := w.state, w.key
	f, n, over := p.unfold(&s, key, 0, 0)
	if over {
		if n.proof == 0 {
			return holds
		}
		return fails
	}
	if w.defends {
		return d.choose(i, &s, f)
	}
	for j := range f.kids {
		k := &f.kids[j]
		n, sure := d.status(k)
		if !n.solved() {
			n = p.look(&k.state, k.key, 1, 0, numbers{endless, endless})
		}
		switch {
		case n.proof == 0:
			return holds
		case n.disproof != 0:
			return unknown
		case sure:
			continue
		}
		d.rest(i, k)
	}
	return fails
}

func (d *defence) rest(i int32, k *kid) {
	to := d.add(&k.state, k.key)
	if d.ways[i].defends {
		d.ways[i].chosen = to
	}
	d.ways[to].from = append(d.ways[to].from, i)
}

// choose finds a turn of the defender: into a table, into a state of the defence,
// into one that is said to hold, or into whatever the search finds.
func (d *defence) choose(i int32, s *rules.State, f *frame) verdict {
	var there, said *kid
	for j := range f.kids {
		k := &f.kids[j]
		n, sure := d.status(k)
		if n.disproof != 0 {
			continue
		}
		if sure {
			return fails
		}
		if _, ok := d.at[k.key]; ok && there == nil {
			there = k
		}
		if said == nil {
			said = k
		}
	}
	if there != nil {
		said = there
	}
	if said == nil {
		// What fell since it was proposed is known to have fallen by now.
		n := d.p.follow(s, d.ways[i].key, 0, 0, numbers{endless, endless})
		switch {
		case n.proof == 0:
			return holds
		case n.disproof != 0:
			return unknown
		}
		f = d.p.frames[0]
		said = &f.kids[slices.IndexFunc(f.kids, func(k kid) bool { return k.n.disproof == 0 })]
		if _, sure := d.status(said); sure {
			return fails
		}
	}
	d.rest(i, said)
	return fails
}
