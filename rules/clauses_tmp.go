package rules

type clauses struct{}

func newClauses(p *Profile) clauses { return clauses{} }
