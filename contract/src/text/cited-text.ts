/** A citation that stands in a text. */
export interface CitationMark {
  start: number
  end: number
  /** `[@id]` of the product, `[1]`, `(Wang, 2020)`, `\cite{key}`. */
  kind: 'id' | 'number' | 'author-year' | 'tex'
  /** Ids, numbers or keys; none of authors and years. */
  keys: string[]
}

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

/** The citations of a text in their order; none within another. */
export function citationMarks(text: string): CitationMark[] {
  const all = CITATION_PATTERNS.flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].map(({ index: start, 0: whole, 1: inside }) => ({
      kind,
      start,
      end: start + whole.length,
      keys: inside === undefined ? [] : citationKeys(kind, inside),
    })),
  )
  let end = 0
  return all
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((mark) => {
      const isFree = mark.start >= end
      if (isFree) end = mark.end
      return isFree
    })
}

function citationKeys(kind: CitationMark['kind'], inside: string): string[] {
  if (kind === 'id') return inside.split(';').map((key) => key.replace('@', '').trim())
  if (kind === 'tex') return inside.split(',').map((key) => key.trim())
  return inside.split(/[,，、]/).flatMap(expandNumbers)
}

/** No citation names more in one go. */
const MAX_RANGE_NUMBERS = 50

/** `1–3` is 1, 2, 3. */
function expandNumbers(part: string): string[] {
  const [from = 0, to = from] = part.split(/[-–—~]/).map(Number)
  const length = Math.min(Math.max(to - from, 0), MAX_RANGE_NUMBERS)
  return Array.from({ length: length + 1 }, (_, at) => String(from + at))
}

/** What ends a sentence; a citation stands before it. */
const SENTENCE_END = /[\s。！？!?….;；:：,，"'”’」』)）\]】]$/u
const MAX_TRAILING_SIGNS = 12

/** Where in a sentence its citation is written: before what ends it. */
export function citationPosition(sentence: string): number {
  let at = sentence.length
  while (
    at > 0 &&
    sentence.length - at < MAX_TRAILING_SIGNS &&
    SENTENCE_END.test(sentence.slice(at - 1, at))
  ) {
    // What closes a bracket belongs to it, not to the end.
    if (/[)）\]】]/.test(sentence.charAt(at - 1))) break
    at -= 1
  }
  return at
}

const LIST_HEADING =
  /^[#\s]{0,8}(?:\d{1,2}[.、 ]{1,2})?(?:参 {0,3}考 {0,3}文 {0,3}献|引用文献|references|bibliography|works cited)\s{0,3}[:：]?\s{0,8}$/i

/** Whether a line is the heading of a list of references, and nothing else. */
export const isListHeading = (line: string): boolean => line.length < 60 && LIST_HEADING.test(line)

/** A manuscript and the list of references at its end; none where it has no heading of one. */
export function splitManuscript(text: string): { body: string; references: string } {
  let at = 0
  let found: { from: number; to: number } | undefined
  for (const line of text.split('\n')) {
    if (isListHeading(line)) found = { from: at, to: at + line.length + 1 }
    at += line.length + 1
  }
  if (!found) return { body: text, references: '' }
  return { body: text.slice(0, found.from), references: text.slice(found.to) }
}

const CUT_MARKS = ['\n', '。', '. ', '！', '？', '；', ' ']

/** A text in stretches of at most `most` units: whole paragraphs, else whole sentences, else cut where it has to be. */
export function splitText(text: string, most: number): { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = []
  let start = 0
  while (start < text.length) {
    const piece = text.slice(start, start + most)
    const cut = start + most < text.length ? findCut(piece) : piece.length
    if (piece.trim() !== '') parts.push({ start, end: start + cut })
    start += cut
  }
  return parts
}

function findCut(piece: string): number {
  for (const sign of CUT_MARKS) {
    const at = piece.lastIndexOf(sign)
    if (at > piece.length / 3) return at + sign.length
  }
  // Half a character is none.
  return /[\ud800-\udbff]$/.test(piece.slice(-1)) ? piece.length - 1 : piece.length
}
