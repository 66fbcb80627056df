import { type Concept, stemsIn } from '@scinav/search'
import { conceptNames } from '../../retrieval/index.ts'
import { bilingualTerms } from '../../search/engine/index.ts'
import type { Asked } from '../plan/read-asked.ts'
import type { Research } from '../research/research.ts'
import type { Retrieved } from './found.ts'
import { relevantOf } from './relevant.ts'
import { type Measured, quoted, type Titles, titlesFor } from './told-by-titles.ts'

/** Fewer words than a step asks for, and the terms of which whatever is found by them has to spell one, where there are any. */
export interface Wider {
  words: string
  terms: string[]
}

/** So many papers that say all of it are worth reading. */
const ENOUGH = 5
/** So few papers, and they cannot tell whether a word is the subject; nor can a search go without it. */
const FEWEST_PAPERS = { least: 1, most: 12, share: 1 / 8_000 }
/** The same for a name, which may be one of several things: CMB. */
const FEWEST_OF_NAME = { least: 2, most: ENOUGH, share: 1 / 400 }
/** What more papers speak of is a field, and no subject of a question: language models. */
const MOST_PAPERS = { least: 12, share: 0.01 }
/** A term stands in so many papers, and so many of these are called by it: lateral thinking, but not "agreement scores". */
const TERM = { least: 2, most: 20, share: 1 / 4_000 }
const TERM_CALLED = 0.25
/** One of our lists is known to be a term. */
const LISTED_TERM = { ...TERM, least: 1 }
/** Of those that say a word, or it asks for nothing: intricate, necessary. */
const WORD_CALLED = 0.1
/** One word of our lists is a term where so many that say it have it as a keyword: 就业, automation, but not tools. */
const FILED_SHARE = 0.5
const MOST_CONCEPTS = 12
const MOST_TERMS = 2

/**
 * What a search is looked up by where next to nothing says all of it: the terms that it is about, first the one that it is
 * about most, each with as many other words as enough papers say together. Nothing where it names no term, or something that
 * the library has next to nothing on.
 *
 * Which words make a term is told by the library itself: those that stand side by side in many papers, which are often
 * called by them.
 */
export async function relaxed(titles: Titles, query: string): Promise<Wider[]> {
  const { list } = await titles.engine.concepts(query)
  if (list.some((each) => isUnknown(each, titles.papers))) return []
  const names = conceptNames(query, list)
  const leads = (await termsOf(titles, query, names, list)).slice(0, MOST_TERMS)
  return Promise.all(leads.map((lead) => around(titles, names, lead)))
}

async function around(titles: Titles, names: Names, lead: Measured): Promise<Wider> {
  const words = [lead.label]
  for (const { label } of await othersOf(titles, names, lead)) {
    const together = [quoted(lead.label), ...words.slice(1), label].join(' ')
    if ((await titles.totalOf(together)) >= ENOUGH) words.push(label)
  }
  return { words: words.join(' '), terms: HAN.test(lead.label) ? [] : [lead.label] }
}

/**
 * The terms of a search, of which its sources have to spell one where at least three of them do; none for terms in Chinese, for
 * which others may stand.
 */
export async function termsIn(
  research: Research,
  found: Retrieved,
  { words, asked }: { words: string; asked: Asked },
): Promise<string[]> {
  const titles = await titlesFor(research)
  const { list } = await titles.engine.concepts(words)
  const terms = (await termsOf(titles, words, conceptNames(words, list), list)).map(({ label }) => label)
  if (terms.length === 0 || terms.some((term) => HAN.test(term))) return []
  const sources = new Set(relevantOf(found, asked.spelled, terms).map(({ source_id }) => source_id))
  return sources.size >= FEW ? terms : []
}

const FEW = 3
const HAN = /\p{Script=Han}/u
const clamp = (least: number, most: number, value: number) => Math.min(most, Math.max(least, value))

/** A name is one however few papers say it. */
function isUnknown({ papers, run, named }: Concept, library: number): boolean {
  return run !== null || papers < fewest(named ? FEWEST_OF_NAME : FEWEST_PAPERS, library)
}

const fewest = ({ least, most, share }: typeof FEWEST_PAPERS, library: number): number =>
  clamp(least, most, library * share)

type Names = ReturnType<typeof conceptNames>

/** What a search is about, before all else first: names, known terms, and words that papers say together in twos. */
async function termsOf(titles: Titles, query: string, names: Names, list: Concept[]): Promise<Measured[]> {
  if (list.length > MOST_CONCEPTS) return []
  const words = query.split(' ')
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`)
  const isName = (plan: Concept['plan']) => list.some((each) => each.plan === plan && each.named)
  const named = new Set(names.filter(({ plan }) => isName(plan)).map(({ label }) => label))
  const labels = names.map(({ label }) => label)
  const several = [...labels, ...words].filter((label) => SEVERAL_WORDS.test(label))
  const terms: Measured[] = []
  for (const label of new Set([...named, ...several, ...pairs])) {
    const measured = await titles.measure(label)
    const least = isListed(label) ? LISTED_TERM : named.has(label) ? FEWEST_OF_NAME : TERM
    if (isTerm(measured, titles.papers, least)) terms.push(measured)
  }
  const isApart = (label: string) => terms.every((term) => !term.label.includes(label))
  terms.push(...(await filedTerms(titles, labels.filter(isApart))))
  return terms.toSorted((one, other) => other.worth - one.worth)
}

/** Words of our lists that papers are filed under. */
async function filedTerms(titles: Titles, labels: string[]): Promise<Measured[]> {
  const terms: Measured[] = []
  for (const label of new Set(labels.filter(isListed))) {
    const measured = await titles.measure(label)
    if (!isTerm(measured, titles.papers, LISTED_TERM)) continue
    const filed = await titles.filedUnder(label)
    if (filed > 0 && filed >= measured.papers * FILED_SHARE) terms.push(measured)
  }
  return terms
}

function isListed(label: string): boolean {
  const { fromChinese, fromEnglish } = bilingualTerms()
  return fromChinese.has(label) || fromEnglish.has(stemsIn(label).join(' '))
}

const SEVERAL_WORDS = /\S\s\S|\p{Script=Han}{4}/u

function isTerm({ papers, called }: Measured, library: number, least: typeof FEWEST_PAPERS): boolean {
  const most = Math.max(MOST_PAPERS.least, library * MOST_PAPERS.share)
  return papers >= fewest(least, library) && papers <= most && called >= TERM_CALLED
}

/** The other things that a search asks for, what it is about most first. */
async function othersOf(titles: Titles, names: Names, lead: Measured): Promise<Measured[]> {
  const within = lead.label.split(' ')
  const others: Measured[] = []
  for (const { label } of names) {
    if (label.split(' ').some((word) => within.includes(word))) continue
    const measured = await titles.measure(label)
    if (measured.called >= WORD_CALLED && others.every((each) => each.label !== label)) others.push(measured)
  }
  return others.toSorted((one, other) => other.worth - one.worth)
}
