// Package cost is for tests: it bounds what a piece of work may cost.
//
// The one idea: a reader of foreign text is as good as its worst input. A fuzz target
// that looks for panics alone passes a text of a kilobyte that takes a gigabyte.
package cost

import (
	"math"
	"reflect"
	"runtime/metrics"
	"testing"
	"time"
)

// What an input may cost: bytes set aside while it is read, those given back included,
// and seconds of a processor.
const (
	Bytes   = 64 << 20
	Seconds = 1
)

// hang is when work is taken to have no end.
const hang = time.Minute

// longest is what work may take before a test fails on it. Seconds are those of a free
// machine; that another is slower, or laden, is no fault of the input.
const longest = patience * Seconds * time.Second

// Fuzz is f.Fuzz(target), in which no input may cost more than Limit allows.
func Fuzz(f *testing.F, target any) {
	of := reflect.ValueOf(target)
	f.Fuzz(reflect.MakeFunc(of.Type(), func(args []reflect.Value) []reflect.Value {
		Limit(args[0].Interface().(*testing.T), func() { of.Call(args) })
		return nil
	}).Interface())
}

// Limit does do, and fails t if that takes more than Bytes, or than Seconds of a processor
// with patience for a slower one. What else the process does counts too: work that took
// too much is done twice more, and the least of each counts. What hangs ends the process,
// so that a fuzzer notes its input.
func Limit(t testing.TB, do func()) {
	t.Helper()
	limit(t, longest, Bytes, do)
}

// LimitBytes is Limit for work that may take more, or less, than Bytes.
func LimitBytes(t testing.TB, most uint64, do func()) {
	t.Helper()
	limit(t, longest, most, do)
}

func limit(t testing.TB, longest time.Duration, most uint64, do func()) {
	t.Helper()
	bytes, spent := uint64(math.MaxUint64), time.Duration(math.MaxInt64)
	for try := 0; try < 3 && (bytes > most || spent > longest); try++ {
		before, began := allocated(), used()
		watched(do)
		bytes, spent = min(bytes, allocated()-before), min(spent, used()-began)
	}
	if spent > longest {
		t.Errorf("took %v of a processor (want at most %v)", spent, longest)
	}
	if bytes > most {
		t.Errorf("took %d MiB (want at most %d MiB)", bytes>>20, most>>20)
	}
}

func watched(do func()) {
	watch := time.AfterFunc(hang, func() { panic("cost: no end after " + hang.String()) })
	defer watch.Stop()
	do()
}

// allocated is how many bytes were set aside since the process began.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
