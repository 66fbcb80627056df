import type { AclPaper } from './corpus.ts'
import { introducedNames, methodSentences } from './method-sentences.ts'
import { wordsIn } from './plain-bm25.ts'
import { createRandom, type Random } from './random.ts'

/** A sentence of the paper `own` whose references are the papers `cited`, the one it was chosen for first; numbers from 0. */
export interface CitedSentence {
  sentence: string
  own: number
  cited: number[]
  /** How it is known: its writer cites the paper, or it says the name that only this paper brought. */
  by: 'citation' | 'name'
}

const LEAST_WORDS = 8
const LONGEST = 400
const EACH = 200
const SEED = 29

/**
 * 400 sentences by rules that were written before any was looked up:
 * - 200 that cite: sentences of abstracts with one citation of author and year, of eight words or more and 400 characters
 *   at most without it. The reference is the one paper of the file of that year by that first author (a second one where
 *   he is named, three or more authors where it says et al.); where the file has none or several the sentence is left
 *   out, and so it is where no word of four letters and more that less than a hundredth of the papers have stands in both
 *   the reference's title and the citing abstract: a namesake of somebody outside of the file. What is looked up is the
 *   sentence without its citation.
 * - 200 that name: those of `method-sentences.ts`, whose rules are older.
 * A sentence has all the papers as references whose names it says: that rule was added after the first look at the tuning
 * half, where "AmericasNLI and NusaX" had one of two. One sentence a reference; drawn by a fixed seed. Even places are for tuning, odd ones for the test.
 */
export function citedSentences(papers: AclPaper[]): CitedSentence[] {
  const random = createRandom(SEED)
  const citing = drawn(random, oneEach([...citingIn(papers)]), EACH)
  const known = new Set(citing.flatMap(({ cited }) => cited))
  const naming = methodSentences(papers, Number.POSITIVE_INFINITY)
    .map(({ sentence, own, introduced }) => ({ sentence, own, cited: [introduced], by: 'name' as const }))
    .filter(({ cited }) => !cited.some((paper) => known.has(paper)))
  const other = drawn(random, naming, EACH)
  const introducing = introducedNames(papers)
  return citing
    .flatMap((each, at) => [each, other[at]])
    .filter((each) => each !== undefined)
    .map((each) => ({ ...each, cited: [...new Set([...each.cited, ...namedIn(each, introducing)])] }))
}

const namedIn = ({ sentence, own }: CitedSentence, introducing: Map<string, number>): number[] =>
  (sentence.match(/[\p{L}\p{N}-]+/gu) ?? []).flatMap((name) => {
    const paper = introducing.get(name)
    return paper === undefined || paper === own ? [] : [paper]
  })

/** Of a pair, so that both kinds are in both halves. */
export const isForTuning = (place: number): boolean => Math.floor(place / 2) % 2 === 0

function drawn<Value>(random: Random, all: Value[], count: number): Value[] {
  const left = [...all]
  const chosen: Value[] = []
  while (chosen.length < count && left.length > 0) chosen.push(...left.splice(random.below(left.length), 1))
  return chosen
}

const oneEach = (all: CitedSentence[]): CitedSentence[] => [
  ...new Map(all.map((each) => [each.cited[0], each])).values(),
]

const CITATION =
  /\s?\(?(\p{Lu}[\p{L}'’-]{1,30})(?: (?:and|&) (\p{Lu}[\p{L}'’-]{1,30})| (et al\.?))?,? \(?((?:19|20)\d\d)[a-z]?\)/gu

function* citingIn(papers: AclPaper[]): Generator<CitedSentence> {
  const byAuthor = Map.groupBy(
    papers.map((_, at) => at),
    (at) => `${familyOf(papers[at]?.authors[0])} ${papers[at]?.year}`,
  )
  const isTelling = tellingWords(papers)
  for (const [own, { abstract }] of papers.entries()) {
    const words = new Set(wordsIn(abstract))
    for (const whole of abstract.split(/(?<=[.!?])\s+(?=\p{Lu})/u)) {
      const citation = onlyCitation(whole)
      if (!citation) continue
      const { sentence, first, year, second, others } = citation
      const cited = (byAuthor.get(`${first} ${year}`) ?? []).filter((at) =>
        isBy(papers[at]?.authors ?? [], second, others),
      )
      const [only = own] = cited
      const isSame = wordsIn(papers[only]?.title ?? '').some((word) => words.has(word) && isTelling(word))
      if (cited.length === 1 && only !== own && isSame) yield { sentence, own, cited: [only], by: 'citation' }
    }
  }
}

/** The one citation of a sentence, and the sentence without it; none where it has another year besides. */
function onlyCitation(whole: string) {
  const [citation, ...more] = whole.matchAll(CITATION)
  if (!citation || more.length > 0) return null
  const [said, first = '', second, others, year = ''] = citation
  const sentence = whole.replace(said, '').replace(/\s+/g, ' ').trim()
  if (/\b(?:19|20)\d\d/.test(sentence) || !isLongEnough(sentence)) return null
  return { sentence, first: first.toLowerCase(), year, second, others: others !== undefined }
}

const familyOf = (name: string | undefined): string => name?.split(' ').at(-1)?.toLowerCase() ?? ''

function isBy(authors: readonly string[], second: string | undefined, others: boolean): boolean {
  if (second !== undefined) return authors.length === 2 && familyOf(authors[1]) === second.toLowerCase()
  return others ? authors.length >= 3 : authors.length === 1
}

const isLongEnough = (text: string) => text.length <= LONGEST && text.split(' ').length >= LEAST_WORDS

const SHARE = 0.01
const LETTERS = 4

/** Words that less than a hundredth of the papers have. */
function tellingWords(papers: AclPaper[]): (word: string) => boolean {
  const counts = new Map<string, number>()
  for (const { title, abstract } of papers)
    for (const word of new Set(wordsIn(`${title} ${abstract}`))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return (word) => word.length >= LETTERS && (counts.get(word) ?? 0) < papers.length * SHARE
}

const OWN = /\b(?:we|our|ours|us|this (?:paper|work|study|article))\b|\?$/iu
const COUNT_OF_OWN = 200

/**
 * Sentences that need no source, by a rule that was written before any was looked up: they say "we", "our", "this paper"
 * or ask, and name nothing with two capitals, a capital and a digit, or a year; of eight words or more and 400 characters
 * at most, one of a paper, drawn by a fixed seed. Half of them are for tuning.
 */
export function ownSentences(papers: AclPaper[]): { sentence: string; own: number }[] {
  const random = createRandom(SEED + 1)
  const all = papers.flatMap(({ abstract }, own) => {
    const fit = abstract
      .split(/(?<=[.!?])\s+(?=\p{Lu})/u)
      .filter(
        (text) => OWN.test(text) && isLongEnough(text) && !/\p{Lu}[\p{L}\p{N}-]*[\p{Lu}\d]|\d{4}/u.test(text),
      )
    const [sentence] = fit
    return sentence === undefined ? [] : [{ sentence, own }]
  })
  return drawn(random, all, COUNT_OF_OWN)
}
