import {
  type Concept,
  conceptCoverage,
  expressibleShare,
  isChineseText,
  type TermPlaces,
} from '@scinav/search'
import type { AnswerCriteria, Evidence } from '../../retrieval/index.ts'

/** The terms of a sentence, and those of the previous one when it continues that. */
interface SentenceTerms {
  terms: TermPlaces
  before: TermPlaces | null
}

/** The weight of concepts stated in the previous sentence, for a sentence that continues it. */
const PREVIOUS_SENTENCE_WEIGHT = 0.8
/** The weight of concepts stated elsewhere in the passage, which may concern something else. */
const PASSAGE_WEIGHT = 0.35
/**
 * The least sum of sentence share (at most 1), paper coverage (at most 1) and 2 · title fit (at most 2). Nothing else
 * distinguishes a paper on the subject from one that merely has the words.
 */
const MIN_SUBJECT_SCORE = 1.58
const TITLE_WEIGHT = 2

/** Returns whether a sentence is about the subject of a question, so that it may answer it. */
export function isOnSubject(evidence: Evidence, said: SentenceTerms, wanted: AnswerCriteria): boolean {
  const { type, concepts, absent, at_hand } = wanted
  // A file has no informative title and no keywords.
  if (at_hand || type === 'list' || evidence.file) return true
  if (!absent.every((each) => statesAbsence(each, evidence))) return false
  const whole = concepts.reduce((sum, { weight }) => sum + weight, 0)
  if (whole === 0) return true
  const told = concepts.reduce(
    (sum, each) => sum + each.weight * statedWeight(each, said, surroundingTerms(evidence)),
    0,
  )
  const share = told / (whole * expressibleShare(concepts, isChineseText(evidence.passage.text)))
  return share + evidence.coverage + TITLE_WEIGHT * evidence.title_fit >= MIN_SUBJECT_SCORE
}

/** A text that only mentions a thing does not state its absence, so the absence must be covered fully. */
const statesAbsence = (absence: Concept, { about, terms }: Evidence): boolean =>
  conceptCoverage(terms, absence) === 1 || conceptCoverage(about, absence) === 1

const surroundingTerms = ({ about, terms }: Evidence) => ({ about, passage: terms })

function statedWeight(
  concept: Concept,
  { terms, before }: SentenceTerms,
  { about, passage }: { about: TermPlaces; passage: TermPlaces },
): number {
  return Math.max(
    conceptCoverage(terms, concept),
    before ? conceptCoverage(before, concept) * PREVIOUS_SENTENCE_WEIGHT : 0,
    conceptCoverage(about, concept),
    conceptCoverage(passage, concept) * PASSAGE_WEIGHT,
  )
}
