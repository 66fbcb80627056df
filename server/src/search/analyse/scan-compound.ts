import { joiner, kindOf } from './unit-kind.ts'
import { emitWord, isWordAt, type Walk, wordEnd } from './walk.ts'
import { type WordForms, wordFormsAt } from './word-forms.ts'

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
  const { parts, end } = partsOf(walk.text, walk.at, firstEnd)
  const joined = parts.length > 1 ? join(parts, walk.text) : ''
  const start = walk.at
  parts.forEach((part, index) => {
    const stems = [formsOf(part.text).stem]
    const next = parts[index + 1]
    if (index === 0 && joined !== '') emitLonger(walk, stems, { text: joined, start, end })
    if (next && parts.length > 2 && isNumbered(part, next))
      emitLonger(walk, stems, { text: part.text + next.text, start: part.start, end: next.end })
    emitWord(walk, part.start, part.end)
  })
  walk.at = end
}

/** Emits several parts as one word, unless its stem (`network-s`) stands at this position already. */
function emitLonger(walk: Walk, stems: string[], { text, start, end }: Part): void {
  const forms = formsOf(text)
  if (stems.includes(forms.stem)) return
  stems.push(forms.stem)
  walk.emitForms(forms, walk.position, start, end)
}

function formsOf(text: string): WordForms {
  return wordFormsAt(text, 0, text.length)
}

function partsOf(text: string, start: number, firstEnd: number): { parts: Part[]; end: number } {
  const parts = [{ text: text.slice(start, firstEnd), start, end: firstEnd }]
  let end = firstEnd
  while (parts.length < mostParts && end < text.length) {
    const next = end + 1
    if (kindOf(text.charCodeAt(end)) !== joiner || !isWordAt(text, next)) break
    const nextEnd = wordEnd(text, next)
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
