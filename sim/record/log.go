package record

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// An Entry is a line of a log. The first line says who plays; each of the others names a shard
// that was played.
type Entry struct {
	Time    time.Time `json:"time"`
	Program string    `json:"program,omitempty"`
	Host    string    `json:"host,omitempty"`
	PID     int       `json:"pid,omitempty"`
	Workers int       `json:"workers,omitempty"`
	Shard   string    `json:"shard,omitempty"`
	Games   int       `json:"games,omitempty"`
	Seconds float64   `json:"seconds,omitempty"` // of one worker for the shard
}

// A Log is the log of one process. If it cannot be written, the run goes on.
type Log struct{ file *os.File }

// NewLog begins the log of this process with its first entry.
func (r *Run) NewLog(first Entry) *Log {
	first.Host, _ = os.Hostname()
	first.PID = os.Getpid()
	os.MkdirAll(r.path(LogDir), 0o777)
	name := fmt.Sprintf("%s/%s-%s-%d.jsonl", LogDir, first.Time.UTC().Format("20060102T150405.000000"), first.Host, first.PID)
	file, _ := os.OpenFile(r.path(name), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	l := &Log{file}
	l.Add(first)
	return l
}

// Add writes an entry. Several goroutines may call it.
func (l *Log) Add(e Entry) {
	if line, err := json.Marshal(e); err == nil {
		l.file.Write(append(line, '\n'))
	}
}

// Close ends the log.
func (l *Log) Close() { l.file.Close() }

// Logs returns the entries of all logs, in the order of time within each.
func (r *Run) Logs() (all []Entry) {
	names, _ := filepath.Glob(filepath.Join(r.path(LogDir), "*.jsonl"))
	for _, name := range names {
		all = append(all, linesOf[Entry](name)...)
	}
	return all
}

// linesOf reads a file of JSON, a value in each line; broken lines are skipped.
func linesOf[T any](name string) (list []T) {
	file, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var v T
		if json.Unmarshal(lines.Bytes(), &v) == nil {
			list = append(list, v)
		}
	}
	return list
}
