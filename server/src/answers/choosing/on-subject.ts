import {
  type Concept,
  conceptCoverage,
  expressibleShare,
  isChineseText,
  type TermPlaces,
} from '@scinav/search'
import type { AnswerCriteria, Evidence } from '../../retrieval/index.ts'

/** A sentence, and the one before where it goes on from that. */
interface SentenceTerms {
  terms: TermPlaces
  before: TermPlaces | null
}

/** What the sentence before says counts for one that goes on from it. */
const PREVIOUS_SENTENCE_WEIGHT = 0.8
/** What stands elsewhere in the passage is not said of the same thing. */
const PASSAGE_WEIGHT = 0.35
/**
 * A sentence, its paper and its paper's title together have to say so much of what is asked: 1 and 1 where all of it is said
 * by both, and 2 where the title is what was asked. Nothing else tells a paper on the subject from one that has the words.
 */
const MIN_SUBJECT_SCORE = 1.58
const TITLE_WEIGHT = 2

/** Whether a sentence is about the subject of a question, so that what it says may answer. */
export function isOnSubject(evidence: Evidence, said: SentenceTerms, wanted: AnswerCriteria): boolean {
  const { type, concepts, absent, at_hand } = wanted
  // A file has no title that tells, nor keywords.
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

/** What only mentions something does not say that it is absent. */
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
