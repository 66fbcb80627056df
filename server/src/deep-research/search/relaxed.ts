import type { Concept, SearchEngine } from '@scinav/search'
import { conceptNames } from '../../answers/index.ts'
import type { InTurn } from './turns.ts'

/** Fewer words than a step asks for, and the term of them that whatever is found by them has to spell; '' for none. */
export interface Wider {
  words: string
  spelled: string
}

/** Words that stand together, in how many papers, and in what share of these in the title. */
interface Measured {
  label: string
  papers: number
  in_titles: number
  /** The rarer and the more often in titles, the more a question is about it. */
  worth: number
}

interface Library {
  papers: number
  /** How many papers a search finds. */
  totalOf: (query: string, expand?: boolean) => Promise<number>
}

/** So many papers that say all of it are worth reading. */
const ENOUGH = 5
/** So few papers, and they cannot tell whether a word is the subject; nor can a search go without it. */
const FEWEST_PAPERS = { least: 3, most: 12, share: 1 / 8_000 }
/** What more papers speak of is a field, and no subject of a question: language models. */
const MOST_PAPERS = { least: 50, share: 0.01 }
/** A term stands in so many papers, and of these in so many titles: lateral thinking, but not "agreement scores". */
const TERM = { least: 3, most: 20, share: 1 / 4_000, in_titles: 0.25 }
/** Of those that say a word, or it asks for nothing: intricate, necessary. */
const WORD_IN_TITLES = 0.1
const MOST_CONCEPTS = 12

/**
 * What a search is looked up by where next to nothing says all of it: the term that it is about, with as many of its other
 * words as enough papers say together. Null where it names no term, or something that the library has next to nothing on.
 *
 * Which words make a term is told by the library itself: those that stand side by side in many papers, often in titles.
 */
export async function relaxed(engine: SearchEngine, query: string, inTurn: InTurn): Promise<Wider | null> {
  const { list } = await engine.concepts(query)
  if (list.length > MOST_CONCEPTS) return null
  const { papers } = engine.state()
  const totalOf = async (words: string, expand = true) =>
    (await inTurn(() => engine.search({ query: words, expand, size: 1 }))).total
  const library = { papers, totalOf }
  if (list.some((each) => isUnknown(each, papers))) return null
  const names = conceptNames(query, list)
  const lead = await leadOf(library, query, names, list)
  if (!lead) return null
  const others = await othersOf(library, names, lead)
  const words = [lead.label]
  for (const { label } of others)
    if ((await totalOf([quoted(lead.label), ...words.slice(1), label].join(' '))) >= ENOUGH) words.push(label)
  return { words: words.join(' '), spelled: HAN.test(lead.label) ? '' : lead.label }
}

const HAN = /\p{Script=Han}/u
const quoted = (words: string) => `"${words.replaceAll('"', '')}"`
const clamp = (least: number, most: number, value: number) => Math.min(most, Math.max(least, value))

/** A name is one however few papers say it. */
function isUnknown({ papers, run, named }: Concept, library: number): boolean {
  const { least, most, share } = FEWEST_PAPERS
  return run !== null || papers < (named ? ENOUGH : clamp(least, most, library * share))
}

type Names = ReturnType<typeof conceptNames>

/** What a search is about before all else: a name, a known term, or two words that papers say together. */
async function leadOf(
  library: Library,
  query: string,
  names: Names,
  list: Concept[],
): Promise<Measured | undefined> {
  const words = query.split(' ')
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`)
  const isName = (plan: Concept['plan']) => list.some((each) => each.plan === plan && each.named)
  const named = new Set(names.filter(({ plan }) => isName(plan)).map(({ label }) => label))
  const known = names.map(({ label }) => label).filter((label) => SEVERAL_WORDS.test(label))
  const terms: Measured[] = []
  for (const label of new Set([...named, ...known, ...pairs])) {
    const measured = await measure(library, label)
    if (isTerm(measured, library.papers, named.has(label))) terms.push(measured)
  }
  return terms.toSorted((one, other) => other.worth - one.worth)[0]
}

const SEVERAL_WORDS = /\S\s\S|\p{Script=Han}{4}/u

function isTerm({ papers, in_titles }: Measured, library: number, is_name: boolean): boolean {
  const least = is_name ? ENOUGH : clamp(TERM.least, TERM.most, library * TERM.share)
  const most = Math.max(MOST_PAPERS.least, library * MOST_PAPERS.share)
  return papers >= least && papers <= most && in_titles >= TERM.in_titles
}

/** The other things that a search asks for, what it is about most first. */
async function othersOf(library: Library, names: Names, lead: Measured): Promise<Measured[]> {
  const within = lead.label.split(' ')
  const others: Measured[] = []
  for (const { label } of names) {
    if (label.split(' ').some((word) => within.includes(word))) continue
    const measured = await measure(library, label)
    if (measured.in_titles >= WORD_IN_TITLES && others.every((each) => each.label !== label))
      others.push(measured)
  }
  return others.toSorted((one, other) => other.worth - one.worth)
}

/** Words as they stand, in titles and anywhere, without what stands for them in the other language. */
async function measure({ papers: library, totalOf }: Library, label: string): Promise<Measured> {
  const papers = await totalOf(quoted(label), false)
  const in_titles = papers === 0 ? 0 : (await totalOf(`TI:${quoted(label)}`, false)) / papers
  return { label, papers, in_titles, worth: papers === 0 ? 0 : in_titles * Math.log(library / papers) }
}
