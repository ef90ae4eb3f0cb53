package train

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"varlab/internal/files"
	"varlab/sim/player"
	"varlab/sim/random"
)

const chunkGames = 200

// A chunk is some games of a round, kept in a file.
type chunk struct {
	round, number int
	head          string
	positions     int
}

func (t Training) positions(round int) int { return max(1, t.Positions*rounds[round]/parts) }

// name is that of a chunk under Dir.
func (t Training) name(round, chunk int) string {
	return fmt.Sprintf("games-%.12s/round-%d/%05d.games", t.Rules.PlayHash(), round+1, chunk)
}

func (t Training) path(name string) string { return filepath.Join(t.Dir, filepath.FromSlash(name)) }

// there is how many of the positions of a round are there.
func (t Training) there(round int) (found int, err error) {
	of := t.positions(round)
	for chunk := 0; found < of; chunk++ {
		info, err := os.Stat(t.path(t.name(round, chunk)))
		if errors.Is(err, os.ErrNotExist) {
			break
		}
		if err != nil {
			return 0, err
		}
		found += int(info.Size()) / sampleSize(t.Rules)
	}
	return min(found, of), nil
}

// head is the first line, without the number of the chunk, of the files of games that w played
// in a round: it names their inputs. Learned weights depend on the number of positions that
// the training wants.
func (t Training) head(round int, w *player.Weights) string {
	weights := "plain"
	if w != nil {
		sum := sha256.Sum256(w.Bytes())
		weights = fmt.Sprintf("%x of %d positions", sum[:6], t.Positions)
	}
	return fmt.Sprintf("%s seed %d round %d nodes %d noise %d revision %d weights %s chunk ",
		t.Rules.PlayHash(), t.Seed, round+1, t.Nodes, t.Noise, player.Revision, weights)
}

// A round hands out its chunks in order, until those that are complete from the first
// on are enough: so that whoever plays which, the same chunks count.
type round struct {
	Training
	number  int
	weights *player.Weights
	head    string

	mu       sync.Mutex
	chunks   []chunk
	played   []bool
	waiting  map[int][]byte // content of played chunks, until those before them are complete
	complete int            // from the first on
	sum      int            // positions in them
}

func (r *round) take() (*chunk, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sum >= r.positions(r.number) {
		return nil, false
	}
	n := len(r.chunks)
	c := chunk{round: r.number, number: n, head: r.head + strconv.Itoa(n)}
	r.chunks, r.played = append(r.chunks, c), append(r.played, false)
	return &c, true
}

// done notes a chunk that is there, or, with its content, a chunk that was played. It writes
// no chunk that the chunks before make needless: else the files would depend on the workers.
func (r *round) done(number, positions int, content []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.chunks[number].positions, r.played[number] = positions, true
	if content != nil {
		r.waiting[number] = content
	}
	for r.complete < len(r.chunks) && r.played[r.complete] && r.sum < r.positions(r.number) {
		if text, ok := r.waiting[r.complete]; ok {
			if err := files.WriteBytes(r.path(r.name(r.number, r.complete)), text); err != nil {
				return err
			}
			delete(r.waiting, r.complete)
		}
		r.sum += r.chunks[r.complete].positions
		r.complete++
	}
	return nil
}

// play returns the chunks of a round: those that are there, and the others played.
func (t Training) play(ctx context.Context, number int, w *player.Weights) ([]chunk, error) {
	dir := filepath.Dir(t.path(t.name(number, 0)))
	if err := errors.Join(os.MkdirAll(dir, 0o777), files.RemoveTemporary(dir)); err != nil {
		return nil, err
	}
	r := &round{Training: t, number: number, weights: w, head: t.head(number, w), waiting: map[int][]byte{}}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var wg sync.WaitGroup
	for range max(1, t.Workers) {
		wg.Go(func() {
			if err := r.work(ctx); err != nil {
				stop(err) // of all: without the chunk that failed the round is never complete
			}
		})
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return r.chunks[:r.complete], nil
}

func (r *round) work(ctx context.Context) error {
	teacher := player.NewTeacher(r.Rules, r.weights, r.Nodes, r.Noise)
	defer context.AfterFunc(ctx, teacher.Stop)()
	for ctx.Err() == nil {
		c, more := r.take()
		if !more {
			return nil
		}
		there, err := r.load(*c)
		if err == nil {
			if err := r.done(c.number, len(there), nil); err != nil {
				return err
			}
			continue
		}
		if !errors.Is(err, os.ErrNotExist) {
			return err
		}
		var samples []sample
		for i := range chunkGames {
			game := c.number*chunkGames + i
			chance := random.NewChance("varlab train", strconv.FormatUint(r.Seed, 10), r.Rules.PlayHash(), strconv.Itoa(r.number), strconv.Itoa(game))
			found := selfPlay(teacher, chance)
			if ctx.Err() != nil {
				return context.Cause(ctx) // the search was ended in its midst
			}
			for _, f := range found {
				samples = append(samples, sample{f, i})
			}
			r.tell(len(found))
		}
		if err := r.done(c.number, len(samples), pack(r.Rules, c.head, samples)); err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}

// Games begin with random turns, between these numbers of them, to see more of the game than
// good players show.
const (
	leastRandom = 4
	mostRandom  = 14
)

// Chances of a game beside the chances of its player.
const (
	wildest  = 1 << 32 // how many
	wildTurn = wildest + 1
)

// A position that stands again and again says little each time.
const mostQuiet = 20

func selfPlay(p player.Teacher, c random.Chance) []player.Seen {
	wild := leastRandom + c.Of(wildest).Below(mostRandom-leastRandom+1)
	return p.Play(wild, horizon, mostQuiet, func(n ...uint64) random.Chance { return c.Of(wildTurn, n[0]) }, c.Of)
}
