import type { Creator, Work } from '@scinav/contract'
import { authorTerms } from '../analysis/names.ts'
import { MASKS } from '../index/layout.ts'
import { SPACES } from '../index/terms.ts'
import { type Plan, type PrefixPlan, wordLeaves } from '../planning/plan.ts'
import type { Understood } from '../planning/plan-search.ts'
import { type Nears, nearsOf, placesNear } from './near.ts'
import { type WordStarts, wordStarts } from './segmentation.ts'
import type { Phrases } from './text-phrases.ts'
import { joined, type Place, placesOf } from './text-terms.ts'

/** A place in a field's text, in UTF-16 code units; `index` counts the entries of a list field. */
export interface Highlight {
  field: 'title' | 'title_zh' | 'abstract' | 'abstract_zh' | 'keywords' | 'authors'
  start: number
  end: number
  index?: number
}

/** What is marked: words of texts, field by field, and names. */
interface Wanted {
  title: FieldMarks
  abstract: FieldMarks
  keywords: FieldMarks
  names: Set<string>
}

interface FieldMarks {
  isWanted: (term: string) => boolean
  /** How wanted terms begin, those of phrases too. */
  starts: WordStarts
  /** Words that are marked only where they stand together; null where there are none. */
  phrases: Phrases | null
  nears: Nears | null
}

const TEXTS = MASKS.title | MASKS.abstract | MASKS.keyword

/** A paper as it is shown. */
export interface Shown {
  work: Pick<Work, 'title' | 'title_zh' | 'abstract' | 'abstract_zh' | 'keywords' | 'creators'>
  /** Names in the spelling that is shown. */
  authors: string[]
}

/**
 * Marks what a search looks for, papers that lack some words included, in each paper that is shown: as it looks for it, in
 * the same fields, and only together what has to stand together.
 */
export function highlighter({
  plan,
  fallback,
  marked,
}: Pick<Understood, 'plan' | 'fallback' | 'marked'>): (shown: Shown) => Highlight[] {
  const wanted = wantedIn(marked ? [marked] : [plan, fallback])
  return (shown) => highlightsOf(shown, wanted)
}

/** Words of a translation are marked together alone; parts of a Chinese word are marked apart. */
function withoutPieces(plan: Plan): Plan {
  if (plan.op === 'and') return { ...plan, parts: plan.parts.map(withoutPieces) }
  if (plan.op !== 'some') return plan
  const extra = plan.extra.filter((piece) => piece.op === 'term' && /^\p{Script=Han}/u.test(piece.term))
  return { ...plan, extra }
}

function wantedIn(plans: (Plan | null)[]): Wanted {
  const leaves = [...new Set(plans.flatMap((plan) => (plan ? wordLeaves(withoutPieces(plan)) : [])))]
  const names = new Set(leaves.flatMap(nameOf))
  const wanted = leaves.filter((leaf) => !isOfSpace(leaf) && (leaf.mask & TEXTS) !== 0)
  if (wanted.every(isOfAllTexts)) {
    const all = fieldMarks(wanted, TEXTS)
    return { title: all, abstract: all, keywords: all, names }
  }
  return {
    title: fieldMarks(wanted, MASKS.title),
    abstract: fieldMarks(wanted, MASKS.abstract),
    keywords: fieldMarks(wanted, MASKS.keyword),
    names,
  }
}

type Leaf = ReturnType<typeof wordLeaves>[number]

const nameOf = (leaf: Leaf) =>
  leaf.op === 'term' && leaf.term.startsWith(SPACES.author) ? [leaf.term.slice(SPACES.author.length)] : []

/** Begins what is no word of a text. */
const [SPACE = ''] = SPACES.author

/** Whether a leaf is a name or a code, whose mask says other things than in which text it stands. */
function isOfSpace(leaf: Leaf): boolean {
  if (leaf.op === 'term') return leaf.term.startsWith(SPACE)
  return leaf.op === 'prefix' && leaf.prefix.startsWith(SPACE)
}

