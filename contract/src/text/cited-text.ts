/** A citation found in a text. */
export interface CitationMark {
  /** UTF-16 offset in the text. */
  start: number
  /** Exclusive. */
  end: number
  /** `[@id]` of the product, `[1]`, `(Wang, 2020)`, `\cite{key}`. */
  kind: 'id' | 'number' | 'author-year' | 'tex'
  /** Ids, numbers or keys; empty for author and year. */
  keys: string[]
}

/** In order: `[@a; @b]`, `[1, 3–5]`, `\citep[p. 3]{a,b}`, `(Wang & Li, 2020)`, and `Wang (2020)`. */
const CITATION_PATTERNS: [CitationMark['kind'], RegExp][] = [
  ['id', /\[@([\w-]{1,64}(?:; ?@[\w-]{1,64}){0,20})\]/g],
  ['number', /\[(\d{1,3}(?: ?[-–—~,，、] ?\d{1,3}){0,20})\]/g],
  [
    'tex',
    /\\(?:cite[tp]?|(?:paren|text|auto|foot)cite)\*?(?:\[[^[\]{}\n]{0,80}\]){0,2}\{([^{}\n]{1,400})\}/g,
  ],
  [
    'author-year',
    /[(（](?:(?:see|cf\.?|e\.g\.,?|参见|见) )?[\p{Lu}\p{Script=Han}][^()（）\n]{0,200}?[\s,，](?:19|20)\d\d[a-z]?(?:[:：,，] ?[\w–-]{1,12})?[)）]/gu,
  ],
  [
    'author-year',
    /(?:\p{Lu}[\p{L}'’-]{1,30}(?: (?:and|&) \p{Lu}[\p{L}'’-]{1,30}| et al\.?)? |\p{Script=Han}{1,4}等?)[(（](?:19|20)\d\d[a-z]?[)）]/gu,
  ],
]

/** Returns the citations of a text in order, without overlap: of matches that overlap, the first and longest stays. */
export function citationMarks(text: string): CitationMark[] {
  const matches = CITATION_PATTERNS.flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].map(({ index: start, 0: whole, 1: inside }) => ({
      kind,
      start,
      end: start + whole.length,
      keys: inside === undefined ? [] : citationKeys(kind, inside),
    })),
  )
  let end = 0
  return matches
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((mark) => {
      const isFree = mark.start >= end
      if (isFree) end = mark.end
      return isFree
    })
}

/** Returns the keys in the text between the brackets of a citation. */
function citationKeys(kind: CitationMark['kind'], inside: string): string[] {
  if (kind === 'id') return inside.split(';').map((key) => key.replace('@', '').trim())
  if (kind === 'tex') return inside.split(',').map((key) => key.trim())
  return inside.split(/[,，、]/).flatMap(expandNumbers)
}

/** Largest distance between the ends of a number range; longer ranges are cut. */
const MAX_RANGE_DISTANCE = 50

/** Expands a range: `1–3` is 1, 2, 3. */
function expandNumbers(part: string): string[] {
  const [from = 0, to = from] = part.split(/[-–—~]/).map(Number)
  const distance = Math.min(Math.max(to - from, 0), MAX_RANGE_DISTANCE)
  return Array.from({ length: distance + 1 }, (_, at) => String(from + at))
}

/** A character that ends a sentence; a citation is placed before it. */
const SENTENCE_END = /[\s。！？!?….;；:：,，"'”’」』)）\]】]$/u
/** Largest number of signs at the end of a sentence that are skipped. */
const MAX_TRAILING_SIGNS = 12

/** Returns the offset at which a citation is inserted in a sentence: before its final punctuation. */
export function citationPosition(sentence: string): number {
  const minPosition = Math.max(0, sentence.length - MAX_TRAILING_SIGNS)
  let position = sentence.length
  while (position > minPosition) {
    const sign = sentence.charAt(position - 1)
    // A closing bracket belongs to what it encloses, not to the end of the sentence.
    if (!SENTENCE_END.test(sign) || /[)）\]】]/.test(sign)) break
    position -= 1
  }
  return position
}

/** `参考文献`, `5. References:`, `# Bibliography`. */
const LIST_HEADING =
  /^[#\s]{0,8}(?:\d{1,2}[.、 ]{1,2})?(?:参 {0,3}考 {0,3}文 {0,3}献|引用文献|references|bibliography|works cited)\s{0,3}[:：]?\s{0,8}$/i

/** A line of this length or more is no heading. */
const HEADING_CHARS_LIMIT = 60

/** Returns whether a line consists only of the heading of a list of references. */
export const isListHeading = (line: string): boolean =>
  line.length < HEADING_CHARS_LIMIT && LIST_HEADING.test(line)

/**
 * Splits a manuscript into its text and the list of references after its last heading of one; the list is empty without
 * such a heading.
 */
export function splitManuscript(text: string): { body: string; references: string } {
  let lineStart = 0
  let heading: { from: number; to: number } | undefined
  for (const line of text.split('\n')) {
    const nextLine = lineStart + line.length + 1
    if (isListHeading(line)) heading = { from: lineStart, to: nextLine }
    lineStart = nextLine
  }
  if (!heading) return { body: text, references: '' }
  return { body: text.slice(0, heading.from), references: text.slice(heading.to) }
}

/** Where a text is split, the best places first. */
const CUT_MARKS = ['\n', '。', '. ', '！', '？', '；', ' ']

/**
 * Splits a text into ranges of at most `maxChars` UTF-16 units: at paragraph ends where possible, else at sentence ends
 * or spaces, else anywhere. Blank ranges are omitted.
 */
export function splitText(text: string, maxChars: number): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = []
  let start = 0
  while (start < text.length) {
    const piece = text.slice(start, start + maxChars)
    const cut = start + maxChars < text.length ? findCut(piece) : piece.length
    if (piece.trim() !== '') ranges.push({ start, end: start + cut })
    start += cut
  }
  return ranges
}

/** Smallest share of a piece that becomes a range of its own. */
const MIN_CUT_SHARE = 1 / 3

/** Returns how many characters of a piece make the next range. */
function findCut(piece: string): number {
  for (const sign of CUT_MARKS) {
    const at = piece.lastIndexOf(sign)
    if (at > piece.length * MIN_CUT_SHARE) return at + sign.length
  }
  // Avoids cutting between the two halves of a surrogate pair.
  return /[\ud800-\udbff]$/.test(piece.slice(-1)) ? piece.length - 1 : piece.length
}
