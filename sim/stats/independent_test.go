package stats

// KaplanMeier is the curve of independent games, whose variance is Greenwood's:
// what published examples show.
func KaplanMeier(lengths []Length, level float64) Curve {
	return kaplanMeier(level, nil, lengths)
}

// ClopperPearson is the exact interval of a rate of independent trials. The design
// effect plays no part.
func (r Rate) ClopperPearson(level float64) Interval {
	if r.N == 0 {
		return Interval{0, 1}
	}
	return limits(r.Value(), float64(r.N), (1-level)/2)
}
