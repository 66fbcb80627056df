import { emitWordAt, isWordAt, type ScanCursor, wordEnd } from './scan-cursor.ts'
import { JOINER_UNIT, unitKind } from './unit-kind.ts'
import { findWordEntry, formsAt } from './word-table.ts'

interface CompoundPart {
  text: string
  start: number
  end: number
}

const MAX_PARTS = 8
const MAX_JOINED_CHARS = 40

/**
 * Emits words joined by signs: each word at its own position and, at the position of the first, all of them as one
 * word: `state-of-the-art` is also `stateoftheart`, `covid-19` also `covid19`. In a longer chain a name and its number
 * are one word as well: `covid-19-related` has `covid19`. `firstEnd` is the end of the first word, which a joining sign
 * and a letter follow.
 */
export function scanCompound(walk: ScanCursor, firstEnd: number): void {
  const { parts, end } = splitCompound(walk, firstEnd)
  const joined = parts.length > 1 ? joinParts(parts, walk.text) : ''
  const start = walk.at
  for (const [index, part] of parts.entries()) {
    const longer: CompoundPart[] = []
    const next = parts[index + 1]
    if (index === 0 && joined !== '') longer.push({ text: joined, start, end })
    if (next && parts.length > 2 && isNumbered(part, next))
      longer.push({ text: part.text + next.text, start: part.start, end: next.end })
    if (longer.length > 0) emitJoinedParts(walk, part, longer)
    emitWordAt(walk, part.start, part.end)
  }
  walk.at = end
}

/** Emits joined parts as one word, unless its stem (`network-s`) has been emitted at this position. */
function emitJoinedParts(walk: ScanCursor, { text }: CompoundPart, longer: CompoundPart[]): void {
  const stems = [formsAt(findWordEntry(text)).stem]
  for (const { text, start, end } of longer) {
    const entry = findWordEntry(text)
    const { stem } = formsAt(entry)
    if (stems.includes(stem)) continue
    stems.push(stem)
    walk.emitWord(entry, walk.position, start, end)
  }
}

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
 * Returns whether a sign joins words: points join short words (`ph.d`, `asp.net`), an ampersand up to two letters
 * (`r&d`, `at&t`).
 */
function joinsWords(sign: string, before: number, after: number): boolean {
  if (sign === '.') return before <= 4 && after <= 4
  return sign !== '&' || (before <= 2 && after <= 2)
}

function joinParts(parts: CompoundPart[], text: string): string {
  if (parts.every((part) => /^[\d.]+$/.test(part.text))) return ''
  const glue = text.charAt(parts[0]?.end ?? 0) === '&' ? '&' : ''
  const joined = parts.map((part) => part.text).join(glue)
  return joined.length <= MAX_JOINED_CHARS ? joined : ''
}

function isNumbered(part: CompoundPart, next: CompoundPart): boolean {
  return /^[a-z]+$/.test(part.text) && /^(?:\d|[α-ω]$)/.test(next.text)
}
