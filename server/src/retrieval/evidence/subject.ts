import { type Concept, saidOf, stemsIn, writtenAs } from '@scinav/search'
import { wordsWithoutSubject } from '../../search/engine/index.ts'
import { isTelling } from './about-work.ts'
import type { Evidence } from './evidence.ts'

/** The P of 「P 值」 stands in names and formulas. */
const LONE_LETTER = /^\p{Script=Latin}$/u

/** What a question is about, and not only what is done there or how something is; all of it where there is nothing else. */
export function subjectOf(concepts: Concept[]): Concept[] {
  const without = wordsWithoutSubject()
  const subject = concepts.filter((each) => {
    const written = writtenAs(each.plan)
    return !LONE_LETTER.test(written) && (isTelling(each) || !without.has(written))
  })
  return subject.length > 0 ? subject : concepts
}

/** So much of what is asked is said by what is near it; less by what says a term or half of the subject, or is called so. */
const LEAST = 0.4
const HALF = 0.5
const LEAST_WITH_TERM = 0.3
const LEAST_CALLED_SO = 0.25
const CALLED_SO = 0.5
/** Where nobody here says a part of the subject, what says the rest has to say so much of all, or so many parts. */
const LEAST_OF_THE_REST = 0.55
const SEVERAL = 2

/** Whether what does not answer says so much of what is asked, and of its subject, that it may be shown as related. */
export function isRelated(evidence: Evidence, concepts: Concept[]): boolean {
  const { coverage, title_fit, terms, about } = evidence
  if (title_fit >= CALLED_SO && coverage >= LEAST_CALLED_SO) return true
  const subject = subjectOf(concepts)
  const said = subject.filter((each) => saidOf(terms, each) > 0 || saidOf(about, each) > 0)
  const isHalf = weightOf(said) >= weightOf(subject) * HALF
  if (coverage < (isHalf || said.some(isTelling) ? LEAST_WITH_TERM : LEAST)) return false
  if (said.length === 0) return subject.every(({ weight }) => weight === 0)
  const isKnown = subject.every(({ papers }) => papers > 0)
  return isKnown || coverage >= LEAST_OF_THE_REST || said.length >= SEVERAL || said.some(isTelling)
}

const weightOf = (concepts: Concept[]) => concepts.reduce((sum, { weight }) => sum + weight, 0)

/** Words of a question that no paper says, as they were asked for. */
export function unknownOf(concepts: Concept[], query: string): string[] {
  const nowhere = subjectOf(concepts).filter(({ papers, weight }) => papers === 0 && weight > 0)
  const words = query.split(' ')
  const known = new Set(concepts.flatMap(({ papers, run }) => (papers > 0 && run ? [run] : [])))
  return [
    ...new Set(
      nowhere.flatMap(({ plan, run }) => {
        if (run && !known.has(run)) return [run]
        const written = writtenAs(plan)
        return words.includes(written)
          ? [written]
          : words.filter((word) => stemsIn(word).join(' ') === written)
      }),
    ),
  ].slice(0, MOST_TOLD)
}

const MOST_TOLD = 4
