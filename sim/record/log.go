package record

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"
)

// LogDir is the folder of a run directory with what depends on when and where a
// run was made: who played what in which time, and damaged files that were
// replaced. Nothing is read from it to make a result.
const LogDir = "log"

type Entry struct {
	Time    time.Time `json:"time"`
	Program string    `json:"program,omitempty"`
	Host    string    `json:"host,omitempty"`
	PID     int       `json:"pid,omitempty"`
	Workers int       `json:"workers,omitempty"`
	Shard   string    `json:"shard,omitempty"`
	Games   int       `json:"games,omitempty"`
	Seconds float64   `json:"seconds,omitempty"` // that one worker took for the shard
}

// A Log is the log that one process writes. It is lost rather than in the way:
// where it cannot be written, nothing fails.
type Log struct{ file *os.File }

func (r *Run) NewLog(first Entry) *Log {
	first.Host, first.PID = host(), os.Getpid()
	if r.root.MkdirAll(LogDir, 0o777) != nil {
		return &Log{}
	}
	name := fmt.Sprintf("%s/%s-%s-%d.jsonl", LogDir, first.Time.UTC().Format("20060102T150405.000000"), first.Host, first.PID)
	file, err := r.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return &Log{}
	}
	l := &Log{file}
	l.Add(first)
	return l
}

// Add writes an entry. Several goroutines may call it.
func (l *Log) Add(e Entry) {
	if l.file == nil {
		return
	}
	if line, err := json.Marshal(e); err == nil {
		l.file.Write(append(line, '\n'))
	}
}

func (l *Log) Close() {
	if l.file != nil {
		l.file.Close()
	}
}

const maxLog = 16 << 20

// Logs reads the entries of all logs, those of one log in order. Lines that are
// not whole are passed over.
func (r *Run) Logs() ([]Entry, error) {
	files, err := fs.ReadDir(r.root.FS(), LogDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for _, f := range files {
		if !f.Type().IsRegular() || !strings.HasSuffix(f.Name(), ".jsonl") {
			continue
		}
		err := r.in(path.Join(LogDir, f.Name()), func(file *os.File) error {
			for lines := bufio.NewScanner(io.LimitReader(file, maxLog)); lines.Scan(); {
				var e Entry
				if json.Unmarshal(lines.Bytes(), &e) == nil {
					entries = append(entries, e)
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return entries, nil
}
