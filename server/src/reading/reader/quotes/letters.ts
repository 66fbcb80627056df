/**
 * A text in the form in which quotations are compared: its folded letters and digits, with their offsets in the text.
 */
export interface FoldedText {
  text: string
  /** The offset in the text at which each letter begins, in UTF-16 units. */
  starts: Uint32Array
  /** The offset after each letter. */
  ends: Uint32Array
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
/** The folded form of each code point seen so far, which bounds its size. */
const foldCache = new Map<number, string>()

/** Folds case and width of a character; returns '' when it is neither letter nor digit. */
function foldCharacter(code: number): string {
  const cached = foldCache.get(code)
  if (cached !== undefined) return cached
  const letters = [...String.fromCodePoint(code).normalize('NFKC').toLowerCase()]
    .filter((each) => LETTER_OR_DIGIT.test(each))
    .join('')
  foldCache.set(code, letters)
  return letters
}

/** Number of letters for which there is room at first; it doubles when they are used up. */
const INITIAL_CAPACITY = 4_096

/**
 * Collects the letters of a text that arrives in pieces. `add` takes a piece with its offset in the text, `size`
 * returns the number of letters so far, and `done` what was collected. A character that folds to several letters,
 * such as ﬁ, gives each of them the same offsets.
 */
export function createLetterCollector() {
  let starts = new Uint32Array(INITIAL_CAPACITY)
  let ends = new Uint32Array(INITIAL_CAPACITY)
  let length = 0
  const pieces: string[] = []

  function grow(): void {
    const [oldStarts, oldEnds] = [starts, ends]
    starts = new Uint32Array(length * 2)
    ends = new Uint32Array(length * 2)
    starts.set(oldStarts)
    ends.set(oldEnds)
  }

  function push(start: number, end: number): void {
    if (length === starts.length) grow()
    starts[length] = start
    ends[length] = end
    length += 1
  }

  return {
    add(text: string, offset: number): void {
      let piece = ''
      let at = offset
      for (const character of text) {
        const letters = foldCharacter(character.codePointAt(0) ?? 0)
        for (let unit = 0; unit < letters.length; unit += 1) push(at, at + character.length)
        piece += letters
        at += character.length
      }
      pieces.push(piece)
    },
    size: (): number => length,
    done: (): FoldedText => ({
      text: pieces.join(''),
      starts: starts.subarray(0, length),
      ends: ends.subarray(0, length),
    }),
  }
}

/**
 * Returns the letters of a quotation. It is normalized as a whole first, since the texts contain composed characters.
 */
export function foldQuote(text: string): string {
  let letters = ''
  for (const character of text.normalize('NFKC')) letters += foldCharacter(character.codePointAt(0) ?? 0)
  return letters
}
