import { RESEARCH_LIMITS } from '@scinav/contract'
import { phrasePattern } from '../../language/phrases.ts'
import type { NamedSubject, NamedWork } from '../paste/named-works.ts'
import { stripPointers } from '../paste/pointers.ts'
import { joinWorkNames } from '../paste/work-names.ts'
import { combineSubjects } from '../paste/work-subjects.ts'
import { joinDistinctWords } from '../run/edit-text.ts'
import { dependsOnPrevious, partHeading } from './parts.ts'
import { partSubject, type ResearchQuestion } from './read-question.ts'
import {
  ALTERNATIVE_TEMPLATES,
  COMPARISON_TEMPLATE,
  type DraftStep,
  EARLIER_WORK,
  LATER_WORK,
  LIMITATION,
  type LocalizedTemplate,
  NAMED_WORK,
  NAMED_WORKS,
  TEMPLATES,
} from './templates.ts'

/** A question that names works. */
type WorksQuestion = ResearchQuestion & { named: NamedSubject }

const { template_queries: MAX_QUERIES } = RESEARCH_LIMITS

/** Matches a question about work after a publication only. */
const LATER_ONLY = phrasePattern('time/later')

/**
 * Drafts the steps of a research run about named works, by what the question asks of them; later versions, after a
 * rejected plan, use the alternative templates of its kind.
 */
export function workSteps(question: WorksQuestion, version: number): DraftStep[] {
  const { kind, parts, named } = question
  if (version > 1) return ALTERNATIVE_TEMPLATES[kind].map((template) => fromTemplate(question, template))
  if (parts.length > 1) return parts.map((part) => partStep(question, part))
  if (kind === 'comparison' && named.works.length === 2) return comparisonSteps(question)
  const isAroundWorks = kind === 'trend' || question.parsed.type === 'limitation'
  if (isAroundWorks && named.works.some(isDated)) return contextSteps(question)
  return TEMPLATES[kind].map((template) => fromTemplate(question, template))
}

/** Returns whether a work has a place in time, which "before" and "after" need. */
const isDated = ({ year, isText }: NamedWork): boolean => year !== null || !isText

function fromTemplate(question: WorksQuestion, template: LocalizedTemplate): DraftStep {
  const { named, language } = question
  const { title, goal, words, focus } = template[language]
  const isAroundWorks = focus === 'early' || focus === 'recent'
  const ownQueries = isAroundWorks ? [] : ownWorkQueries(question)
  const others = workQueries(named, words).slice(0, MAX_QUERIES - ownQueries.length)
  return { title, goal, queries: [...others, ...ownQueries] }
}

type SubjectQuery = Pick<NamedSubject, 'subjects' | 'query' | 'isStandalone'>

/**
 * Returns queries for subjects of named works. When the question has a query of its own, each subject is combined with
 * it, and an independent query is also searched alone; otherwise two subjects are combined, since one alone is broader
 * than the works.
 *
 * @param words words that the step adds; '' for none.
 */
function workQueries({ subjects, query, isStandalone }: SubjectQuery, words: string): string[] {
  const [subject] = subjects
  if (subject === undefined) return query === '' ? [] : [query]
  if (query === '' && subjects.length > 1) return combineSubjects(subjects)
  if (query === '') return words === '' ? [subject] : [subject, joinDistinctWords(subject, words)]
  const combinable = subjects.slice(0, 2).filter((each, at) => at === 0 || TERM_LIKE.test(each))
  const [first = '', ...others] = combinable.map((each) => joinDistinctWords(each, query))
  const alone = isStandalone ? [query, ...(words === '' ? [] : [joinDistinctWords(query, words)])] : []
  return [...new Set([first, ...alone, ...others])]
}

/**
 * Matches a term of several words or at least three Chinese characters; a single word is too general to be combined
 * with the question.
 */
const TERM_LIKE = /\S\s\S|\p{Script=Han}{3}/u

/** Returns the query that finds the named works themselves; none when the library lacks them. */
export function ownWorkQueries({ named, language }: Pick<WorksQuestion, 'named' | 'language'>): string[] {
  const inLibrary = named.works.filter(({ paper_id }) => paper_id !== null)
  return inLibrary.length > 0 ? [joinWorkNames(inLibrary, language)] : []
}

/**
 * Returns steps for the works themselves and for the work before and after them; for a question about later work or
 * limits, steps for later work and limitations.
 */
function contextSteps(question: WorksQuestion): DraftStep[] {
  const { named, language, parsed } = question
  const { title } = (named.works.length > 1 ? NAMED_WORKS : NAMED_WORK)[language]
  const ownSteps = ownWorkQueries(question).map((query) => ({
    title,
    goal: WORK_GOALS[language](query),
    queries: [query],
  }))
  const isAboutLater = LATER_ONLY.test(named.rest) || parsed.type === 'limitation'
  const around = isAboutLater ? [LATER_WORK, LIMITATION] : [EARLIER_WORK, LATER_WORK]
  return [...ownSteps, ...around.map((template) => fromTemplate(question, template))]
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
function partStep(question: WorksQuestion, part: string): DraftStep {
  const { named, language } = question
  const query = partSubject(stripPointers(part))
  const isIndependent = query !== '' && !dependsOnPrevious(part, query, language)
  const queries = [
    ...workQueries({ ...named, query, isStandalone: false }, '').slice(0, 1),
    ...(isIndependent ? [query] : []),
    ...ownWorkQueries(question),
  ]
  return { title: partHeading(part), goal: '', queries: [...new Set(queries)].slice(0, MAX_QUERIES) }
}

/** Returns a step for each of two compared works, and one for the comparison. */
function comparisonSteps(question: WorksQuestion): DraftStep[] {
  const { named, language } = question
  const sides = named.works.map((work) => {
    const name = joinWorkNames([work], language)
    const isInLibrary = work.paper_id !== null
    const goal = (isInLibrary ? WORK_GOALS : MISSING_WORK_GOALS)[language](name)
    return { title: name, goal, queries: [isInLibrary ? name : (work.title ?? named.subjects[0] ?? '')] }
  })
  return [...sides, fromTemplate(question, COMPARISON_TEMPLATE)]
}
