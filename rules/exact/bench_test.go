package exact_test

import (
	"context"
	"testing"

	"varlab/rules"
	"varlab/rules/exact"
	"varlab/rules/profile"
)

// BenchmarkBuild makes the tables of three kings against one on ten rows.
func BenchmarkBuild(b *testing.B) {
	r, err := rules.Compile(profile.Default())
	if err != nil {
		b.Fatal(err)
	}
	m, _ := exact.ParseMaterial("KKK vs K")
	positions := 0
	for b.Loop() {
		t := exact.New(r, "")
		o := exact.Options{Workers: 1, Done: func(n int) { positions += n }}
		if err := t.Build(context.Background(), []exact.Material{m}, o); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
}

// BenchmarkProbe looks up one position after another.
func BenchmarkProbe(b *testing.B) {
	r, err := rules.Compile(profile.Default())
	if err != nil {
		b.Fatal(err)
	}
	t := exact.New(r, "")
	m, _ := exact.ParseMaterial("KK vs K")
	if err := t.Build(context.Background(), []exact.Material{m}, exact.Options{}); err != nil {
		b.Fatal(err)
	}
	states := placements(r, m)
	i := 0
	for b.Loop() {
		if _, _, ok := t.Probe(&states[i%len(states)]); !ok {
			b.Fatal("unknown")
		}
		i++
	}
}
