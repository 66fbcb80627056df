import type { AclPaper } from './corpus.ts'
import { methodSentences, papersByIntroducedName } from './method-sentences.ts'
import { tokenizeWords } from './plain-bm25.ts'
import { createRandom, type Random } from './random.ts'

/** A sentence of the paper `own` that cites the papers `cited`, first the one it was chosen for; indexes from 0. */
export interface CitedSentence {
  sentence: string
  own: number
  cited: number[]
  /** Why the reference is known: its author cites the paper, or mentions the name that only this paper introduced. */
  by: 'citation' | 'name'
}

const MIN_SENTENCE_WORDS = 8
const MAX_SENTENCE_CHARS = 400
const SENTENCES_PER_KIND = 200
const SEED = 29

/**
 * Returns 400 sentences, selected by rules that were written before any was searched for:
 * - 200 citing sentences: sentences of abstracts with one citation of author and year, with at least eight words and at
 * most 400 characters without it. The reference is the only paper of that year in the corpus by that first author (and
 * the second author where he is named, or three or more authors where it says et al.). A sentence is skipped when the
 * corpus has no such paper or several, and when no distinctive word (four letters or more, in less than a hundredth of
 * the papers) occurs in both the reference's title and the citing abstract, because then the author is probably a
 * namesake outside the corpus. The sentence is searched without its citation.
 * - 200 naming sentences: those of `method-sentences.ts`, whose rules are older. All papers whose names a sentence
 * mentions are its references; this rule was added after the first look at the tuning half, where "AmericasNLI and
 * NusaX" had only one of two.
 * There is one sentence per reference, drawn with a fixed seed. Even positions are for tuning, odd ones for the test.
 */
export function citedSentences(papers: AclPaper[]): CitedSentence[] {
  const random = createRandom(SEED)
  const citing = sample(random, onePerCitedPaper([...findCitingSentences(papers)]), SENTENCES_PER_KIND)
  const known = new Set(citing.flatMap(({ cited }) => cited))
  const naming = methodSentences(papers, Number.POSITIVE_INFINITY)
    .map(({ sentence, own, introduced }) => ({ sentence, own, cited: [introduced], by: 'name' as const }))
    .filter(({ cited }) => !cited.some((paper) => known.has(paper)))
  const other = sample(random, naming, SENTENCES_PER_KIND)
  const introducing = papersByIntroducedName(papers)
  return citing
    .flatMap((each, at) => [each, other[at]])
    .filter((each) => each !== undefined)
    .map((each) => ({
      ...each,
      cited: [...new Set([...each.cited, ...introducedPapersIn(each, introducing)])],
    }))
}

/** Returns the papers, other than its own, whose introduced names a sentence mentions. */
const introducedPapersIn = ({ sentence, own }: CitedSentence, introducing: Map<string, number>): number[] =>
  (sentence.match(/[\p{L}\p{N}-]+/gu) ?? []).flatMap((name) => {
    const paper = introducing.get(name)
    return paper === undefined || paper === own ? [] : [paper]
  })

/** Whether an item belongs to the tuning half. Items alternate in pairs, so that both kinds are in both halves. */
export const isTuningItem = (index: number): boolean => Math.floor(index / 2) % 2 === 0

/** Draws `count` values without repetition, or all of a shorter list. */
function sample<Value>(random: Random, all: Value[], count: number): Value[] {
  const remaining = [...all]
  const chosen: Value[] = []
  while (chosen.length < count && remaining.length > 0)
    chosen.push(...remaining.splice(random.below(remaining.length), 1))
  return chosen
}

/** Keeps one sentence for each paper that is cited: the last one. */
const onePerCitedPaper = (all: CitedSentence[]): CitedSentence[] => [
  ...new Map(all.map((each) => [each.cited[0], each])).values(),
]

/** A citation of author and year: `(Wang and Li, 2020)`, `Ness et al. (2019a)`; groups: author, second, et al., year. */
const CITATION =
  /\s?\(?(\p{Lu}[\p{L}'’-]{1,30})(?: (?:and|&) (\p{Lu}[\p{L}'’-]{1,30})| (et al\.?))?,? \(?((?:19|20)\d\d)[a-z]?\)/gu

