import { type Concept, conceptCoverage, expressibleShare, isChineseText } from '@scinav/search'
import type { AnswerCriteria, Evidence } from '../../retrieval/index.ts'
import { type SentenceContent, sentenceCoverage, totalWeight } from './sentence-coverage.ts'

/** The weight of concepts stated elsewhere in the passage, which may concern something else. */
const PASSAGE_WEIGHT = 0.35

/**
 * The least sum of sentence share (at most 1), paper coverage (at most 1) and weighted title fit (at most 2). Nothing else
 * distinguishes a paper on the subject from one that merely has the words.
 */
const MIN_SUBJECT_SCORE = 1.58

/** The weight of the title fit in this sum. */
const TITLE_WEIGHT = 2

/** Returns whether a sentence is about the subject of a question, so that it may answer it. */
export function isOnSubject(
  evidence: Evidence,
  sentence: SentenceContent,
  criteria: AnswerCriteria,
): boolean {
  const { type, concepts, absent, subject_known } = criteria
  // A file has no informative title and no keywords.
  if (subject_known || type === 'list' || evidence.file) return true
  if (!absent.every((each) => statesAbsence(each, evidence))) return false
  const total = totalWeight(concepts)
  if (total === 0) return true
  const { about, terms: passage, coverage, title_fit } = evidence
  const stated = concepts.reduce(
    (sum, concept) =>
      sum +
      concept.weight *
        Math.max(
          sentenceCoverage(sentence, concept),
          conceptCoverage(about, concept),
          conceptCoverage(passage, concept) * PASSAGE_WEIGHT,
        ),
    0,
  )
  const share = stated / (total * expressibleShare(concepts, isChineseText(evidence.passage.text)))
  return share + coverage + TITLE_WEIGHT * title_fit >= MIN_SUBJECT_SCORE
}

/** A text that only mentions a thing does not state its absence, so the absence must be covered fully. */
const statesAbsence = (absence: Concept, { about, terms }: Evidence): boolean =>
  conceptCoverage(terms, absence) === 1 || conceptCoverage(about, absence) === 1
