package train

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/sim/player"
	"varlab/sim/random"
)

// A sample is a settled position of a game.
type sample struct {
	setup  board.Setup
	score  int // what the search thought of it, hundredths of a man, for the side on move
	points int // half points that the side on move made of the game
}

const chunkGames = 50

func (t Training) gamesOf(chunk int) int {
	if t.Games == 0 {
		return chunkGames
	}
	return max(0, min(chunkGames, t.Games-chunk*chunkGames))
}

func (t Training) positions(round int) int {
	if round < t.Rounds-1 {
		return t.Positions / 10
	}
	return t.Positions
}

// enough reports whether the first chunks of a round, with so many positions, are all
// that it needs.
func (t Training) enough(round, chunks, positions int) bool {
	if t.Games == 0 {
		return positions >= t.positions(round)
	}
	return t.gamesOf(chunks) == 0
}

func (t Training) path(round, chunk int) string {
	return filepath.Join(t.Dir, fmt.Sprintf("round-%d", round+1), fmt.Sprintf("%05d.txt", chunk))
}

// extent is how many games, or positions, there are to be in all rounds, and how many
// of them are there.
func (t Training) extent() (all, found int) {
	for round := range t.Rounds {
		there, of := 0, t.Games
		if t.Games == 0 {
			of = t.positions(round)
		}
		for chunk := 0; there < of; chunk++ {
			text, err := os.ReadFile(t.path(round, chunk))
			if err != nil {
				break
			}
			if t.Games > 0 {
				there += t.gamesOf(chunk)
			} else {
				there += bytes.Count(text, []byte{'\n'}) - 1 - chunkGames
			}
		}
		all, found = all+of, found+min(there, of)
	}
	return all, found
}

// head is the first line of a file of games: what they depend on.
func (t Training) head(round, chunk int, w *player.Weights) string {
	by := "plain"
	if w != nil {
		sum := sha256.Sum256(fmt.Append(nil, w.Values))
		by = hex.EncodeToString(sum[:6])
	}
	return fmt.Sprintf("%s seed %d round %d nodes %d noise %d weights %s chunk %d games %d",
		t.Rules.PlayHash(), t.Seed, round+1, t.Nodes, t.Noise, by, chunk, t.gamesOf(chunk))
}

// A round hands out its chunks in order, until those that are complete from the first
// on are enough: so that whoever plays which, the same chunks count.
type round struct {
	Training
	number  int
	weights *player.Weights

	mu       sync.Mutex
	chunks   [][][]sample // nil: not complete
	complete int          // from the first on
	sum      int          // positions in them
}

func (r *round) take() (int, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.enough(r.number, r.complete, r.sum) || r.gamesOf(len(r.chunks)) == 0 {
		return 0, false
	}
	r.chunks = append(r.chunks, nil)
	return len(r.chunks) - 1, true
}

func (r *round) done(chunk int, games [][]sample) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.chunks[chunk] = games
	for r.complete < len(r.chunks) && r.chunks[r.complete] != nil && !r.enough(r.number, r.complete, r.sum) {
		for _, samples := range r.chunks[r.complete] {
			r.sum += len(samples)
		}
		r.complete++
	}
}

// play returns the samples of a round, game by game: those that are there, and the
// others played.
func (t Training) play(ctx context.Context, number int, w *player.Weights) ([][]sample, error) {
	if err := os.MkdirAll(filepath.Dir(t.path(number, 0)), 0o777); err != nil {
		return nil, err
	}
	r := &round{Training: t, number: number, weights: w}
	errs := make([]error, max(1, t.Workers))
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { errs[i] = r.work(ctx) })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return slices.Concat(r.chunks[:r.complete]...), nil
}

func (r *round) work(ctx context.Context) error {
	teacher, err := player.NewTeacher(r.Rules, r.weights, r.Nodes, r.Noise)
	if err != nil {
		return err
	}
	b := notation.Of(r.Rules.Profile())
	for {
		chunk, more := r.take()
		if !more {
			return nil
		}
		path, head := r.path(r.number, chunk), r.head(r.number, chunk, r.weights)
		text, err := os.ReadFile(path)
		if err == nil {
			games, err := r.read(b, head, chunk, string(text))
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			r.done(chunk, games)
			continue
		}
		games := make([][]sample, 0, chunkGames)
		for i := range r.gamesOf(chunk) {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			game := chunk*chunkGames + i
			c := random.NewChance("varlab train", strconv.FormatUint(r.Seed, 10), r.Rules.PlayHash(), strconv.Itoa(r.number), strconv.Itoa(game))
			samples, err := r.game(teacher, c)
			if err != nil {
				return err
			}
			games = append(games, samples)
			switch {
			case r.Played == nil:
			case r.Games == 0:
				r.Played(len(samples))
			default:
				r.Played(1)
			}
		}
		if err := r.write(b, head, path, games); err != nil {
			return err
		}
		r.done(chunk, games)
	}
}

