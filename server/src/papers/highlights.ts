import type { api, OutputOf } from '@scinav/contract'
import { analyse } from '../search/analyse/analyse.ts'
import { nameTerms } from '../search/analyse/names.ts'
import { type Plan, scoringLeaves } from '../search/engine/plan.ts'
import { SPACES } from '../search/segment/terms.ts'
import type { Paper } from './paper.service.ts'

type Highlight = OutputOf<typeof api.papers.search>['list'][number]['highlights'][number]

/** What is marked: terms of texts, the beginnings of words, and names. */
export interface Marks {
  terms: Set<string>
  prefixes: string[]
  names: Set<string>
}

/** The terms that a search looks for, those of its loose form too. */
export function marksOf(plans: (Plan | null)[]): Marks {
  const marks: Marks = { terms: new Set(), prefixes: [], names: new Set() }
  for (const leaf of plans.flatMap((plan) => (plan ? scoringLeaves(plan) : []))) {
    if (leaf.op === 'prefix') marks.prefixes.push(leaf.prefix)
    else
      for (const term of leaf.op === 'term' ? [leaf.term] : leaf.parts.map((part) => part.term))
        addTerm(marks, term)
  }
  return marks
}

function addTerm(marks: Marks, term: string): void {
  if (term.startsWith(SPACES.author)) marks.names.add(term.slice(SPACES.author.length))
  else marks.terms.add(term)
}

const MOST = 200

/** Where the searched words stand in a paper's title, abstract, keywords and names. */
export function highlightsOf(paper: Paper, marks: Marks): Highlight[] {
  const texts = [
    ['title', paper.title],
    ['title_zh', paper.title_zh],
    ['abstract', paper.abstract],
    ['abstract_zh', paper.abstract_zh],
  ] as const
  const found = texts.flatMap(([field, text]) =>
    placesIn(text ?? '', marks).map((place) => ({ field, ...place })),
  )
  const inKeywords = paper.keywords.flatMap((keyword, index) =>
    placesIn(keyword, marks).map((place) => ({ field: 'keywords', ...place, index })),
  )
  return [...found, ...inKeywords, ...namesIn(paper, marks)].slice(0, MOST)
}

/** Places next to each other or overlapping become one. */
function placesIn(text: string, { terms, prefixes }: Marks): { start: number; end: number }[] {
  if (text === '') return []
  const places: { start: number; end: number }[] = []
  for (const { term, start, end } of analyse(text)) {
    if (!terms.has(term) && !prefixes.some((prefix) => term.startsWith(prefix))) continue
    const last = places.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else places.push({ start, end })
  }
  return places
}

function namesIn({ authors_short, creators }: Paper, { names }: Marks): Highlight[] {
  if (names.size === 0) return []
  return authors_short.flatMap((name, index) => {
    const creator = creators.find((each) => each.name === name || each.name_zh === name)
    const spellings = nameTerms(creator?.name ?? name, creator?.name_zh)
    return spellings.some((spelling) => names.has(spelling))
      ? [{ field: 'authors_short', index, start: 0, end: name.length }]
      : []
  })
}
