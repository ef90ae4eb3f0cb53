package notation

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The words of a game are results, numbers and moves. Blanks may stand around the
// strokes within a result or a move, and letters from another keyboard that look alike.

const (
	square = `(?:[0-9]{1,3}|[a-wyzA-WYZасеАВСЕНКМ][0-9]{1,2})` // of any board
	column = `[a-nA-NасеАВСЕНКМ]`
	dash   = `[ \t]*[-–−—][ \t]*`
	cross  = `[ \t]*[x:×XхХ][ \t]*`
	stroke = `[-–−—x:×XхХ]`
	points = `(?:1/2|½|0[.,]5|[012])`
	// forfeit is the mark of a result that was not played for.
	forfeit = `(?:[ \t]*(?i:ff?\b|w/?o\b|\(ff?\)|\(w/?o\)))?`
)

var (
	moveWord = longest(`^(?:` + square + `(?:` + dash + square + `|(?:` + cross + square + `)+|(?:` + stroke + square + `)+)|` +
		column + `[0-9]{1,2}` + column + `[0-9]{1,2}|[0-9]{4}|` + column + `(?:` + stroke + column + `[0-9]{1,2})+|` + column + column + `[0-9]{1,2})`)
	resultWord = longest(`^(?:` + points + `(?:[ \t]*[-–−—:][ \t]*` + points + `)?|[-−+=] ?: ?[-−+=]|[-−+] ?: ?` + points + `|` + points + ` ?: ?[-−+]|\+ ?[-–−—] ?0|0 ?[-–−—] ?\+)` + forfeit)
	nullWord   = longest(`^(?:--|- ?-|-)`)
	countWord  = longest(`^[0-9]{1,3}`)
	numberWord = regexp.MustCompile(`^([0-9]+)(\.+|\))`)
	gluedForm  = regexp.MustCompile(`^\pL{3,}\S*`)
	afterForm  = regexp.MustCompile(forfeit + `$`)
	// lastWord is the end of a line with what may be a result.
	lastWord = regexp.MustCompile(`(?:^|[^0-9½/.–−—:-])((?:` + points + `[ \t]*[-–−—:][ \t]*)?` + points + `|\*)$`)
)

func longest(form string) *regexp.Regexp {
	re := regexp.MustCompile(form)
	re.Longest()
	return re
}

// longestWord is longer than any move through all squares of a board, in bytes.
const longestWord = 500

// begins returns how many bytes of text are a word of that form, 0 if none. A comment without
// braces may follow at once.
func begins(form *regexp.Regexp, text string) int {
	at := form.FindStringIndex(text[:min(len(text), longestWord)])
	if at == nil {
		return 0
	}
	next, _ := utf8.DecodeRuneInString(text[at[1]:])
	if letter(next) && !gluedForm.MatchString(text[at[1]:]) || next >= '0' && next <= '9' || strings.ContainsRune("-/:½", next) {
		return 0
	}
	return at[1]
}

// results are the results at the end of a game, as they are written and as Game.Result gives
// them.
var results = map[string]string{
	"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "2-0": "2-0", "0-2": "0-2", "1-1": "1-1", "0-0": "0-0",
	"1/2": "1/2-1/2", "½-½": "1/2-1/2", "½": "1/2-1/2", "0.5-0.5": "1/2-1/2", "0,5-0,5": "1/2-1/2",
	"+--": "1-0", "--+": "0-1", "+-0": "1-0", "0-+": "0-1", "1--": "1-0", "--1": "0-1", "2--": "2-0", "--2": "0-2", "=-=": "1/2-1/2", "---": "0-0", "*": "*",
}

// strokes makes one dash of all strokes in a result, and takes the blanks out.
var strokes = strings.NewReplacer(" ", "", "\t", "", ":", "-", "–", "-", "−", "-", "—", "-")

// resultOf is the result that text writes; empty if it writes none.
func resultOf(text string) string {
	return results[strokes.Replace(afterForm.ReplaceAllString(spaced(text), ""))]
}

// lookalikes makes one letter of all that look alike, and takes the blanks out of a move.
var lookalikes = strings.NewReplacer(" ", "", "\t", "", "×", "x", "X", "x", "х", "x", "Х", "x", "а", "a", "с", "c", "е", "e", "–", "-", "−", "-", "—", "-",
	"А", "a", "В", "b", "С", "c", "Е", "e", "Н", "h", "К", "k", "М", "m")

func letter[T byte | rune](c T) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// result returns the result that text begins with, and how many bytes it takes.
func result(text string) (string, int) {
	if text[0] == '*' && countWord.FindString(text[1:]) == "" {
		return "*", 1
	}
	n := begins(resultWord, text)
	if r := resultOf(text[:n]); r != "" {
		return r, n
	}
	return "", 0
}

// word reads a number or a move.
func (p *parser) word() {
	rest := p.rest()
	waits := p.number > 0 && !p.absent // another number is part of a move that is not understood
	if m := numberWord.FindStringSubmatch(rest); m != nil && (!waits || m[1] == strconv.Itoa(p.number)) {
		p.number, _ = strconv.Atoi(m[1])
		p.dots, p.absent = len(m[2]) > 1, false
		p.at += len(m[0])
	} else if n := begins(moveWord, rest); n > 0 {
		p.absent = false
		p.add(Move{Text: strings.ToLower(lookalikes.Replace(rest[:n]))})
		p.at += n
		p.pass(starForm)                                              // a star here is no result
		if comment := gluedForm.FindString(p.rest()); comment != "" { // without braces
			p.addComment(comment)
			p.at += len(comment)
		}
	} else if n := begins(nullWord, rest); n > 0 {
		p.add(Move{Text: Unknown})
		p.at += n
	} else if n := begins(countWord, rest); n > 0 && !waits {
		p.bare = p.wrong(p.here(), fmt.Sprintf("%q is no move, number or result (want such as 32-28, 1. or 1-0)", rest[:n]))
		p.number, _ = strconv.Atoi(rest[:n])
		p.dots, p.absent = false, false
		p.at += n
	} else if p.bare != nil && p.fault == nil && numberWord.MatchString(rest) {
		p.begun, p.fault = true, p.bare
	} else {
		word := strings.Fields(rest)[0]
		p.fail("%.40q is no move, number or result (want such as 32-28, 1. or 1-0)", word)
	}
}
