import { hasLetter, isQuote, isSpace } from './characters.ts'
import type { PrefixQuery, QueryWarning, SearchField, WildcardQuery, WordQuery } from './query.ts'
import { isOperator, type Operand, type QueryPiece } from './token.ts'

/**
 * Returns the end of the word that begins at `at`: the next space, quote or structural bracket. Brackets that open and
 * close within a word belong to it: `O(n^2)`, `f(x)`, `2-(4-chlorophenyl)ethanol`; but `NOT(x)` is an operator unless a
 * field precedes it.
 *
 * @param fielded whether a field precedes the word
 */
export function rawWordEnd(text: string, at: number, fielded: boolean): number {
  let end = plainEnd(text, at)
  while (end > at && text.charAt(end) === '(' && (fielded || !isOperator(text.slice(at, end)))) {
    const close = closingBracket(text, end)
    if (close < 0) break
    end = plainEnd(text, close + 1)
  }
  return end
}

/** Matches the characters from `lastIndex` to the next space, quote or bracket. */
const PLAIN_TEXT = /[^\s"“”„‟()]*/y

/** Returns the end of the text without space, quote or bracket that begins at `at`, `at` itself if there is none. */
function plainEnd(text: string, at: number): number {
  PLAIN_TEXT.lastIndex = at
  PLAIN_TEXT.test(text)
  return PLAIN_TEXT.lastIndex
}

/** Maximum length of brackets within a word. */
const MAX_BRACKET_CHARS = 100

/** Returns the index of the bracket that closes the one at `open` with neither space nor quote between them, or -1. */
function closingBracket(text: string, open: number): number {
  let depth = 0
  const limit = Math.min(text.length, open + MAX_BRACKET_CHARS)
  for (let at = open; at < limit; at++) {
    const character = text.charAt(at)
    if (isSpace(character) || isQuote(character)) return -1
    if (character === '(') depth++
    else if (character === ')' && --depth === 0) return at
  }
  return -1
}

/** Matches a punctuation mark that separates words; a comma between digits belongs to a number: `1,000`. */
const WORD_SEPARATOR = /(?<!\d),|,(?!\d)|[;；、。!…《》〈〉「」『』【】〔〕]/g
/** Matches a pattern that begins with three letters and has `?` inside: `organi?ation`. */
const INNER_WILDCARD = /^[A-Za-z]{3}[A-Za-z\d]*(?:\?+[A-Za-z\d]+)+$/
/** Matches what may precede a `?` at the end of a pattern: `model` in `model?`. */
const WILDCARD_BEGINNING = /^[A-Za-z]{3}[A-Za-z\d]*$/

/**
 * Matches punctuation at the end of a word, except what belongs to it. The lookbehind lets a match begin only
 * where punctuation begins, so that a long run inside a word is not tried from each of its marks.
 */
const TRAILING_PUNCTUATION = /(?<![^\p{L}\p{N}\p{M}+#)*?])[^\p{L}\p{N}\p{M}+#)*?]+$/u
/** Matches the wildcards at the end of a word; the lookbehind serves as in `TRAILING_PUNCTUATION`. */
const TRAILING_WILDCARDS = /(?<![*?])[*?]+$/

/**
 * Reads the words of a piece without spaces, in their order: `深度学习,图像` are two. Surrounding punctuation is
 * dropped; [] for a piece of nothing else.
 *
 * @param raw text converted by `toHalfWidth`, which makes `，` a `,`
 * @param field the field before the piece; null without one
 * @param warnings receives a warning for `*` after a single letter, and one for wildcards within a word of
 *   Latin letters and digits that have no meaning there; other wildcards without a meaning are dropped
 *   without one: before a word, after punctuation (`word.*`), `*` after a pattern, `?` in other scripts
 */
export function readOperands(
  raw: QueryPiece,
  field: SearchField | null,
  warnings: QueryWarning[],
): Operand[] {
  return cutPiece(raw, WORD_SEPARATOR).flatMap((piece) => classifyPiece(trimPiece(piece), field, warnings))
}

/** Splits a piece at every match of a one-character pattern, which is dropped. */
function cutPiece({ text, start }: QueryPiece, separator: RegExp): QueryPiece[] {
  const pieces: QueryPiece[] = []
  let from = 0
  for (const match of text.matchAll(separator)) {
    pieces.push({ text: text.slice(from, match.index), start: start + from })
    from = match.index + 1
  }
  pieces.push({ text: text.slice(from), start: start + from })
  return pieces
}

/** Trims punctuation from both ends; `.NET`, `C++`, `C#`, `f(x)` and wildcards keep theirs. */
function trimPiece({ text, start }: QueryPiece): QueryPiece {
  const before = /^[^\p{L}\p{N}\p{M}]*/u.exec(text)?.[0] ?? ''
  const isDotNet = before.endsWith('.') && /^net\b/i.test(text.slice(before.length))
  const from = isDotNet ? before.length - 1 : before.length
  return { text: text.slice(from).replace(TRAILING_PUNCTUATION, ''), start: start + from }
}

/**
 * Returns the operands of a trimmed piece: usually one word, a beginning (`word*`) or a pattern (`wo?d`). A piece with
 * brackets that do not match, or with wildcards where they have no meaning, is split there and read again.
 */
function classifyPiece(piece: QueryPiece, field: SearchField | null, warnings: QueryWarning[]): Operand[] {
  if (!hasLetter(piece.text)) return []
  const readAgain = (parts: QueryPiece[]) =>
    parts.flatMap((part) => classifyPiece(trimPiece(part), field, warnings))
  if (!isBalanced(piece.text)) return readAgain(cutPiece(piece, /[()]/g))
  const ending = TRAILING_WILDCARDS.exec(piece.text)?.[0] ?? ''
  const core: QueryPiece = {
    text: piece.text.slice(0, piece.text.length - ending.length),
    start: piece.start,
  }
  // A wildcard after punctuation has no meaning: `word.*` is the word alone.
  if (ending !== '' && trimPiece(core).text !== core.text) return readAgain([core])
  if (INNER_WILDCARD.test(core.text)) return [patternOperand(core, ending, field)]
  if (/[*?]/.test(core.text)) {
    // In other scripts a `?` in the middle is taken for punctuation and needs no warning.
    if (/^[A-Za-z\d*?-]+$/.test(core.text)) warnings.push(misplacedWildcard(core))
    return readAgain(cutPiece(core, /[*?]/g))
  }
  if (ending.includes('*')) return [prefixOperand(core, field, warnings)]
  const wildcard =
    ending !== '' && WILDCARD_BEGINNING.test(core.text) ? wildcardQuery(core, ending, field) : null
  return [createOperand(wordQuery(core, field), field, wildcard)]
}

/** Returns whether every bracket of a text has its counterpart. */
function isBalanced(text: string): boolean {
  let depth = 0
  for (const character of text) {
    if (character === '(') depth++
    if (character === ')' && --depth < 0) return false
  }
  return depth === 0
}

/** Returns the warning about wildcards that have no meaning where they stand. */
function misplacedWildcard({ text, start }: QueryPiece): QueryWarning {
  const message = '通配符 ? 前至少要有三个拉丁字母，* 只能放在词尾；已按普通词检索'
  return { message, start, end: start + text.length }
}

/**
 * Returns the operand of `word*`. Of `a*` the single letter is searched as a word, with a warning; a single
 * Chinese character may be a beginning.
 */
function prefixOperand(core: QueryPiece, field: SearchField | null, warnings: QueryWarning[]): Operand {
  const word = wordQuery(core, field)
  if (/^[^\p{Lo}]$/u.test(core.text)) {
    warnings.push({ message: '* 前至少要有两个字母，已按普通词检索', start: word.start, end: word.end })
    return createOperand(word, field, null)
  }
  return createOperand({ ...word, kind: 'prefix' }, field, null)
}

/**
 * Returns the operand of a word with `?` inside. A `?` at its end may be a wildcard or a question mark, which
 * `settleWildcards` decides; an ending with `*` is dropped.
 */
function patternOperand(core: QueryPiece, ending: string, field: SearchField | null): Operand {
  const wildcard = /^\?+$/.test(ending) ? wildcardQuery(core, ending, field) : null
  return createOperand(wildcardQuery(core, '', field), field, wildcard)
}

/** Returns the query for a pattern with `?`; `ending` is the part of it that `core` lacks. */
function wildcardQuery(
  { text, start }: QueryPiece,
  ending: string,
  field: SearchField | null,
): WildcardQuery {
  const pattern = text + ending
  return { kind: 'wildcard', field: field ?? 'any', pattern, start, end: start + pattern.length }
}

/** Returns the query for a word. */
function wordQuery({ text, start }: QueryPiece, field: SearchField | null): WordQuery {
  return { kind: 'word', field: field ?? 'any', text, start, end: start + text.length }
}

/**
 * Creates the operand of a word.
 *
 * @param wildcard the query that replaces `query` if the `?` at the end of the word is a wildcard; null without a `?`.
 */
function createOperand(
  query: WordQuery | PrefixQuery | WildcardQuery,
  field: SearchField | null,
  wildcard: WildcardQuery | null,
): Operand {
  return { kind: 'operand', query, fielded: field !== null, wildcard, start: query.start, end: query.end }
}
