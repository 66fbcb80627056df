import { RESEARCH_LIMITS } from '@scinav/contract'
import { phrasePattern } from '../../language/phrases.ts'
import type { NamedWork } from '../paste/named-work.ts'
import type { NamedSubject } from '../paste/named-works.ts'
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
 * Drafts the steps of a research run about named works, by what the question asks of them: a step for each of several
 * parts, a comparison of two works, the work before and after them, else the templates of its kind.
 *
 * @param version from 2, after a rejected plan, the alternative templates of its kind are used instead.
 */
export function workSteps(question: WorksQuestion, version: number): DraftStep[] {
  const { kind, parts, named } = question
  if (version > 1) return ALTERNATIVE_TEMPLATES[kind].map((template) => fromTemplate(question, template))
  if (parts.length > 1) return parts.map((part) => partStep(question, part))
  if (kind === 'comparison' && named.works.length === 2) return comparisonSteps(question)
  const asksForOtherWork = kind === 'trend' || question.parsed.type === 'limitation'
  if (asksForOtherWork && named.works.some(isDated)) return contextSteps(question)
  return TEMPLATES[kind].map((template) => fromTemplate(question, template))
}

/** Returns whether a work has a place in time, which "before" and "after" need. */
const isDated = ({ year, isText }: NamedWork): boolean => year !== null || !isText

/** Returns the step of a template; one about earlier or later work does not search for the named works themselves. */
function fromTemplate(question: WorksQuestion, template: LocalizedTemplate): DraftStep {
  const { named, language } = question
  const { title, goal, words, focus } = template[language]
  const isAboutOtherWork = focus === 'early' || focus === 'recent'
  const ownQueries = isAboutOtherWork ? [] : ownWorkQueries(question)
  const aboutSubjects = queriesAboutWorks(named, words).slice(0, MAX_QUERIES - ownQueries.length)
  return { title, goal, queries: [...aboutSubjects, ...ownQueries] }
}

type SubjectQuery = Pick<NamedSubject, 'subjects' | 'query' | 'isStandalone'>

/**
 * Returns queries for the subjects of named works, likeliest first: combined with the query of the question when it has
 * one, else with each other. Without a subject only the query of the question is left.
 *
 * @param addedWords words of the step, added to a single subject and to a standalone query; '' for none.
 */
function queriesAboutWorks(named: SubjectQuery, addedWords: string): string[] {
  const { subjects, query } = named
  if (subjects.length === 0) return query === '' ? [] : [query]
  return query === '' ? subjectQueries(subjects, addedWords) : questionQueries(named, addedWords)
}

/**
 * Returns queries for subjects about which nothing else is asked. Several are combined, since one alone is broader than
 * the works; these queries are specific, so no words are added to them.
 */
function subjectQueries(subjects: string[], addedWords: string): string[] {
  return subjects.length > 1 ? combineSubjects(subjects) : withAddedWords(subjects[0] ?? '', addedWords)
}

/** Combines the query of the question with the first two subjects; a standalone query is also searched without them. */
function questionQueries({ subjects, query, isStandalone }: SubjectQuery, addedWords: string): string[] {
  const combinable = subjects.slice(0, 2).filter((subject, at) => at === 0 || TERM_LIKE.test(subject))
  const [first = '', ...others] = combinable.map((subject) => joinDistinctWords(subject, query))
  const alone = isStandalone ? withAddedWords(query, addedWords) : []
  return [...new Set([first, ...alone, ...others])]
}

/** Returns a query, and the same with the words that the step adds. */
const withAddedWords = (query: string, addedWords: string): string[] =>
  addedWords === '' ? [query] : [query, joinDistinctWords(query, addedWords)]

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
  const otherWork = isAboutLater ? [LATER_WORK, LIMITATION] : [EARLIER_WORK, LATER_WORK]
  return [...ownSteps, ...otherWork.map((template) => fromTemplate(question, template))]
}

const WORK_GOALS = {
  zh: (name: string) => `${name}本身的问题、做法与结果`,
  en: (name: string) => `The problem, methods and results of ${name}`,
}

const MISSING_WORK_GOALS = {
  zh: (name: string) => `本馆文献里没有${name}，看与它题名相近的文献`,
  en: (name: string) => `The library lacks ${name}: what is called much like it`,
}

/** Returns the step of a part of the question; a standalone part is also searched without the works. */
function partStep(question: WorksQuestion, part: string): DraftStep {
  const { named, language } = question
  const query = partSubject(stripPointers(part))
  const isStandalone = query !== '' && !dependsOnPrevious(part, query, language)
  const [combined] = queriesAboutWorks({ ...named, query, isStandalone: false }, '')
  const queries = [
    ...(combined === undefined ? [] : [combined]),
    ...(isStandalone ? [query] : []),
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
