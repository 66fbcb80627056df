import { joiner, kindOf } from './unit-kind.ts'
import { emitWordAt, isWordAt, type Walk, wordEnd } from './walk.ts'
import { entryOf, formsAt } from './word-table.ts'

interface Part {
  text: string
  start: number
  end: number
}

const mostParts = 8
const longestJoined = 40

/**
 * Emits words that signs hold together: each word at its own position and, at the first one's, all of them as
 * one word: `state-of-the-art` is also `stateoftheart`, `covid-19` also `covid19`. In a longer chain a name and
 * its number are one word as well: `covid-19-related` has `covid19`.
 * `firstEnd` is the end of the word at the walk's place, behind which a joining sign and a letter stand.
 */
export function scanCompound(walk: Walk, firstEnd: number): void {
  const { parts, end } = partsOf(walk, firstEnd)
  const joined = parts.length > 1 ? join(parts, walk.text) : ''
  const start = walk.at
  for (const [index, part] of parts.entries()) {
    const longer: Part[] = []
    const next = parts[index + 1]
    if (index === 0 && joined !== '') longer.push({ text: joined, start, end })
    if (next && parts.length > 2 && isNumbered(part, next))
      longer.push({ text: part.text + next.text, start: part.start, end: next.end })
    if (longer.length > 0) emitLonger(walk, part, longer)
    emitWordAt(walk, part.start, part.end)
  }
  walk.at = end
}

/** Emits several parts as one word, unless its stem (`network-s`) stands at this position already. */
function emitLonger(walk: Walk, { text }: Part, longer: Part[]): void {
  const stems = [formsAt(entryOf(text)).stem]
  for (const { text, start, end } of longer) {
    const entry = entryOf(text)
    const { stem } = formsAt(entry)
    if (stems.includes(stem)) continue
    stems.push(stem)
    walk.emitWord(entry, walk.position, start, end)
  }
}

function partsOf({ text, units, at: start }: Walk, firstEnd: number): { parts: Part[]; end: number } {
  const parts = [{ text: text.slice(start, firstEnd), start, end: firstEnd }]
  let end = firstEnd
  while (parts.length < mostParts && end < text.length) {
    const next = end + 1
    if (kindOf(units[end] ?? 0) !== joiner || !isWordAt(units, next)) break
    const nextEnd = wordEnd(units, next)
    const sign = text.charAt(end)
    if (!holds(sign, next - 1 - (parts.at(-1)?.start ?? 0), nextEnd - next)) break
    end = nextEnd
    const written = text.slice(next, nextEnd)
    // The possessive is no word of its own.
    if (sign !== "'" || written !== 's') parts.push({ text: written, start: next, end: nextEnd })
  }
  return { parts, end }
}

/** Points hold short words together (`ph.d`, `asp.net`), an ampersand single letters or two (`r&d`, `at&t`). */
function holds(sign: string, before: number, after: number): boolean {
  if (sign === '.') return before <= 4 && after <= 4
  return sign !== '&' || (before <= 2 && after <= 2)
}

function join(parts: Part[], text: string): string {
  if (parts.every((part) => /^[\d.]+$/.test(part.text))) return ''
  const glue = text.charAt(parts[0]?.end ?? 0) === '&' ? '&' : ''
  const joined = parts.map((part) => part.text).join(glue)
  return joined.length <= longestJoined ? joined : ''
}

function isNumbered(part: Part, next: Part): boolean {
  return /^[a-z]+$/.test(part.text) && /^(?:\d|[α-ω]$)/.test(next.text)
}
