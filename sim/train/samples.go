package train

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"

	"varlab/rules"
	"varlab/rules/board"
	"varlab/sim/player"
)

// A sample is a settled position of a game.
type sample struct {
	player.Seen
	game int // its number in the chunk
}

// The file of a chunk has a line that names the inputs of the chunk, then its samples in
// bytes, little end first, and their CRC-32 (Castagnoli). A sample has the pieces of the first
// mover, the pieces of the second and the kings, eight bytes each, or sixteen where squares
// need them; the score in two; the game in two; and the side on move with the points.

const mostScore = 1<<15 - 1

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// words is how many words hold the squares of a board.
func words(r *rules.Rules) int { return 1 + int(r.Grid().All().Last())/64 }

func sampleSize(r *rules.Rules) int { return 3*8*words(r) + 5 }

func pack(r *rules.Rules, head string, samples []sample) []byte {
	n := words(r)
	out := append([]byte(head), '\n')
	body := len(out)
	for _, s := range samples {
		for _, set := range [...]board.Set{s.Setup.Pieces(board.First), s.Setup.Pieces(board.Second), s.Setup.Kings[0].Or(s.Setup.Kings[1])} {
			out = binary.LittleEndian.AppendUint64(out, set.Lo)
			if n > 1 {
				out = binary.LittleEndian.AppendUint64(out, set.Hi)
			}
		}
		out = binary.LittleEndian.AppendUint16(out, uint16(int16(max(-mostScore, min(mostScore, s.Score)))))
		out = binary.LittleEndian.AppendUint16(out, uint16(s.game))
		out = append(out, byte(s.Setup.Mover)|byte(s.Points)<<1)
	}
	return binary.LittleEndian.AppendUint32(out, crc32.Checksum(out[body:], castagnoli))
}

func unpack(r *rules.Rules, head string, file []byte) ([]sample, error) {
	said, body, _ := bytes.Cut(file, []byte{'\n'})
	if string(said) != head {
		return nil, errors.New("not the games of this training (want another directory, or the same flags)")
	}
	n := words(r)
	size := sampleSize(r)
	if len(body) < 4 || (len(body)-4)%size != 0 || binary.LittleEndian.Uint32(body[len(body)-4:]) != crc32.Checksum(body[:len(body)-4], castagnoli) {
		return nil, errors.New("damaged (want the file deleted, so that its games are played again)")
	}
	body = body[:len(body)-4]
	samples := make([]sample, 0, len(body)/size)
	for ; len(body) > 0; body = body[size:] {
		var sets [3]board.Set
		at := body
		for i := range sets {
			sets[i].Lo = binary.LittleEndian.Uint64(at)
			if at = at[8:]; n > 1 {
				sets[i].Hi, at = binary.LittleEndian.Uint64(at), at[8:]
			}
		}
		s := sample{player.Seen{Score: int(int16(binary.LittleEndian.Uint16(at))), Points: int(at[4] >> 1)}, int(binary.LittleEndian.Uint16(at[2:]))}
		s.Setup.Mover = board.Side(at[4] & 1)
		for side := range s.Setup.Men {
			s.Setup.Men[side], s.Setup.Kings[side] = sets[side].Minus(sets[2]), sets[side].And(sets[2])
		}
		samples = append(samples, s)
	}
	return samples, nil
}

// load reads a chunk that is complete.
func (t Training) load(c chunk) ([]sample, error) {
	path := t.path(t.name(c.round, c.number))
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	samples, err := unpack(t.Rules, c.head, file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return samples, nil
}
