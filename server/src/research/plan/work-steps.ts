import { type PlanStep, RESEARCH_LIMITS } from '@scinav/contract'
import type { NamedSubject, NamedWork } from '../paste/named-works.ts'
import { stripPointers } from '../paste/pointers.ts'
import { joinWorkNames } from '../paste/work-names.ts'
import { combineSubjects } from '../paste/work-subjects.ts'
import { dependsOnPrevious, partHeading } from './parts.ts'
import { joinDistinctWords, partSubject, type ResearchQuestion } from './read-question.ts'
import {
  ALTERNATIVE_TEMPLATES,
  COMPARISON_TEMPLATE,
  EARLIER_WORK,
  LATER_WORK,
  LIMITATION,
  NAMED_WORK,
  NAMED_WORKS,
  TEMPLATES,
} from './templates.ts'

type DraftStep = Omit<PlanStep, 'step_id'>
type WorksQuestion = ResearchQuestion & { named: NamedSubject }

const { queries_a_step: MOST } = RESEARCH_LIMITS

/** Matches a question about work after a publication only. */
const LATER_ONLY =
  /之后|以后|后来|后续|此后|以来|\b(?:since|after(?:wards?)?|later|follow(?:ed|ing)?|subsequent)\b/iu

/** Drafts the steps of a research run about named works, by what the question asks of them. */
export function workSteps(asked: WorksQuestion, version: number): DraftStep[] {
  const first = version === 1
  if (first && asked.parts.length > 1) return asked.parts.map((part) => partStep(asked, part))
  if (first && asked.kind === 'comparison' && asked.named.works.length === 2) return comparisonSteps(asked)
  const isAround = asked.kind === 'trend' || asked.question.type === 'limitation'
  if (first && isAround && asked.named.works.some(isDated)) return contextSteps(asked)
  const templates = first ? TEMPLATES[asked.kind] : ALTERNATIVE_TEMPLATES[asked.kind]
  return templates.map((each) => fromTemplate(asked, each))
}

/** Returns whether a work has a place in time, which "before" and "after" need. */
const isDated = ({ year, isText }: NamedWork): boolean => year !== null || !isText

type StepTemplate = (typeof TEMPLATES)['trend'][number]

function fromTemplate(asked: WorksQuestion, template: StepTemplate): DraftStep {
  const { named, language } = asked
  const { title, goal, words, focus } = template[language]
  const isAround = focus === 'early' || focus === 'recent'
  const itself = isAround ? [] : ownWorkQueries(asked)
  return { title, goal, queries: [...workQueries(named, words).slice(0, MOST - itself.length), ...itself] }
}

/**
 * Returns queries for subjects of named works. When the question has a query of its own, each subject is combined with
 * it, and an independent query is also searched alone; otherwise two subjects are combined, since one alone is broader
 * than the works.
 */
function workQueries({ subjects, own, stands }: SubjectQuery, words: string): string[] {
  const [first] = subjects
  if (first === undefined) return own === '' ? [] : [own]
  if (own === '' && subjects.length > 1) return combineSubjects(subjects)
  if (own === '') return words === '' ? [first] : [first, joinDistinctWords(first, words)]
  const two = subjects.slice(0, 2).filter((subject, at) => at === 0 || TERM_LIKE.test(subject))
  const [begin = '', ...others] = two.map((subject) => joinDistinctWords(subject, own))
  const alone = stands ? [own, ...(words === '' ? [] : [joinDistinctWords(own, words)])] : []
  return [...new Set([begin, ...alone, ...others])]
}

/**
 * Matches a term of several words or at least three Chinese characters; a single word is too general to be combined
 * with the question.
 */
const TERM_LIKE = /\S\s\S|\p{Script=Han}{3}/u

type SubjectQuery = Pick<NamedSubject, 'subjects' | 'own' | 'stands'>

/** Returns the query that finds the named works themselves; none when the library lacks them. */
export function ownWorkQueries({ named, language }: Pick<WorksQuestion, 'named' | 'language'>): string[] {
  const there = named.works.filter(({ paper_id }) => paper_id !== null)
  return there.length > 0 ? [joinWorkNames(there, language)] : []
}

/**
 * Returns steps for the works themselves and for the work before and after them; for a question about later work or
 * limits, steps for later work and limitations.
 */
function contextSteps(asked: WorksQuestion): DraftStep[] {
  const { named, language, question } = asked
  const { title } = (named.works.length > 1 ? NAMED_WORKS : NAMED_WORK)[language]
  const own = ownWorkQueries(asked).map((called) => ({
    title,
    goal: WORK_GOALS[language](called),
    queries: [called],
  }))
  const isBehind = LATER_ONLY.test(named.rest) || question.type === 'limitation'
  const around = isBehind ? [LATER_WORK, LIMITATION] : [EARLIER_WORK, LATER_WORK]
  return [...own, ...around.map((each) => fromTemplate(asked, each))]
}

const WORK_GOALS = {
  zh: (name: string) => `${name}本身的问题、做法与结果`,
  en: (name: string) => `The problem, methods and results of ${name}`,
}

const MISSING_WORK_GOALS = {
  zh: (name: string) => `本馆文献里没有${name}，看与它题名相近的文献`,
  en: (name: string) => `The library lacks ${name}: what is called much like it`,
}

/** Returns the step of a part of the question; an independent part is also searched without the works. */
function partStep(asked: WorksQuestion, part: string): DraftStep {
  const { named, language } = asked
  const own = partSubject(stripPointers(part))
  const beside = own !== '' && !dependsOnPrevious(part, own, language) ? [own] : []
  const queries = [
    ...workQueries({ ...named, own, stands: false }, '').slice(0, 1),
    ...beside,
    ...ownWorkQueries(asked),
  ]
  return { title: partHeading(part), goal: '', queries: [...new Set(queries)].slice(0, MOST) }
}

/** Returns a step for each of two compared works, and one for the comparison. */
function comparisonSteps(asked: WorksQuestion): DraftStep[] {
  const { named, language } = asked
  const each = named.works.map((work) => {
    const called = joinWorkNames([work], language)
    const isThere = work.paper_id !== null
    const goal = (isThere ? WORK_GOALS : MISSING_WORK_GOALS)[language](called)
    return { title: called, goal, queries: [isThere ? called : (work.title ?? named.subjects[0] ?? '')] }
  })
  return [...each, fromTemplate(asked, COMPARISON_TEMPLATE)]
}
