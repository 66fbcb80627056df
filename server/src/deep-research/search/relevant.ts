import { type Evidence, readQuestion, relevant } from '../../answers/index.ts'

/** What only comes near a search has to say so much of it, its title counting for it as well. */
const LEAST_NEAR = 0.57

/** What is about a search; of what only comes near it what says most of it. Names that it spells out have to be there. */
export function relevantOf(query: string, evidence: Evidence[], scoped: boolean): Evidence[] {
  const sure = new Set(relevant(evidence, 'quotes', scoped))
  const near = relevant(evidence, 'related', scoped).filter(
    ({ coverage, title_fit }) => scoped || coverage + title_fit / 2 >= LEAST_NEAR,
  )
  const names = namesIn(query)
  return evidence.filter(
    (each) => (sure.has(each) || near.includes(each)) && (scoped || saysAll(each, names)),
  )
}

/** Of capital and small letters: Transformer, Word2vec. The search would take it for a form of "transform". */
const NAME = /(?<![\p{L}\p{N}])(?=\p{L}{0,20}\p{Ll})\p{Lu}[\p{L}\p{N}]{2,20}/gu

function namesIn(query: string): string[] {
  const names = query.slice(0, 500).match(NAME) ?? []
  // A sentence begins with a capital, whatever the word is.
  const rest =
    readQuestion(query).language === 'en' && query.startsWith(names[0] ?? '\0') ? names.slice(1) : names
  return rest.map((name) => bare(name).replace(/s$/, ''))
}

function saysAll({ work, passage }: Evidence, names: string[]): boolean {
  if (names.length === 0) return true
  const { title, title_zh, abstract, abstract_zh, keywords } = work
  const text = bare([title, title_zh, abstract, abstract_zh, ...keywords, passage.text].join(' '))
  return names.every((name) => text.includes(name))
}

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
