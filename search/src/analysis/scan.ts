import { scanCjk } from './scan-cjk.ts'
import { type Emit, type EmitWord, emitWordAt, isWordAt, type ScanCursor, wordEnd } from './scan-cursor.ts'
import { CJK_UNIT, JOINER_UNIT, SIGN_UNIT, unitKind, WORD_UNIT } from './unit-kind.ts'
import { withUnits } from './units.ts'
import { findWordEntry, formsAt } from './word-table.ts'

/**
 * Emits every term of a folded text, by ascending position, and returns the number of positions.
 *
 * @param emitWord receives words instead of `emit`, when the caller resolves their terms itself
 */
export function scan(text: string, emit: Emit, emitWord: EmitWord = emitBothForms(emit)): number {
  return withUnits(text, (units) => {
    const cursor: ScanCursor = { text, units, emit, emitWord, at: 0, position: 0, cjkEnd: -1 }
    while (cursor.at < text.length) scanUnit(cursor, unitKind(units[cursor.at] ?? 0))
    return cursor.position
  })
}

// The functions below emit what begins at `cursor.at` and move it behind that.

/** Reads the word or the run that begins with a unit of a kind; moves one unit on where none begins. */
function scanUnit(cursor: ScanCursor, kind: number): void {
  if (kind === WORD_UNIT) scanWord(cursor)
  else if (kind === CJK_UNIT) scanCjk(cursor)
  else if (kind === JOINER_UNIT && isDotNet(cursor)) emitWordAt(cursor, cursor.at, cursor.at + '.net'.length)
  else cursor.at++
}

/** Creates a receiver of words that emits both of their terms. */
function emitBothForms(emit: Emit): EmitWord {
  return (entry, position, start, end) => {
    const { stem, exact } = formsAt(entry)
    emit(stem, position, start, end)
    if (exact !== '') emit(exact, position, start, end)
  }
}

/** Emits a word, a name such as `c++`, or a compound. */
function scanWord(cursor: ScanCursor): void {
  const { units, at } = cursor
  const end = wordEnd(units, at)
  const next = unitKind(units[end] ?? 0)
  if (next === JOINER_UNIT && isWordAt(units, end + 1)) scanCompound(cursor, end)
  else emitWordAt(cursor, at, next === SIGN_UNIT ? languageEnd(cursor, end) : end)
}

/** Returns the end of a name such as `c++`, `c#` or `f#`, including its signs. */
function languageEnd({ text, units, at }: ScanCursor, end: number): number {
  if (end - at > 1) return end
  if (text.startsWith('++', end)) return end + 2
  const sharp = text.charAt(end) === '#' && /[acfj]/.test(text.charAt(at))
  return sharp && !isWordAt(units, end + 1) ? end + 1 : end
}

/** Returns whether the word `.net` stands at the cursor. */
function isDotNet({ text, units, at }: ScanCursor): boolean {
  return text.startsWith('.net', at) && !isWordAt(units, at - 1) && !isWordAt(units, at + '.net'.length)
}

/** A word of a compound, by its text and its offsets. */
interface CompoundPart {
  text: string
  start: number
  end: number
}

/** Maximum number of words that are joined to one; what follows begins a new compound. */
const MAX_PARTS = 8
/** Maximum length of the joined word; a longer one is not emitted. */
const MAX_JOINED_CHARS = 40

/**
 * Emits words joined by signs: each word at its own position and, at the position of the first, all of them as one
 * word: `state-of-the-art` is also `stateoftheart`, `covid-19` also `covid19`. In a longer chain a name and its number
 * are one word as well: `covid-19-related` has `covid19`. `firstEnd` is the end of the first word, which a joining sign
 * and a letter follow.
 */
function scanCompound(cursor: ScanCursor, firstEnd: number): void {
  const { parts, end } = splitCompound(cursor, firstEnd)
  const joined = parts.length > 1 ? joinParts(parts, cursor.text) : ''
  const start = cursor.at
  for (const [index, part] of parts.entries()) {
    const joinedWords: CompoundPart[] = []
    const next = parts[index + 1]
    if (index === 0 && joined !== '') joinedWords.push({ text: joined, start, end })
    if (next && parts.length > 2 && isNumbered(part, next))
      joinedWords.push({ text: part.text + next.text, start: part.start, end: next.end })
    if (joinedWords.length > 0) emitJoinedWords(cursor, part, joinedWords)
    emitWordAt(cursor, part.start, part.end)
  }
  cursor.at = end
}

/** Emits joined words at the position of their first part, except those with its stem (`network-s`), and each once. */
function emitJoinedWords(cursor: ScanCursor, first: CompoundPart, joinedWords: CompoundPart[]): void {
  const stems = [formsAt(findWordEntry(first.text)).stem]
  for (const { text, start, end } of joinedWords) {
    const entry = findWordEntry(text)
    const { stem } = formsAt(entry)
    if (stems.includes(stem)) continue
    stems.push(stem)
    cursor.emitWord(entry, cursor.position, start, end)
  }
}

/** Returns the words of the compound at the cursor, and its end. */
function splitCompound(
  { text, units, at: start }: ScanCursor,
  firstEnd: number,
): { parts: CompoundPart[]; end: number } {
  const parts = [{ text: text.slice(start, firstEnd), start, end: firstEnd }]
  let end = firstEnd
  while (parts.length < MAX_PARTS && end < text.length) {
    const next = end + 1
    if (unitKind(units[end] ?? 0) !== JOINER_UNIT || !isWordAt(units, next)) break
    const nextEnd = wordEnd(units, next)
    const sign = text.charAt(end)
    if (!joinsWords(sign, next - 1 - (parts.at(-1)?.start ?? 0), nextEnd - next)) break
    end = nextEnd
    const written = text.slice(next, nextEnd)
    // The possessive is not a word of its own.
    if (sign !== "'" || written !== 's') parts.push({ text: written, start: next, end: nextEnd })
  }
  return { parts, end }
}

/**
 * Returns whether a sign joins words: points join words of up to four letters (`ph.d`, `asp.net`), an ampersand those
 * of up to two (`r&d`, `at&t`), all other signs any words.
 *
 * @param before length of the word before the sign, `after` of the one behind it
 */
function joinsWords(sign: string, before: number, after: number): boolean {
  if (sign === '.') return before <= 4 && after <= 4
  return sign !== '&' || (before <= 2 && after <= 2)
}

/** Returns the words joined as one; '' if all are numbers (`10.1-3`) or the word would be too long. */
function joinParts(parts: CompoundPart[], text: string): string {
  if (parts.every((part) => /^[\d.]+$/.test(part.text))) return ''
  const glue = text.charAt(parts[0]?.end ?? 0) === '&' ? '&' : ''
  const joined = parts.map((part) => part.text).join(glue)
  return joined.length <= MAX_JOINED_CHARS ? joined : ''
}

/** Returns whether a word and the next one are a name and its number: `covid` and `19`, `tnf` and `α`. */
function isNumbered(part: CompoundPart, next: CompoundPart): boolean {
  return /^[a-z]+$/.test(part.text) && /^(?:\d|[α-ω]$)/.test(next.text)
}
