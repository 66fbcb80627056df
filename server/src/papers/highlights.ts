import type { api, Creator, OutputOf } from '@scinav/contract'
import { nameTerms } from '../search/analyse/names.ts'
import { type Plan, scoringLeaves } from '../search/engine/plan.ts'
import { SPACES } from '../search/segment/terms.ts'
import type { KeptPaper } from './paper.service.ts'
import { type WordStarts, wordStarts } from './text-pieces.ts'
import { placesOf } from './text-terms.ts'

type Highlight = OutputOf<typeof api.papers.search>['list'][number]['highlights'][number]

/** What is marked: words of texts, and names. */
export interface Marks {
  isWanted: (term: string) => boolean
  /** How wanted terms begin. */
  starts: WordStarts
  names: Set<string>
}

/** The terms that a search looks for, those of its loose form too. */
export function marksOf(plans: (Plan | null)[]): Marks {
  const terms = new Set<string>()
  const prefixes: string[] = []
  const names = new Set<string>()
  for (const leaf of plans.flatMap((plan) => (plan ? scoringLeaves(plan) : []))) {
    if (leaf.op === 'prefix') prefixes.push(leaf.prefix)
    else for (const { term } of leaf.op === 'term' ? [leaf] : leaf.parts) addTerm(term, terms, names)
  }
  const isWanted =
    prefixes.length === 0
      ? (term: string) => terms.has(term)
      : (term: string) => terms.has(term) || prefixes.some((prefix) => term.startsWith(prefix))
  return { isWanted, starts: wordStarts(terms, prefixes), names }
}

function addTerm(term: string, terms: Set<string>, names: Set<string>): void {
  if (term.startsWith(SPACES.author)) names.add(term.slice(SPACES.author.length))
  else terms.add(term)
}

const MOST = 200

/** Where the searched words stand in a paper's title, abstract, keywords and names. */
export function highlightsOf({ work, derived }: KeptPaper, { isWanted, starts, names }: Marks): Highlight[] {
  const texts = [
    ['title', work.title],
    ['title_zh', work.title_zh],
    ['abstract', work.abstract],
    ['abstract_zh', work.abstract_zh],
  ] as const
  const found = texts.flatMap(([field, text]) =>
    placesOf(text ?? '', isWanted, starts).map((place) => ({ field, ...place })),
  )
  const inKeywords = work.keywords.flatMap((keyword, index) =>
    placesOf(keyword, isWanted, starts).map((place) => ({ field: 'keywords', ...place, index })),
  )
  return [...found, ...inKeywords, ...namesIn(derived.authors_short, work.creators, names)].slice(0, MOST)
}

function namesIn(authors_short: string[], creators: Creator[], names: Set<string>): Highlight[] {
  if (names.size === 0) return []
  return authors_short.flatMap((name, index) => {
    const creator = creators.find((each) => each.name === name || each.name_zh === name)
    const spellings = nameTerms(creator?.name ?? name, creator?.name_zh)
    return spellings.some((spelling) => names.has(spelling))
      ? [{ field: 'authors_short', index, start: 0, end: name.length }]
      : []
  })
}
