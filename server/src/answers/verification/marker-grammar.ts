import { anyOf } from '../../language/phrases.ts'

/** A bracket that may be a citation, with the text around it. */
export interface Bracket {
  text: string
  /** The number of sources that it names. */
  count: number
  /** The text of its line before it. */
  before: string
  /** The text after it, at least as far as `isSentenceComplete` requires. */
  after: string
  /** Whether it directly follows another marker: `[1], [2]`. */
  isBehindMarker: boolean
  /** Whether the answer has used a marker in the requested form before. */
  hasCertain: boolean
}

const SENTENCE_END = /[。！？!?\n]|\.(?=\s)/
/** The id of a sentence, which nothing but evidence has: `E3.1`. */
const SENTENCE_ID = /E\s?\d{1,3}\.\d/i
const CERTAIN_MARKER = /[[【［]\s?\^?`?E\s?\d/i

/** The length from which on a following bracket shows its first digit: `[^E1`. */
const MAX_BRACKET_LEAD_CHARS = 5

/** Returns whether enough text follows to decide; a bracket that follows must be visible up to its first digit. */
export function isSentenceComplete(after: string): boolean {
  const next = after.replace(/^[^\S\n]+/, '')
  const isBracketBegun = /^[[【［(（]/.test(next) && next.length < MAX_BRACKET_LEAD_CHARS
  return !isBracketBegun && SENTENCE_END.test(next)
}

/** How far before a bracket a number is sought that the bracket bounds, in UTF-16 units. */
const MAX_VALUE_CHARS = 30
/** How far before a bracket an open parenthesis is sought, in UTF-16 units. */
const MAX_PARENTHESIS_CHARS = 200

/** Text that may follow a marker: the end of a clause, closing punctuation or another marker. */
const CLAUSE_END = /^[^\S\n]*(?:$|\n|[。．！？；，、：.!?;,:)）」』”’"'|*]|—|[[【［(（]\^?E?\s?\d)/i
/** Text that may follow a marker in round brackets: the end of a sentence or another marker. */
const SENTENCE_OR_MARKER_END = /^[^\S\n]*(?:$|\n|[。．！？；.!?;]|[[【［(（]\^?E?\s?\d)/i
/** Text that may precede a marker; a bracket directly after a letter or digit is an index or an argument. */
const CLOSED_BEFORE = /[\s\p{Script=Han}\p{Pe}\p{Pf}。．，、；：！？.,;!?%％"'*_`]$/u
/** Signs after which a bracket is an operand or an argument: `x ∈ [1]`. */
const OPERATOR = /[=<>≤≥≈∈∉⊂×·+/^~|(（[{:：&-]\s*$/u
/** A marker follows the claim it supports, not a comma or another bracket. */
const TRAILING_SEPARATOR = /[,，、\]】］]\s*$/
/** What makes a line a list item, a heading, a quotation or a row of a table. */
const LIST_LEAD = /^[\s>|]*(?:(?:[-*+•]|#{1,6}|\d{1,3}[.)、])\s+)?/

/** Words after which a bracket is the object of the sentence. */
const COPULA = new RegExp(`${anyOf('brackets/copulas')}\\s*$`, 'iu')
/** Words after which several numbers are an interval or values. */
const PREPOSITION = new RegExp(`${anyOf('brackets/prepositions')}\\s*$`, 'iu')
/** Words whose number stands in a bracket. */
const BRACKETED_NOUN = new RegExp(`${anyOf('brackets/nouns')}\\s*$`, 'iu')

/** Returns whether a number in square brackets, or an id in round ones, is in the position of a citation. */
export function fitsGrammar(bracket: Bracket): boolean {
  const { before, after } = bracket
  if (/^\(|^\[(?!\^?\s?E?\d)/i.test(after) || isLinkText(before, after)) return false
  if (bracket.isBehindMarker) return CLAUSE_END.test(after)
  if (bracket.text.startsWith('【')) return /\p{L}/u.test(before)
  return followsClaim(before) && endsClaim(bracket)
}

/**
 * Returns whether what follows a bracket lets it end a claim; forms that are seldom markers must meet more.
 */
function endsClaim({ text, count, before, after, hasCertain }: Bracket): boolean {
  const sentence = after.slice(0, (SENTENCE_END.exec(after)?.index ?? after.length) + 1)
  // An answer that uses the requested form mostly means something else by other brackets.
  const isMixed = hasCertain || CERTAIN_MARKER.test(sentence)
  if (/^[(（]/.test(text)) return (!isMixed || SENTENCE_ID.test(text)) && SENTENCE_OR_MARKER_END.test(after)
  if (text.includes('^')) return true
  if (COPULA.test(before) || BRACKETED_NOUN.test(before)) return false
  const isAtEnd = CLAUSE_END.test(after)
  if (count > 1) return isAtEnd && !isMixed && !isBracketArgument(text, before)
  return isAtEnd || (!isMixed && /^[\s\p{Script=Han}]/u.test(after))
}

/** Detects several numbers that form an interval or a row of values: `3 [2, 4]`. */
const isBracketArgument = (text: string, before: string): boolean =>
  PREPOSITION.test(before) ||
  isBetween(/(?<![\d.])\d{1,9}(?:\.\d{1,9})?(?=\s*$)/.exec(before.slice(-MAX_VALUE_CHARS))?.[0], text) ||
  /[|(（]\s*$|[(（][^()（）]*$/.test(before.slice(-MAX_PARENTHESIS_CHARS)) ||
  (/[;；]/.test(text) && /[,，]/.test(text))

/** Returns whether a text states two numbers that a value is between: `[2, 4]` for 3. */
function isBetween(value: string | undefined, bounds: string): boolean {
  const [from, to, more] = (bounds.match(/\d+(?:\.\d+)?/g) ?? []).map(Number)
  const isRange = from !== undefined && to !== undefined && more === undefined
  return value !== undefined && isRange && from <= Number(value) && Number(value) <= to
}

/** Returns whether the text before a bracket has words that it can cite a source for. */
function followsClaim(before: string): boolean {
  if (!CLOSED_BEFORE.test(before) || TRAILING_SEPARATOR.test(before)) return false
  const claim = before.slice(LIST_LEAD.exec(before)?.[0].length ?? 0)
  const isCell = /\|\s*$/.test(claim)
  return /\p{L}{2}|\p{Script=Han}/u.test(claim) && (isCell || !OPERATOR.test(claim))
}

/** Detects a bracket inside the text of a link: `[see [1]](address)`. */
const isLinkText = (before: string, after: string) =>
  before.lastIndexOf('[') > before.lastIndexOf(']') && /^[^[\]\n]*\]\(/.test(after)
