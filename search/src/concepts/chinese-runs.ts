import type { Bilingual } from '../planning/bilingual.ts'
import { type Plan, writtenPart } from '../planning/plan.ts'

const HAN_CHARACTER = /\p{Script=Han}/u
/** Matches a Chinese word that is long enough to consist of two. */
const HAN_WORD = /^\p{Script=Han}{4,}$/u

/**
 * Returns the words of a longer Chinese word of a query, for use where no text contains it as a whole: 美国 and 国会 of
 * 美国国会. They are the longest parts with a translation, and the text between them (测序 of 单细胞测序) unless it is a
 * single character. Returns [] when no part has a translation.
 */
export function splitKnownWords(plan: Plan, { fromChinese }: Bilingual): string[] {
  const text = writtenRun(plan)
  if (!HAN_WORD.test(text)) return []
  const words: string[] = []
  let hasTranslation = false
  // Characters since the last word with a translation.
  let untranslated = ''
  const flush = () => {
    if ([...untranslated].length > 1) words.push(untranslated)
    untranslated = ''
  }
  for (let at = 0; at < text.length; ) {
    // The whole word is not a part of itself.
    let length = text.length - at - (at === 0 ? 1 : 0)
    while (length > 1 && !fromChinese.has(text.slice(at, at + length))) length -= 1
    if (length > 1) {
      flush()
      words.push(text.slice(at, at + length))
      hasTranslation = true
    } else untranslated += text.slice(at, at + length)
    at += length
  }
  flush()
  return hasTranslation ? words : []
}

/**
 * Returns the word from which a plan was made, joined from its term, words or character pairs (深度 + 度学 → 深度学); ''
 * for plans of other kinds.
 */
export function writtenRun(plan: Plan): string {
  const written = writtenPart(plan)
  if (written.op === 'and') return written.parts.map(writtenRun).join('')
  if (written.op === 'term') return written.term
  if (written.op !== 'phrase') return ''
  return written.parts.map(({ term }, at) => (at === 0 ? term : [...term].slice(1).join(''))).join('')
}

/** Returns the written text of a plan without its alternatives: a Chinese word as written, otherwise stems. */
export function writtenText(plan: Plan): string {
  if (HAN_CHARACTER.test(writtenRun(plan))) return writtenRun(plan)
  const written = writtenPart(plan)
  if (written.op === 'and') return written.parts.map(writtenText).join(' ')
  if (written.op === 'term') return written.term
  return written.op === 'phrase' ? written.parts.map(({ term }) => term).join(' ') : ''
}