/** Yields the sentences of abstracts with one citation that leads to exactly one paper of the corpus. */
function* findCitingSentences(papers: AclPaper[]): Generator<CitedSentence> {
  const byAuthor = Map.groupBy(
    papers.map((_, at) => at),
    (at) => `${familyName(papers[at]?.authors[0])} ${papers[at]?.year}`,
  )
  const isDistinctive = distinctiveWords(papers)
  for (const [own, { abstract }] of papers.entries()) {
    const words = new Set(tokenizeWords(abstract))
    for (const whole of abstract.split(/(?<=[.!?])\s+(?=\p{Lu})/u)) {
      const citation = parseSingleCitation(whole)
      if (!citation) continue
      const { sentence, first, year, second, others } = citation
      const cited = (byAuthor.get(`${first} ${year}`) ?? []).filter((at) =>
        isWrittenBy(papers[at]?.authors ?? [], second, others),
      )
      const [only = own] = cited
      const sharesWord = tokenizeWords(papers[only]?.title ?? '').some(
        (word) => words.has(word) && isDistinctive(word),
      )
      if (cited.length === 1 && only !== own && sharesWord)
        yield { sentence, own, cited: [only], by: 'citation' }
    }
  }
}

/** Splits a sentence into its only citation and the rest; null when it has several citations or another year. */
function parseSingleCitation(whole: string) {
  const [citation, ...more] = whole.matchAll(CITATION)
  if (!citation || more.length > 0) return null
  const [printed, first = '', second, others, year = ''] = citation
  const sentence = whole.replace(printed, '').replace(/\s+/g, ' ').trim()
  if (/\b(?:19|20)\d\d/.test(sentence) || !isLongEnough(sentence)) return null
  return { sentence, first: first.toLowerCase(), year, second, others: others !== undefined }
}

const familyName = (name: string | undefined): string => name?.split(' ').at(-1)?.toLowerCase() ?? ''

/** Returns whether the number of authors, and the second one, are as a citation says. */
function isWrittenBy(authors: readonly string[], second: string | undefined, others: boolean): boolean {
  if (second !== undefined) return authors.length === 2 && familyName(authors[1]) === second.toLowerCase()
  return others ? authors.length >= 3 : authors.length === 1
}

const isLongEnough = (text: string) =>
  text.length <= MAX_SENTENCE_CHARS && text.split(' ').length >= MIN_SENTENCE_WORDS

const MAX_DOCUMENT_SHARE = 0.01
const MIN_WORD_CHARS = 4

/** Returns a predicate for words that occur in less than a hundredth of the papers. */
function distinctiveWords(papers: AclPaper[]): (word: string) => boolean {
  const counts = new Map<string, number>()
  for (const { title, abstract } of papers)
    for (const word of new Set(tokenizeWords(`${title} ${abstract}`)))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  return (word) =>
    word.length >= MIN_WORD_CHARS && (counts.get(word) ?? 0) < papers.length * MAX_DOCUMENT_SHARE
}

/** Words by which a sentence speaks of its own paper, or the end of a question. */
const OWN_WORK_PHRASE = /\b(?:we|our|ours|us|this (?:paper|work|study|article))\b|\?$/iu
const OWN_SENTENCE_COUNT = 200
/** A word with two capitals, or with a capital and a digit, and any number of four digits: `BERT`, `GPT-2`, `2019`. */
const NAME_OR_YEAR = /\p{Lu}[\p{L}\p{N}-]*[\p{Lu}\d]|\d{4}/u

/**
 * Returns sentences that need no citation, selected by a rule written before any was searched for: they contain "we",
 * "our" or "this paper", or are questions, and they contain no word with two capitals or with a capital and a digit,
 * and no year; with at least eight words and at most 400 characters, one per paper, drawn with a fixed seed. Half of
 * them are for tuning.
 */
export function ownSentences(papers: AclPaper[]): { sentence: string; own: number }[] {
  const random = createRandom(SEED + 1)
  const all = papers.flatMap(({ abstract }, own) => {
    const sentence = abstract
      .split(/(?<=[.!?])\s+(?=\p{Lu})/u)
      .find((text) => OWN_WORK_PHRASE.test(text) && isLongEnough(text) && !NAME_OR_YEAR.test(text))
    return sentence === undefined ? [] : [{ sentence, own }]
  })
  return sample(random, all, OWN_SENTENCE_COUNT)
}
