import type { Bilingual } from '../planning/bilingual.ts'
import { type Plan, writtenPart } from '../planning/plan.ts'

const HAN_CHARACTER = /\p{Script=Han}/u
const HAN_WORD = /^\p{Script=Han}{4,}$/u

/**
 * Returns the words of a longer Chinese word, for use where no text contains it as a whole: 美国 and 国会 of 美国国会. Text
 * between words with a translation is a word too, 测序 of 单细胞测序, unless it is a single character. Returns none when no
 * part has a translation.
 */
export function splitKnownWords(plan: Plan, { fromChinese }: Bilingual): string[] {
  const text = writtenRun(plan)
  if (!HAN_WORD.test(text)) return []
  const words: string[] = []
  let isKnown = false
  let other = ''
  const leave = () => {
    if ([...other].length > 1) words.push(other)
    other = ''
  }
  for (let at = 0; at < text.length; ) {
    let length = text.length - at - (at === 0 ? 1 : 0)
    while (length > 1 && !fromChinese.has(text.slice(at, at + length))) length -= 1
    if (length > 1) {
      leave()
      words.push(text.slice(at, at + length))
      isKnown = true
    } else other += text.slice(at, at + length)
    at += length
  }
  leave()
  return isKnown ? words : []
}

/** Returns the Chinese word from which a plan was made, whether it is one term, several words or character pairs. */
export function writtenRun(plan: Plan): string {
  const own = writtenPart(plan)
  if (own.op === 'and') return own.parts.map(writtenRun).join('')
  if (own.op === 'term') return own.term
  if (own.op !== 'phrase') return ''
  return own.parts.map(({ term }, at) => (at === 0 ? term : [...term].slice(1).join(''))).join('')
}

/** Returns the written text of a plan without its alternatives: a Chinese word as written, otherwise stems. */
export function writtenText(plan: Plan): string {
  if (HAN_CHARACTER.test(writtenRun(plan))) return writtenRun(plan)
  const own = writtenPart(plan)
  if (own.op === 'and') return own.parts.map(writtenText).join(' ')
  if (own.op === 'term') return own.term
  return own.op === 'phrase' ? own.parts.map(({ term }) => term).join(' ') : ''
}
