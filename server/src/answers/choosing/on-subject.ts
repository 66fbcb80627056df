import { type Concept, isChinese, saidOf, sayableShare, type Terms } from '@scinav/search'
import type { Evidence, Wanted } from '../../retrieval/index.ts'

/** A sentence, and the one before where it goes on from that. */
interface Said {
  terms: Terms
  before: Terms | null
}

/** What the sentence before says counts for one that goes on from it. */
const BEFORE = 0.8
/** What stands elsewhere in the passage is not said of the same thing. */
const ELSEWHERE = 0.35
/**
 * A sentence, its paper and its paper's title together have to say so much of what is asked: 1 and 1 where all of it is said
 * by both, and 2 where the title is what was asked. Nothing else tells a paper on the subject from one that has the words.
 */
const LEAST = 1.58
const CALLED = 2

/** Whether a sentence is about the subject of a question, so that what it says may answer. */
export function isOnSubject(evidence: Evidence, said: Said, wanted: Wanted): boolean {
  const { type, concepts, absent, at_hand } = wanted
  // A file has no title that tells, nor keywords.
  if (at_hand || type === 'list' || evidence.file) return true
  if (!absent.every((each) => isAbsent(each, evidence))) return false
  const whole = concepts.reduce((sum, { weight }) => sum + weight, 0)
  if (whole === 0) return true
  const told = concepts.reduce((sum, each) => sum + each.weight * toldOf(each, said, aroundOf(evidence)), 0)
  const share = told / (whole * sayableShare(concepts, isChinese(evidence.passage.text)))
  return share + evidence.coverage + CALLED * evidence.title_fit >= LEAST
}

/** What only mentions something does not say that it is absent. */
const isAbsent = (absence: Concept, { about, terms }: Evidence): boolean =>
  saidOf(terms, absence) === 1 || saidOf(about, absence) === 1

const aroundOf = ({ about, terms }: Evidence) => ({ about, passage: terms })

function toldOf(
  concept: Concept,
  { terms, before }: Said,
  { about, passage }: { about: Terms; passage: Terms },
): number {
  return Math.max(
    saidOf(terms, concept),
    before ? saidOf(before, concept) * BEFORE : 0,
    saidOf(about, concept),
    saidOf(passage, concept) * ELSEWHERE,
  )
}
