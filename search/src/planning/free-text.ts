import { segment } from '../analysis/dictionary.ts'
import { contentRuns } from '../analysis/particles.ts'
import { simplified } from '../analysis/traditional.ts'
import { join, type ParsedQuery, type WordQuery } from '../query/query.ts'
import type { Bilingual } from './bilingual.ts'

/** Words that hold others together; alone they are looked for as they stand. */
const FUNCTION_WORDS = new Set(
  'a an the of for and or in on at to from by with as is are this that which'.split(' '),
)
/** Those of Chinese that somebody may set between spaces, beside 与 and 或, which are operators. */
const LONE_PARTICLES = new Set('的和及')
/** From so many words on a text is a sentence, of which a part is enough anyway. */
const SENTENCE = 6

const HAN = /\p{Script=Han}/u

/**
 * What somebody means who writes words and no signs: traditional characters as simplified ones, and without the words
 * that only hold others together, so that a title need not have them.
 */
export function plainWords(parsed: ParsedQuery): ParsedQuery {
  const words = wordsOf(parsed)
  if (words.length === 0) return parsed
  const content = words.flatMap(contentOf)
  const loose = words.length < SENTENCE ? content.filter(({ text }) => !isFunctionWord(text)) : content
  const kept = loose.length > 0 ? loose : words
  return { ...parsed, query: join('and', kept) }
}

const isFunctionWord = (text: string) => FUNCTION_WORDS.has(text.toLowerCase()) || LONE_PARTICLES.has(text)

/** The words of a query that is nothing else; a query with signs says itself what it means. */
function wordsOf({ query, explicit, identifier }: ParsedQuery): WordQuery[] {
  if (explicit || identifier) return []
  const parts = query.kind === 'and' ? query.parts : [query]
  const words = parts.filter((part) => part.kind === 'word')
  return words.length === parts.length ? words : []
}

/** A run of Chinese without its particles: what stands on either side is a word of its own. */
function contentOf(word: WordQuery): WordQuery[] {
  if (!HAN.test(word.text)) return [word]
  const text = simplified(word.text)
  const runs = contentRuns(segment(text))
  return runs.length > 0 ? runs.map((run) => ({ ...word, text: run.join('') })) : [{ ...word, text }]
}

/**
 * The translations that a text may use: those of terms that begin and end where words do. 生成 is no word of
 * 发生成本.
 */
export function translationsFor(bilingual: Bilingual, { query }: ParsedQuery): Bilingual {
  const parts = query.kind === 'and' || query.kind === 'or' ? query.parts : [query]
  const runs = parts.flatMap((part) => ('text' in part ? (part.text.match(/\p{Script=Han}+/gu) ?? []) : []))
  if (runs.length === 0) return bilingual
  const fromChinese = new Map<string, string[]>()
  for (const run of runs)
    for (const term of termsAtWords(run, bilingual)) {
      const english = bilingual.fromChinese.get(term)
      if (english) fromChinese.set(term, english)
    }
  return { ...bilingual, fromChinese }
}

/** Pieces of a run that begin where a word begins and end where one ends. */
export function termsAtWords(run: string, { longest }: Bilingual): string[] {
  const words = segment(run)
  return words.flatMap((_, from) => {
    const terms: string[] = []
    let term = ''
    for (const word of words.slice(from)) {
      term += word
      if (term.length > longest.chinese) break
      terms.push(term)
    }
    return terms
  })
}
