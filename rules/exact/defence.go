package exact

import (
	"slices"

	"varlab/rules"
)

// A defence is a proof that an attack fails: a set of states from which the attacker
// cannot reach a win. If the attacker is on move in a state of the set, every turn leads
// to a state of the set, or to a state that is known not to be won; if the defender is on
// move, some turn does. Play within the set may go round for ever: the attacker does not
// win by that. The search only proposes; the proof is this set.
type defence struct {
	p     *proof
	at    map[uint64]int32 // number of a state by its key
	posts []post
	tasks []int32 // states that still need support, the next one last
}

// A post is a state of a defence. It is supported by the states to which its turns lead.
type post struct {
	state   rules.State
	key     uint64
	chosen  int32   // if the defender is on move: the state it goes to, or -1
	from    []int32 // the states that this one supports
	fallen  bool    // the attacker wins here
	defends bool    // the defender is on move
}

type verdict int8

const (
	fails verdict = iota
	holds
	unknown // the turns that were allowed are spent
)

// attack reports whether the attacker wins from s. It continues the defence d, or begins
// it, and stops when the turns that p is allowed are spent.
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
	return d.complete()
}

func (d *defence) add(s *rules.State, key uint64) int32 {
	if i, ok := d.at[key]; ok {
		return i
	}
	i := int32(len(d.posts))
	d.at[key] = i
	d.posts = append(d.posts, post{state: *s, key: key, chosen: -1, defends: s.Mover() != d.p.attacker})
	d.tasks = append(d.tasks, i)
	return i
}

// complete finds support for one state after another, until all states have it (the
// attack fails) or the first state has fallen (it holds).
func (d *defence) complete() verdict {
	for len(d.tasks) > 0 && !d.posts[0].fallen {
		i := d.tasks[len(d.tasks)-1]
		v := fails
		if !d.posts[i].fallen {
			v = d.support(i)
		}
		if v == unknown {
			return unknown
		}
		d.drop(i)
		if v == holds {
			d.fall(i)
		}
	}
	if d.posts[0].fallen {
		return holds
	}
	return fails
}

// drop removes the task of state i; others may have been added after it.
func (d *defence) drop(i int32) {
	at := len(d.tasks) - 1
	for d.tasks[at] != i {
		at--
	}
	d.tasks = slices.Delete(d.tasks, at, at+1)
}

// fall notes that the attacker wins in state i, and so in every state from which the
// attacker can go there. A defender that had chosen state i must choose again.
func (d *defence) fall(i int32) {
	if d.posts[i].fallen {
		return
	}
	d.posts[i].fallen = true
	d.p.memo.put(d.posts[i].key, proved, 1<<20)
	for _, from := range d.posts[i].from {
		switch w := &d.posts[from]; {
		case w.fallen:
		case !w.defends:
			d.fall(from)
		case w.chosen == i:
			w.chosen = -1
			d.tasks = append(d.tasks, from)
		}
	}
}

// status returns the numbers of a child, and whether they are certain. They are if they come
// from a table or from a fallen state.
func (d *defence) status(k *kid) (numbers, bool) {
	if k.key == 0 { // it is in a table
		return k.n, true
	}
	if i, ok := d.at[k.key]; ok && d.posts[i].fallen {
		return proved, true
	}
	return k.n, false
}

// support finds support for state i: the attack fails there if it has some, and holds if
// it has none.
func (d *defence) support(i int32) verdict {
	p, w := d.p, &d.posts[i]
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

// rest adds the child k of state i to the defence, as its support.
func (d *defence) rest(i int32, k *kid) {
	to := d.add(&k.state, k.key)
	if d.posts[i].defends {
		d.posts[i].chosen = to
	}
	d.posts[to].from = append(d.posts[to].from, i)
}

// choose finds a turn of the defender in state i. It leads to a table, to a state of the
// defence, or to a state that the search proposes, now or before.
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
		// States that were proposed and have fallen since are remembered as fallen.
		n := d.p.follow(s, d.posts[i].key, 0, 0, numbers{endless, endless})
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