/** The sides of NEAR have fields of their own. */
const isOfAllTexts = (leaf: Leaf) => leaf.op !== 'near' && (leaf.mask & TEXTS) === TEXTS

/** @param field its bit, or those of all texts where nothing tells them apart. */
function fieldMarks(wanted: Leaf[], field: number): FieldMarks {
  const leaves = wanted.filter(({ mask }) => (mask & field) !== 0)
  const terms = new Set(leaves.flatMap((leaf) => (leaf.op === 'term' ? [leaf.term] : [])))
  const prefixes = leaves.filter((leaf) => leaf.op === 'prefix')
  const isWanted = among(terms, prefixes)
  const phrases = phrasesOf(leaves, terms, prefixes)
  const beginnings = prefixes.map(({ prefix }) => prefix)
  const nears = leaves.filter((leaf) => leaf.op === 'near')
  return {
    isWanted,
    starts: wordStarts([...terms, ...(phrases?.terms ?? [])], beginnings),
    phrases,
    nears: nears.length === 0 ? null : nearsOf(nears, field),
  }
}

type IsWanted = (term: string) => boolean

function among(terms: Set<string>, prefixes: PrefixPlan[]): IsWanted {
  if (prefixes.length === 0) return (term) => terms.has(term)
  const beginnings = prefixes.map(({ prefix, pattern }): IsWanted => {
    const whole = pattern === null ? null : new RegExp(pattern, 'u')
    return (term) => term.startsWith(prefix) && (whole?.test(term) ?? true)
  })
  return (term) => terms.has(term) || beginnings.some((begins) => begins(term))
}

/** @param alone terms that are marked anywhere; a phrase of such terms says nothing more. */
function phrasesOf(leaves: Leaf[], alone: Set<string>, prefixes: PrefixPlan[]): Phrases | null {
  const plans = leaves
    .filter((leaf) => leaf.op === 'phrase')
    .filter(({ parts }) => !parts.every(({ term }) => alone.has(term)))
  if (plans.length === 0) return null
  const terms = new Set(plans.flatMap(({ parts }) => parts.map(({ term }) => term)))
  return { plans, terms, isWantedOrPart: among(new Set([...alone, ...terms]), prefixes) }
}

const MOST = 200

/** Where the searched words stand in a paper's title, abstract, keywords and names. */
function highlightsOf({ work, authors }: Shown, { title, abstract, keywords, names }: Wanted): Highlight[] {
  const [titles = [], titles_zh = []] = placesIn([work.title, work.title_zh ?? ''], title)
  const [abstracts = [], abstracts_zh = []] = placesIn(
    [work.abstract ?? '', work.abstract_zh ?? ''],
    abstract,
  )
  return [
    ...titles.map((place) => ({ field: 'title' as const, ...place })),
    ...titles_zh.map((place) => ({ field: 'title_zh' as const, ...place })),
    ...abstracts.map((place) => ({ field: 'abstract' as const, ...place })),
    ...abstracts_zh.map((place) => ({ field: 'abstract_zh' as const, ...place })),
    ...placesIn(work.keywords, keywords).flatMap((places, index) =>
      places.map((place) => ({ field: 'keywords' as const, ...place, index })),
    ),
    ...namesIn(authors, work.creators, names),
  ].slice(0, MOST)
}

/** The places in each text of a field. */
function placesIn(texts: string[], { isWanted, starts, phrases, nears }: FieldMarks): Place[][] {
  const alone = texts.map((text) => placesOf(text, isWanted, starts, phrases))
  if (!nears) return alone
  const near = placesNear(texts, nears)
  return alone.map((places, at) => joined([...places, ...(near[at] ?? [])]))
}

function namesIn(authors: string[], creators: Creator[], names: Set<string>): Highlight[] {
  if (names.size === 0) return []
  return authors.flatMap((name, index) => {
    const creator = creators.find((each) => each.name === name || each.name_zh === name)
    const spellings = authorTerms(creator?.name ?? name, creator?.name_zh)
    return spellings.some((spelling) => names.has(spelling))
      ? [{ field: 'authors' as const, index, start: 0, end: name.length }]
      : []
  })
}
