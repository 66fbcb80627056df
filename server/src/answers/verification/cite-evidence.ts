import type { Citation } from '@scinav/contract'
import { type Concept, collectTextTerms, coverage, isChineseText } from '@scinav/search'
import { authorNames } from '../../library/papers/index.ts'
import { type Evidence, quotePosition, sourceFields } from '../../retrieval/index.ts'
import { bestQuote, checkClaim } from './check-claim.ts'

/** A citation without its number and its position in the answer. */
export type UnplacedCitation = Omit<Citation, 'n' | 'start' | 'end'>

/** Builds the citation of a claim: the sentence that supports it best, and how far it does. */
type CitationBuilder = (evidence: Evidence, claim: string) => UnplacedCitation

/**
 * Creates a builder of the citations of one answer, which sorts the sentences of a passage once however often it is
 * cited.
 *
 * @param concepts the concepts of the question; they decide when a claim shares no words with its source.
 */
export function createCitationBuilder(concepts: Concept[]): CitationBuilder {
  const sorted = new Map<Evidence['passage'], string[]>()
  return (evidence, claim) => {
    const { passage } = evidence
    const sentences = sorted.get(passage) ?? sentencesByRelevance(passage, concepts)
    sorted.set(passage, sentences)
    return buildCitation(evidence, claim, sentences)
  }
}

/** @param claim the claim that is supported; empty when the citation follows none, which leaves it unchecked. */
function buildCitation(evidence: Evidence, claim: string, sentences: string[]): UnplacedCitation {
  const { passage, work } = evidence
  const titles = [passage.heading, work.title_zh ?? '', ...work.keywords].join('\n')
  const quote = bestQuote(claim, sentences, titles)
  const checked =
    claim === ''
      ? { support: 'unchecked' as const, check: { method: 'none' as const, located: true, missing: [] } }
      : checkClaim(claim, quote, [titles, ...recordLines(work), passage.text].join('\n'))
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
