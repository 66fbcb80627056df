import type { BaseContext } from '../context.ts'
import { plainText } from '../search/analyse/markup.ts'
import { nameTerms } from '../search/analyse/names.ts'
import type { Plan } from '../search/engine/plan.ts'
import type { EngineAnswer, FacetName, Sort } from '../search/engine/request.ts'
import type { PaperIndex } from '../search/port.ts'
import { MASKS, type ValueTable } from '../search/segment/layout.ts'
import * as store from './suggest.store.ts'
import {
  authorPlan,
  beginsWord,
  isShort,
  namePrefixes,
  sourcePlan,
  textPlan,
  typedText,
} from './suggest-plans.ts'

/** What the library itself suggests for a text; the same for everybody. */
export interface LibrarySuggestions {
  keywords: string[]
  authors: string[]
  journals: string[]
  /** Best first. */
  titles: Title[]
}

interface Title {
  text: string
  paper_id: string
}

type Asking = Pick<BaseContext, 'library' | 'db'>

/** Texts whose suggestions are kept, until the library changes. */
const MOST_KEPT = 2_000
interface Kept {
  change: number
  byText: Map<string, Promise<LibrarySuggestions>>
}
const kept = new WeakMap<BaseContext['library'], Kept>()

/** People type the same beginnings; the short ones, which find the most, are asked for the most. */
export async function librarySuggestions({ library, db }: Asking, text: string): Promise<LibrarySuggestions> {
  const index = await library.current()
  const { change } = index.state()
  let own = kept.get(library)
  if (own?.change !== change) {
    own = { change, byText: new Map() }
    kept.set(library, own)
  }
  const known = own.byText.get(text)
  if (known) return known
  const found = findSuggestions(index, db, text)
  if (own.byText.size >= MOST_KEPT) own.byText.clear()
  own.byText.set(text, found)
  found.catch(() => own.byText.delete(text))
  return found
}

async function findSuggestions(
  index: PaperIndex,
  db: BaseContext['db'],
  text: string,
): Promise<LibrarySuggestions> {
  const [keywords, authors, journals, titles] = await Promise.all([
    keywordsFor(index, text),
    authorsFor(index, text),
    journalsFor(index, text),
    titlesFor(index, text).then((seqs) => titlesOf(db, seqs, text)),
  ])
  return { keywords, authors, journals, titles }
}

interface Asked {
  top?: number
  sort?: Sort
  facets?: FacetName[]
}

function ask(
  index: PaperIndex,
  plan: Plan,
  { top = 0, sort = 'relevance', facets = [] }: Asked,
): Promise<EngineAnswer> {
  const rest = { loose: null, enough: 0, pairs: [], filters: [], all_sources: false, after_seq: 0 }
  return index.search({ plan, top, sort, facets, ...rest })
}

/** Values that papers of a plan have, with the key each is known by, most frequent first. */
async function valuesOf(index: PaperIndex, table: ValueTable, plan: Plan) {
  const { facets } = await ask(index, plan, { facets: [table] })
  const { keyOf, labelOf } = index.values()[table]
  return (facets[table]?.counts ?? []).map(([number]) => ({ key: keyOf(number), label: labelOf(number) }))
}

/** Keywords that begin with the text, then those with a word that does. */
async function keywordsFor(index: PaperIndex, text: string): Promise<string[]> {
  if (text !== '' && isShort(text)) return earlyValues(index, 'keyword', text)
  const found = await valuesOf(index, 'keyword', text === '' ? { op: 'all' } : textPlan(text, MASKS.keyword))
  return startingFirst(found, text)
}

function startingFirst(found: { key: string; label: string }[], text: string): string[] {
  const within = /\p{Script=Han}/u.test(text) ? text : ` ${text}`
  const rank = (key: string) => (key.startsWith(text) ? 0 : key.replaceAll('-', ' ').includes(within) ? 1 : 2)
  return found
    .map(({ key, label }) => ({ label, rank: rank(key) }))
    .filter((each) => each.rank < 2)
    .sort((a, b) => a.rank - b.rank)
    .map(({ label }) => label)
}

/** Co-authors are among those found; their names begin otherwise. */
async function authorsFor(index: PaperIndex, text: string): Promise<string[]> {
  const prefixes = namePrefixes(text)
  if (prefixes.length === 0) return []
  const found = await valuesOf(index, 'author', authorPlan(prefixes))
  return found
    .filter(({ label }) =>
      nameTerms(label).some((term) => prefixes.some((prefix) => term.startsWith(prefix))),
    )
    .map(({ label }) => label)
}

async function journalsFor(index: PaperIndex, text: string): Promise<string[]> {
  if (isShort(text)) return text === '' ? [] : earlyValues(index, 'source', text)
  return startingFirst(await valuesOf(index, 'source', sourcePlan(text)), text)
}

/** Values get their numbers as they appear: the frequent ones are among the first. */
const EARLY = 50_000
const OF_THEM = 30

function earlyValues(index: PaperIndex, table: ValueTable, text: string): string[] {
  const { beginningWith, labelOf } = index.values()[table]
  return beginningWith(text, EARLY, OF_THEM).map(labelOf)
}

const LOOKED_AT = 30
const TITLES = 5

/** Of one word the most cited papers, of several the ones that fit best. */
async function titlesFor(index: PaperIndex, text: string): Promise<number[]> {
  if (isShort(text)) return []
  const sort = text.includes(' ') ? 'relevance' : 'citations'
  const { hits } = await ask(index, textPlan(text, MASKS.title), { top: LOOKED_AT, sort })
  return hits.map(({ seq }) => seq)
}

/** Titles that begin with the text stand first; one title once, however many versions there are. */
async function titlesOf(db: BaseContext['db'], seqs: number[], text: string): Promise<Title[]> {
  const rows = new Map((await store.titlesOf(db, seqs)).map((row) => [Number(row.seq), row]))
  const byTitle = new Map<string, Title & { begins: boolean }>()
  for (const { id, title } of seqs.flatMap((seq) => rows.get(seq) ?? [])) {
    const plain = plainText(title)
    const folded = typedText(plain)
    if (!byTitle.has(folded) && beginsWord(folded, text))
      byTitle.set(folded, { text: plain, paper_id: id, begins: folded.startsWith(text) })
  }
  return [...byTitle.values()]
    .sort((a, b) => Number(b.begins) - Number(a.begins))
    .slice(0, TITLES)
    .map(({ text, paper_id }) => ({ text, paper_id }))
}