// Games begin with so many random turns, to see more of the game than good players
// show.
const (
	leastRandom = 4
	mostRandom  = 14
)

// What is drawn beside what the player draws.
const (
	wildest  = 1 << 32 // how many
	wildTurn = wildest + 1
)

func (t Training) game(p player.Teacher, c random.Chance) ([]sample, error) {
	r := t.Rules
	p.NewGame()
	h := rules.NewHistory(r, r.Start())
	wild := leastRandom + c.Of(wildest).Below(mostRandom-leastRandom+1)
	var samples []sample
	var movers []board.Side
	result := rules.Draw
	for n := 0; h.Plies() < horizon; n++ {
		if o := h.Outcome(); o.Over() {
			result = o.Result
			break
		}
		if h.Plies() < wild {
			turns := h.Turns()
			h.Play(turns[c.Of(wildTurn, uint64(n)).Below(len(turns))])
			continue
		}
		turn, err := p.Choose(h, c.Of(uint64(n)))
		if err != nil {
			return nil, err
		}
		s := h.State()
		// A position that stands again and again says little each time.
		if score, ok := p.Score(); ok && h.QuietPlies() < 20 && r.Quiescent(&s) {
			samples = append(samples, sample{setup: s.Setup(), score: score})
			movers = append(movers, s.Mover())
		}
		h.Play(turn)
	}
	for i := range samples {
		switch result {
		case rules.WinOf(movers[i]):
			samples[i].points = 2
		case rules.WinOf(movers[i].Other()):
		default:
			samples[i].points = 1
		}
	}
	return samples, nil
}

// write keeps the games of a chunk: complete, or not at all.
func (t Training) write(b *notation.Notation, head, path string, games [][]sample) error {
	var text strings.Builder
	fmt.Fprintln(&text, head)
	for _, samples := range games {
		fmt.Fprintf(&text, "game %d\n", len(samples))
		for _, s := range samples {
			fmt.Fprintf(&text, "%s %d %d\n", b.WriteHub(s.setup), s.score, s.points)
		}
	}
	f, err := os.CreateTemp(filepath.Dir(path), "unfinished-*")
	if err != nil {
		return err
	}
	_, err = f.WriteString(text.String())
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

func (t Training) read(b *notation.Notation, head string, chunk int, text string) ([][]sample, error) {
	lines := bufio.NewScanner(strings.NewReader(text))
	if !lines.Scan() || lines.Text() != head {
		return nil, errors.New("not the games of this training (want another directory, or the same flags)")
	}
	var games [][]sample
	left := 0 // positions of the last game still to come
	for row := 2; lines.Scan(); row++ {
		wrong := func(format string, args ...any) ([][]sample, error) {
			return nil, fmt.Errorf("line %d: %w", row, fmt.Errorf(format, args...))
		}
		words := strings.Fields(lines.Text())
		if left == 0 {
			if len(words) != 2 || words[0] != "game" {
				return wrong("want game and its number of positions")
			}
			n, err := strconv.Atoi(words[1])
			if err != nil || n < 0 {
				return wrong("%q is not a number of positions", words[1])
			}
			games, left = append(games, nil), n
			continue
		}
		if len(words) != 3 {
			return wrong("want a position, its score and points")
		}
		setup, err := b.ReadHub(words[0])
		if err == nil {
			_, err = t.Rules.Position(setup)
		}
		if err != nil {
			return wrong("%w", err)
		}
		score, err1 := strconv.Atoi(words[1])
		points, err2 := strconv.Atoi(words[2])
		if err1 != nil || err2 != nil || points < 0 || points > 2 {
			return wrong("want a score, and points from 0 to 2")
		}
		last := len(games) - 1
		games[last] = append(games[last], sample{setup, score, points})
		left--
	}
	if left > 0 || len(games) != t.gamesOf(chunk) {
		return nil, errors.New("not all games are there (want the file deleted, so that they are played again)")
	}
	return games, nil
}
