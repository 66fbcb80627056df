import { type PlanStep, RESEARCH_LIMITS } from '@scinav/contract'
import type { NamedSubject, NamedWork } from '../pasted/named-work.ts'
import { stripPointers } from '../pasted/pointers.ts'
import { joinWorkNames } from '../pasted/work-names.ts'
import { combineSubjects } from '../pasted/work-subjects.ts'
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

/** Asks only for what came behind a work. */
const LATER_ONLY =
  /之后|以后|后来|后续|此后|以来|\b(?:since|after(?:wards?)?|later|follow(?:ed|ing)?|subsequent)\b/iu

/** The steps of a research on works that its question names, by what is asked of them. */
export function workSteps(asked: WorksQuestion, version: number): DraftStep[] {
  const first = version === 1
  if (first && asked.parts.length > 1) return asked.parts.map((part) => partStep(asked, part))
  if (first && asked.kind === 'comparison' && asked.named.works.length === 2) return comparisonSteps(asked)
  const isAround = asked.kind === 'trend' || asked.question.type === 'limitation'
  if (first && isAround && asked.named.works.some(isDated)) return contextSteps(asked)
  const templates = first ? TEMPLATES[asked.kind] : ALTERNATIVE_TEMPLATES[asked.kind]
  return templates.map((each) => fromTemplate(asked, each))
}

/** Before and after something have a year between them. */
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
 * Where something is asked, each subject with that, which is looked up by itself too where it stands for itself; else two
 * subjects together, since one alone is more than the works are about.
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

/** A word is on too much to be looked up with what is asked. */
const TERM_LIKE = /\S\s\S|\p{Script=Han}{3}/u

type SubjectQuery = Pick<NamedSubject, 'subjects' | 'own' | 'stands'>

/** The search that reads the works themselves, where the library has any. */
export function ownWorkQueries({ named, language }: Pick<WorksQuestion, 'named' | 'language'>): string[] {
  const there = named.works.filter(({ paper_id }) => paper_id !== null)
  return there.length > 0 ? [joinWorkNames(there, language)] : []
}

/** What works say themselves, and what was done before and after, or after and what is left. */
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

/** A part that stands by itself is looked up beside the works, too. */
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

/** Two works that are compared have a step each. */
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
