import { anyOf, wordSet } from '../phrases.ts'

/** A span of a text, in UTF-16 offsets; `end` is exclusive. */
export interface TextSpan {
  start: number
  end: number
}

/** Abbreviations whose full stop usually ends no sentence, in lower case without that stop. */
const ABBREVIATIONS = wordSet('en', 'sentences/abbreviations')

const MAX_ABBREVIATION_CHARS = Math.max(...[...ABBREVIATIONS].map((word) => word.length))

const LETTER_OR_DOT = /[\p{L}.]/u
/** Abbreviations that end a sentence when a capital follows; after the others a capital begins a name or a label. */
const SENTENCE_ENDING_ABBREVIATIONS = wordSet('en', 'sentences/ending-abbreviations')
const SENTENCE_END = /[。！？!?…]+|\.+/g
/** Quotes and brackets that close what the sentence opened and belong to it. */
const CLOSING_MARKS = /["'”’」』）)\]】》]*/y
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
// How far the text around a sign is read, in UTF-16 units: far enough for what the expressions look for there.
const NEXT_WORD_CHARS = 24
const WORDS_BEFORE_CHARS = 24
/** Quotes and brackets behind a sign, and the first characters of the next word. */
const NEXT_SIGNS_CHARS = 12
/** White space behind an ellipsis and one letter. */
const NEXT_LETTER_CHARS = 4
/** A given name and a single capital: `Alfred P`. */
const NAME_BEFORE_CHARS = 20

/**
 * Splits a paragraph into its sentences, in its order; spans exclude the space around them and hold a letter or digit at
 * least.
 */
export function sentenceSpans(text: string): TextSpan[] {
  const spans: TextSpan[] = []
  let start = 0
  for (const { index, 0: sign } of text.matchAll(SENTENCE_END)) {
    const end = index + sign.length
    if (index < start || !endsSentence(text, index, end)) continue
    CLOSING_MARKS.lastIndex = end
    CLOSING_MARKS.test(text)
    // The sticky pattern always matches, and ends behind the closing marks.
    const closedAt = CLOSING_MARKS.lastIndex
    addSpan(spans, text, start, closedAt)
    start = closedAt
  }
  addSpan(spans, text, start, text.length)
  return spans
}

/** Adds a span without the space at its ends, if it has a letter or digit. */
export function addSpan(spans: TextSpan[], text: string, from: number, to: number): void {
  const piece = text.slice(from, to)
  const start = from + (piece.length - piece.trimStart().length)
  const end = start + piece.trim().length
  if (LETTER_OR_DIGIT.test(piece)) spans.push({ start, end })
}

/** Decides whether the signs from `at` to `end`, of which the first determines the kind, end a sentence. */
function endsSentence(text: string, at: number, end: number): boolean {
  const sign = text.charAt(at)
  if ('。！？'.includes(sign)) return true
  if (sign === '…') return end - at > 1 || /^\s*(?:$|\p{Lu})/u.test(text.slice(end, end + NEXT_LETTER_CHARS))
  if (isMissingSpace(text, at, end)) return true
  const rest = text.slice(end, end + NEXT_SIGNS_CHARS)
  if (!/^["'”’)\]]*(?:\s|$|\p{Script=Han})/u.test(rest)) return false
  return sign === '.' ? dotEndsSentence(text, at, rest) : true
}

/** The end of a sentence whose full stop follows: `embeddings`, `(see below)`, `(2)`, `embeddings `. */
const GLUED_BEFORE = /[\p{Ll}\d)]\p{Ll}[)”’"]?$|\p{Ll}[)”’"]$|\d\)$|\p{Ll}\s$/u
/** The beginning of the next sentence: `However, `, a short word that begins sentences, or `X-Ray`. */
const GLUED_AFTER =
  /^(?:\p{Lu}\p{Ll}{2,}[\s,]|(?:We|In|It|As|By|On|At|To|An|If|So|A|I)\s|\p{Lu}[\p{L}\p{N}]*-\p{Lu})/u
/** What precedes a full stop within an address: `https://example`, `name@example`. */
const ADDRESS_TAIL = /[/@:][^\s/@:]*$/u

/**
 * Detects a lost space after a full stop: `embeddings.However, most`, but not `Node.Js`, `www.Example` or an address.
 */
function isMissingSpace(text: string, at: number, end: number): boolean {
  if (end - at > 1 || !GLUED_AFTER.test(text.slice(end, end + NEXT_WORD_CHARS))) return false
  const before = text.slice(Math.max(0, at - WORDS_BEFORE_CHARS), at)
  return GLUED_BEFORE.test(before) && !ADDRESS_TAIL.test(before) && !ABBREVIATIONS.has(wordBefore(text, at))
}

/** Decides whether a full stop ends a sentence rather than a decimal number, an initial or an abbreviation. */
function dotEndsSentence(text: string, at: number, rest: string): boolean {
  const next = /^["'”’)\]\s]*(.?)/u.exec(rest)?.[1] ?? ''
  if (next === '') return true
  const before = text.slice(Math.max(0, at - NAME_BEFORE_CHARS), at)
  // A further initial never begins a sentence: `J. B. Smith`.
  if (endsInCapital(before)) return initialEndsSentence(before, next, rest) && !/^\s\p{Lu}\./u.test(rest)
  const word = wordBefore(text, at)
  if (ABBREVIATIONS.has(word)) return SENTENCE_ENDING_ABBREVIATIONS.has(word) && /\p{Lu}/u.test(next)
  return !/\p{Ll}/u.test(next)
}

/**
 * Returns the run of letters and dots before `at` in lower case, read just far enough to compare with abbreviations.
 */
function wordBefore(text: string, at: number): string {
  let from = at
  while (at - from <= MAX_ABBREVIATION_CHARS && LETTER_OR_DOT.test(text.charAt(from - 1))) from -= 1
  return text.slice(from, at).toLowerCase()
}

/** Returns whether a text ends in a single capital, such as the initial of a name. */
const endsInCapital = (text: string): boolean => /(?:^|[\s.(])\p{Lu}$/u.test(text)

/** Words that begin sentences and are no family names. */
const SENTENCE_OPENER = new RegExp(`^["'”’)\\]\\s]*${anyOf('sentences/openers')}\\s`, 'u')

/**
 * Decides for a single capital before a full stop: `vitamin C. We` ends a sentence, `J. Smith`, `Alfred P. Sloan` do
 * not.
 */
function initialEndsSentence(before: string, next: string, rest: string): boolean {
  if (/\p{Lu}\p{Ll}+\s\p{Lu}$/u.test(before) && !SENTENCE_OPENER.test(rest)) return false
  return (
    /\p{Ll}\s\p{Lu}$/u.test(before) && /\p{Lu}/u.test(next) && !/(?:by|and|of|from|&)\s\p{Lu}$/u.test(before)
  )
}
