import { authorNames, type Citation } from '@scinav/contract'
import { type Concept, collectTextTerms, coverage, isChineseText } from '@scinav/search'
import { type Evidence, quotePosition, sourceFields } from '../../retrieval/index.ts'
import { bestQuote } from './best-quote.ts'
import { checkClaim } from './check-claim.ts'

/** A citation without its number and its position in the answer. */
export type UnplacedCitation = Omit<Citation, 'n' | 'start' | 'end'>

/**
 * Builds the citation of a claim: its quote, and how far the quote supports the claim. When no quote is given, the
 * sentence that shares most words with the claim is quoted.
 *
 * @param otherSources the other evidence that the same marker cites.
 */
type CitationBuilder = (
  evidence: Evidence,
  claim: string,
  quote?: string,
  otherSources?: Evidence[],
) => UnplacedCitation

/**
 * Creates a builder of the citations of one answer, which sorts the sentences of a passage once however often it is
 * cited.
 *
 * @param concepts the concepts of the question; they decide when a claim shares no words with its source.
 * @param offered all evidence of the answer.
 */
export function createCitationBuilder(
  concepts: Concept[],
  offered: Iterable<Evidence> = [],
): CitationBuilder {
  const sortedSentences = new Map<Evidence['passage'], string[]>()
  const offeredTexts = [...offered].map(textsOf).join('\n')
  return (evidence, claim, quote, otherSources = []) => {
    const { passage } = evidence
    const sourceTexts = [evidence, ...otherSources].map(textsOf).join('\n')
    if (quote !== undefined) return buildCitation(evidence, { claim, quote, sourceTexts, offeredTexts })
    const sentences = sortedSentences.get(passage) ?? sentencesByRelevance(passage, concepts)
    sortedSentences.set(passage, sentences)
    const best = bestQuote(claim, sentences, titlesOf(evidence))
    return buildCitation(evidence, { claim, quote: best, sourceTexts, offeredTexts })
  }
}

/**
 * Returns the quotes of sentences of a passage, numbered from 1, in their order: consecutive sentences are
 * one quote, and numbers that the passage does not have are left out.
 */
export function sentenceQuotes(passage: Evidence['passage'], numbers: number[]): string[] {
  if (numbers.length === 0) return []
  const { text, sentences } = passage
  const ordered = [...new Set(numbers)].toSorted((a, b) => a - b)
  const runs: { first: number; last: number }[] = []
  for (const number of ordered) {
    const run = runs.at(-1)
    if (run?.last === number - 1) run.last = number
    else runs.push({ first: number, last: number })
  }
  return runs.flatMap(({ first, last }) => {
    const [from, until] = [sentences[first - 1], sentences[last - 1]]
    return from && until ? [text.slice(from.start, until.end)] : []
  })
}

/** Returns the titles and keywords of a source, whose words a claim may use without its sentence. */
const titlesOf = ({ passage, work }: Evidence): string =>
  [passage.heading, work.title_zh ?? '', ...work.keywords].join('\n')

/** Returns everything that a claim may draw on of a source. */
const textsOf = (evidence: Evidence): string =>
  [titlesOf(evidence), ...recordLines(evidence.work), evidence.passage.text].join('\n')

interface CheckedQuote {
  /** The claim that is supported; empty when the citation follows none, which leaves it unchecked. */
  claim: string
  quote: string
  /** The texts of the source and of the other sources that the marker cites. */
  sourceTexts: string
  /** The texts of all evidence of the answer. */
  offeredTexts: string
}

/** Builds the citation of a quote, with the check of the claim against it. */
function buildCitation(
  evidence: Evidence,
  { claim, quote, sourceTexts, offeredTexts }: CheckedQuote,
): UnplacedCitation {
  const { passage } = evidence
  const checked =
    claim === ''
      ? { support: 'unchecked' as const, check: { method: 'none' as const, located: true, missing: [] } }
      : checkClaim(claim, quote, sourceTexts, offeredTexts)
  return { ...sourceFields(evidence), ...quotePosition(passage, quote), quote, ...checked }
}

/** Returns what a claim may say of the record itself: authors, venue and year, each on a line. */
export const recordLines = (work: Evidence['work']): string[] => [
  ...authorNames(work),
  work.basic_sourcename ?? '',
  ...work.publish_venue,
  work.publish_date ?? '',
]

/** Sorts the sentences of a passage by their coverage of the question, highest first. */
function sentencesByRelevance({ text, sentences }: Evidence['passage'], concepts: Concept[]): string[] {
  return sentences
    .map(({ start, end }) => text.slice(start, end))
    .map((sentence) => ({
      sentence,
      share: coverage(collectTextTerms([sentence]), concepts, isChineseText(sentence)),
    }))
    .toSorted((a, b) => b.share - a.share)
    .map(({ sentence }) => sentence)
}
