// Package rulestest says whether a generator of turns plays a rule set as it is
// written. It has three kinds of evidence: positions whose turns somebody wrote
// down by hand (.positions files), published counts (.perft files), and two
// generators that were written apart and must agree, on any valid rule set and
// not only on those that somebody played.
//
//	rng := rand.New(rand.NewPCG(1, 2))
//	p := rulestest.RandomProfile(rng)
//	if d := rulestest.Walk(rng, p, rulestest.RandomSetup(rng, p), 60); d != nil {
//		fmt.Println(d.Shrink())
//	}
package rulestest
