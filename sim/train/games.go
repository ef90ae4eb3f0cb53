package train

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"varlab/rules"
	"varlab/rules/notation"
	"varlab/sim/player"
	"varlab/sim/random"
)

// A sample is a quiet position of a game.
type sample struct {
	setup  rules.Setup
	score  int // what the search thought of it, hundredths of a man, for the side on move
	points int // half points that the side on move made of the game
}

// chunkGames is how many games stand in one file.
const chunkGames = 50

func (t Training) gamesOf(chunk int) int {
	return min(chunkGames, t.Games-chunk*chunkGames)
}

func (t Training) path(round, chunk int) string {
	return filepath.Join(t.Dir, fmt.Sprintf("round-%d", round+1), fmt.Sprintf("%05d.txt", chunk))
}

func (t Training) there(round, chunk int) bool {
	_, err := os.Stat(t.path(round, chunk))
	return err == nil
}

// head is the first line of a file of games: what they depend on.
func (t Training) head(round, chunk int, w *player.Weights) string {
	by := "plain"
	if w != nil {
		sum := sha256.Sum256(fmt.Append(nil, w.Values))
		by = hex.EncodeToString(sum[:6])
	}
	return fmt.Sprintf("%s seed %d round %d of games %d nodes %d noise %d weights %s chunk %d",
		t.Rules.PlayHash(), t.Seed, round+1, t.Games, t.Nodes, t.Noise, by, chunk)
}

// play returns the samples of a round, game by game: those that are there, and the
// others played.
func (t Training) play(ctx context.Context, round, chunks int, w *player.Weights) ([][]sample, error) {
	if err := os.MkdirAll(filepath.Dir(t.path(round, 0)), 0o777); err != nil {
		return nil, err
	}
	found := make([][][]sample, chunks)
	errs := make([]error, max(1, t.Workers))
	var next atomic.Int64
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { errs[i] = t.work(ctx, round, w, &next, found) })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	var games [][]sample
	for _, chunk := range found {
		games = append(games, chunk...)
	}
	return games, nil
}

func (t Training) work(ctx context.Context, round int, w *player.Weights, next *atomic.Int64, found [][][]sample) error {
	teacher, err := player.NewTeacher(t.Rules, w, t.Nodes, t.Noise)
	if err != nil {
		return err
	}
	b := notation.Of(t.Rules.Profile())
	for {
		chunk := int(next.Add(1)) - 1
		if chunk >= len(found) {
			return nil
		}
		text, err := os.ReadFile(t.path(round, chunk))
		if err == nil {
			if found[chunk], err = t.read(b, t.head(round, chunk, w), chunk, string(text)); err != nil {
				return fmt.Errorf("%s: %w", t.path(round, chunk), err)
			}
			continue
		}
		for i := range t.gamesOf(chunk) {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			game := chunk*chunkGames + i
			source := random.New("varlab train", strconv.FormatUint(t.Seed, 10), t.Rules.PlayHash(), strconv.Itoa(round), strconv.Itoa(game))
			samples, err := t.game(teacher, source)
			if err != nil {
				return err
			}
			found[chunk] = append(found[chunk], samples)
			if t.Played != nil {
				t.Played()
			}
		}
		if err := t.write(b, t.head(round, chunk, w), t.path(round, chunk), found[chunk]); err != nil {
			return err
		}
	}
}

// Games begin with so many random turns, to see more of the game than good players
// show.
const (
	leastRandom = 4
	mostRandom  = 14
)

// game plays one game and returns its quiet positions.
func (t Training) game(p player.Teacher, source rand.Source) ([]sample, error) {
	r := t.Rules
	p.NewGame()
	h := rules.NewHistory(r, r.Start())
	wild := leastRandom + random.Below(source, mostRandom-leastRandom+1)
	var samples []sample
	var movers []rules.Side
	result := rules.Draw
	for h.Plies() < horizon {
		if o := h.Outcome(); o.Over() {
			result = o.Result
			break
		}
		if h.Plies() < wild {
			turns := h.Turns()
			h.Play(turns[random.Below(source, len(turns))])
			continue
		}
		turn, err := p.Choose(h, source)
		if err != nil {
			return nil, err
		}
		s := h.State()
		// A position that stands again and again says little each time.
		if score, ok := p.Score(); ok && h.QuietPlies() < 20 && r.Settled(&s) && !r.Threatened(&s) {
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

// read is the reverse of write.
func (t Training) read(b *notation.Notation, head string, chunk int, text string) ([][]sample, error) {
	lines := bufio.NewScanner(strings.NewReader(text))
	if !lines.Scan() || lines.Text() != head {
		return nil, errors.New("not the games of this training (want another directory, or the same flags)")
	}
	var games [][]sample
	left := 0 // positions of the last game still to come
	for row := 2; lines.Scan(); row++ {
		words := strings.Fields(lines.Text())
		if left == 0 {
			if len(words) != 2 || words[0] != "game" {
				return nil, fmt.Errorf("line %d: want game and its number of positions", row)
			}
			n, err := strconv.Atoi(words[1])
			if err != nil || n < 0 {
				return nil, fmt.Errorf("line %d: %q is not a number of positions", row, words[1])
			}
			games, left = append(games, nil), n
			continue
		}
		if len(words) != 3 {
			return nil, fmt.Errorf("line %d: want a position, its score and points", row)
		}
		setup, err := b.ReadHub(words[0])
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", row, err)
		}
		if _, err := t.Rules.Position(setup); err != nil {
			return nil, fmt.Errorf("line %d: %w", row, err)
		}
		score, err1 := strconv.Atoi(words[1])
		points, err2 := strconv.Atoi(words[2])
		if err1 != nil || err2 != nil || points < 0 || points > 2 {
			return nil, fmt.Errorf("line %d: want a score, and points from 0 to 2", row)
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
