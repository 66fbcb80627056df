import { type Concept, conceptCoverage, textStems, writtenText } from '@scinav/search'
import { wordsWithoutSubject } from '../../search/engine/index.ts'
import type { Evidence } from './evidence.ts'
import { isUnambiguous } from './work-description.ts'

/** A single letter, such as P in 「P 值」, occurs in names and formulas and identifies no subject. */
const LONE_LETTER = /^\p{Script=Latin}$/u

/** Returns the concepts that name the subject rather than an action or a property; all concepts when none does. */
export function subjectConcepts(concepts: Concept[]): Concept[] {
  const nonSubjectWords = wordsWithoutSubject()
  const subject = concepts.filter((each) => {
    const term = writtenText(each.plan)
    return !LONE_LETTER.test(term) && (isUnambiguous(each) || !nonSubjectWords.has(term))
  })
  return subject.length > 0 ? subject : concepts
}

/** The most words that `unknownTerms` returns. */
const MAX_UNKNOWN_TERMS = 4

/** The least coverage of related evidence. */
const MIN_COVERAGE = 0.4
/** The least coverage when it states an unambiguous term, or `MIN_SUBJECT_SHARE` of the subject by weight. */
const MIN_COVERAGE_WITH_TERM = 0.3
const MIN_SUBJECT_SHARE = 0.5
/** The least coverage when its title fits the question at least this well. */
const MIN_COVERAGE_WITH_TITLE = 0.25
const MIN_TITLE_FIT = 0.5
/**
 * When no paper states a part of the subject, evidence needs this coverage, or this many stated concepts, or a term.
 */
const MIN_COVERAGE_PARTLY_UNKNOWN = 0.55
const MIN_STATED_CONCEPTS = 2

/**
 * Returns whether evidence that does not answer a question states enough of it, and of its subject, to be shown as
 * related.
 */
export function isRelated(evidence: Evidence, concepts: Concept[]): boolean {
  const { coverage, title_fit, terms, about } = evidence
  if (title_fit >= MIN_TITLE_FIT && coverage >= MIN_COVERAGE_WITH_TITLE) return true
  const subject = subjectConcepts(concepts)
  const stated = subject.filter(
    (each) => conceptCoverage(terms, each) > 0 || conceptCoverage(about, each) > 0,
  )
  const statesShare = totalWeight(stated) >= totalWeight(subject) * MIN_SUBJECT_SHARE
  const isSpecific = statesShare || stated.some(isUnambiguous)
  if (coverage < (isSpecific ? MIN_COVERAGE_WITH_TERM : MIN_COVERAGE)) return false
  if (stated.length === 0) return subject.every(({ weight }) => weight === 0)
  const isKnown = subject.every(({ papers }) => papers > 0)
  return (
    isKnown ||
    coverage >= MIN_COVERAGE_PARTLY_UNKNOWN ||
    stated.length >= MIN_STATED_CONCEPTS ||
    stated.some(isUnambiguous)
  )
}

const totalWeight = (concepts: Concept[]) => concepts.reduce((sum, { weight }) => sum + weight, 0)

/**
 * Returns the words of the query's subject that no paper has, as the query writes them; at most `MAX_UNKNOWN_TERMS`.
 */
export function unknownTerms(concepts: Concept[], query: string): string[] {
  const unknown = subjectConcepts(concepts).filter(({ papers, weight }) => papers === 0 && weight > 0)
  const words = query.split(' ')
  // Runs of Chinese of which a part is known; an unknown run is named as a whole.
  const knownRuns = new Set(concepts.flatMap(({ papers, run }) => (papers > 0 && run ? [run] : [])))
  return [
    ...new Set(
      unknown.flatMap(({ plan, run }) => {
        if (run && !knownRuns.has(run)) return [run]
        const term = writtenText(plan)
        return words.includes(term) ? [term] : words.filter((word) => textStems(word).join(' ') === term)
      }),
    ),
  ].slice(0, MAX_UNKNOWN_TERMS)
}
