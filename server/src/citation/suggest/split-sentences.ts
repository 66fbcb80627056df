import { type CitationMark, citationMarks } from '@scinav/contract/cited-text'
import { anyOf } from '../../language/phrases.ts'
import { sentenceSpans } from '../../language/text/sentences.ts'

/** A span of a text, in UTF-16 offsets. */
interface TextSpan {
  start: number
  end: number
}

/** A stretch of a manuscript: a sentence of running text, a heading, or a line of mark-up. */
export interface ManuscriptSentence extends TextSpan {
  kind: 'sentence' | 'heading' | 'markup'
}

/** A paragraph of running text, whose lines are joined, a heading, or a line of mark-up. */
interface ManuscriptParagraph extends TextSpan {
  kind: 'text' | 'heading' | 'markup'
}

/**
 * Matches a Markdown heading, or the usual name of a section with a number or without: `## Method`, `1.2 Conclusion`.
 */
const HEADING_LINE = new RegExp(
  `^\\s{0,12}(?:#{1,6}\\s|(?:\\d{1,2}\\.){0,3}\\d{0,2}\\s{0,3}${anyOf('headings/boilerplate')}\\s{0,3}[:：]?\\s{0,3}$)`,
  'iu',
)
/** Matches the beginning of a line of mark-up: LaTeX commands, comments, Markdown tables and rules, formulas. */
const MARKUP_LINE = /^\s{0,12}(?:%|\||```|---|\$\$|\\(?!(?:emph|text|cite|paren|auto|foot)))/
/** Matches the sign at the end of a line after which the next line does not continue the sentence. */
const SENTENCE_END = /[。！？!?.;；:：…"”）)\]}】]$/u
/** The least length of a line that may have been wrapped. */
const MIN_WRAPPED_LINE_CHARS = 36
/** Maximum length of a heading that is recognized by its shortness; Chinese takes half as many characters. */
const MAX_HEADING_CHARS = 40
const MAX_CHINESE_HEADING_CHARS = 20
/** Maximum length of a heading that is recognized by `HEADING_LINE`. */
const MAX_MARKED_HEADING_CHARS = 120

/** Splits a text into sentences, headings and lines of mark-up, in order. */
export function splitSentences(text: string): ManuscriptSentence[] {
  const trailing = trailingMarks(text)
  // A citation directly behind a full stop belongs to the sentence before it: sentences are found without it.
  const blanked = blankOutMarks(text, trailing)
  /** For each such citation, its end by its beginning, which is the end of the sentence without it. */
  const ends = new Map(trailing.map(({ start, end }) => [start, end]))
  return splitParagraphs(text).flatMap(({ start, end, kind }): ManuscriptSentence[] => {
    if (kind !== 'text') return [{ start, end, kind }]
    return sentenceSpans(blanked.slice(start, end)).map((span) => {
      const last = start + span.end
      return { start: start + span.start, end: ends.get(last) ?? last, kind: 'sentence' }
    })
  })
}

/** Returns the citations directly behind the sign that ends a sentence: `as shown.[3]`. */
const trailingMarks = (text: string): CitationMark[] =>
  citationMarks(text).filter(
    ({ kind, start }) =>
      (kind === 'number' || kind === 'id') && start > 0 && '.。！？!?'.includes(text.charAt(start - 1)),
  )

/** Replaces marks by spaces, so that offsets stay. */
function blankOutMarks(text: string, marks: readonly CitationMark[]): string {
  let blanked = ''
  let at = 0
  for (const { start, end } of marks) {
    blanked += text.slice(at, start) + ' '.repeat(end - start)
    at = end
  }
  return blanked + text.slice(at)
}

/** Splits a text into paragraphs. Wrapped lines are joined, because text copied from a PDF is broken at every line. */
function splitParagraphs(text: string): ManuscriptParagraph[] {
  const paragraphs: ManuscriptParagraph[] = []
  let at = 0
  /** Whether the last line may have been wrapped, so that the next one continues its paragraph. */
  let mayContinue = false
  for (const line of text.split('\n')) {
    const [start, end] = [at, at + line.length]
    at = end + 1
    const kind = lineKind(line)
    const last = paragraphs.at(-1)
    if (line.trim() === '') mayContinue = false
    else if (kind === 'text' && mayContinue && last) last.end = end
    else paragraphs.push({ start, end, kind })
    if (line.trim() !== '')
      mayContinue =
        kind === 'text' &&
        line.length >= MIN_WRAPPED_LINE_CHARS &&
        !SENTENCE_END.test(line.trimEnd().slice(-1))
  }
  return paragraphs
}

/** Returns the kind of a line by itself; short lines without a mark at the end are headings. */
function lineKind(line: string): ManuscriptParagraph['kind'] {
  if (MARKUP_LINE.test(line)) return 'markup'
  const trimmed = line.trim()
  if (trimmed.length > MAX_MARKED_HEADING_CHARS) return 'text'
  if (HEADING_LINE.test(trimmed)) return 'heading'
  const isChinese = /\p{Script=Han}/u.test(trimmed)
  const isShort = trimmed.length <= (isChinese ? MAX_CHINESE_HEADING_CHARS : MAX_HEADING_CHARS)
  return isShort && !/[。！？!?.；;，,：:…]$/u.test(trimmed.slice(-1)) ? 'heading' : 'text'
}

/** Joints between clauses: a semicolon, or a comma before a word of contrast or sequence. */
const CLAUSE_JOINT = new RegExp(`[；;]\\s*|[，,]\\s*(?=${anyOf('citing/clause-joints')})`, 'giu')
/** The least length of a clause that makes a claim of its own. */
const MIN_CLAUSE_HAN_CHARS = 8
const MIN_CLAUSE_WORDS = 5

/** Splits a sentence into clauses that each make a claim; returns the whole sentence when one of them is too short. */
export function splitClauses(sentence: string): TextSpan[] {
  const clauses: TextSpan[] = []
  let start = 0
  for (const { 0: joint, index } of sentence.matchAll(CLAUSE_JOINT)) {
    clauses.push({ start, end: index })
    start = index + joint.length
  }
  clauses.push({ start, end: sentence.length })
  const areClaims = clauses.every((clause) => isClaimLength(sentence.slice(clause.start, clause.end)))
  return clauses.length > 1 && areClaims ? clauses : [{ start: 0, end: sentence.length }]
}

/** Returns whether a clause is long enough to make a claim of its own. */
const isClaimLength = (text: string): boolean =>
  (text.match(/\p{Script=Han}/gu)?.length ?? 0) >= MIN_CLAUSE_HAN_CHARS ||
  (text.match(/[\p{Script=Latin}\p{N}]+/gu)?.length ?? 0) >= MIN_CLAUSE_WORDS
