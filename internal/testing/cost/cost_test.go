package cost

import (
	"testing"
	"time"
)

type recorder struct {
	testing.TB
	failed int
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failed++ }

var kept [][]byte

func TestLimit(t *testing.T) {
	runs, greedy := 0, 0
	for _, c := range []struct {
		do   func()
		want int
	}{
		{func() {}, 0},
		{func() { kept = append(kept[:0], make([]byte, Bytes/2)) }, 0},
		{func() {
			for range 5 {
				kept = append(kept[:0], make([]byte, Bytes/4))
			}
		}, 1},
		{func() { work(60 * time.Millisecond) }, 1},
		{func() { time.Sleep(60 * time.Millisecond) }, 0}, // the machine was busy with something else
		{func() { // slow once
			if runs++; runs == 1 {
				work(60 * time.Millisecond)
			}
		}, 0},
		{func() { // takes much once: what is made ready for all
			if greedy++; greedy == 1 {
				kept = append(kept[:0], make([]byte, 2*Bytes))
			}
		}, 0},
	} {
		r := &recorder{TB: t}
		limit(r, 50*time.Millisecond, Bytes, c.do)
		if r.failed != c.want {
			t.Errorf("%d failures (want %d)", r.failed, c.want)
		}
	}
}

func work(long time.Duration) {
	for began := used(); used()-began < long; {
	}
}
