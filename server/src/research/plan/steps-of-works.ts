import { type PlanStep, RESEARCH_LIMITS } from '@scinav/contract'
import { calledTogether } from '../pasted/calling.ts'
import type { NamedSubject, NamedWork } from '../pasted/named-work.ts'
import { withoutPointers } from '../pasted/pointers.ts'
import { togetherIn } from '../pasted/subjects-of.ts'
import { asksOn, headingOf } from './parts.ts'
import { type Asked, joinedWords, subjectOf } from './read-asked.ts'
import {
  AFTER,
  BEFORE,
  COMPARED,
  LIMITATION,
  OTHER_TEMPLATES,
  TEMPLATES,
  THE_WORK,
  THE_WORKS,
} from './templates.ts'

type Drafted = Omit<PlanStep, 'step_id'>
type OfWorks = Asked & { named: NamedSubject }

const { queries_a_step: MOST } = RESEARCH_LIMITS

/** Asks only for what came behind a work. */
const SINCE =
  /之后|以后|后来|后续|此后|以来|\b(?:since|after(?:wards?)?|later|follow(?:ed|ing)?|subsequent)\b/iu

/** The steps of a research on works that its question names, by what is asked of them. */
export function stepsOfWorks(asked: OfWorks, version: number): Drafted[] {
  const first = version === 1
  if (first && asked.parts.length > 1) return asked.parts.map((part) => partStep(asked, part))
  if (first && asked.kind === 'comparison' && asked.named.works.length === 2) return comparedSteps(asked)
  const isAround = asked.kind === 'trend' || asked.question.type === 'limitation'
  if (first && isAround && asked.named.works.some(isDated)) return aroundSteps(asked)
  const templates = first ? TEMPLATES[asked.kind] : OTHER_TEMPLATES[asked.kind]
  return templates.map((each) => fromTemplate(asked, each))
}

/** Before and after something have a year between them. */
const isDated = ({ year, isText }: NamedWork): boolean => year !== null || !isText

type Template = (typeof TEMPLATES)['trend'][number]

function fromTemplate(asked: OfWorks, template: Template): Drafted {
  const { named, language } = asked
  const { title, goal, words, focus } = template[language]
  const isAround = focus === 'early' || focus === 'recent'
  const itself = isAround ? [] : itselfIn(asked)
  return { title, goal, queries: [...queriesOf(named, words).slice(0, MOST - itself.length), ...itself] }
}

/**
 * Where something is asked, each subject with that, which is looked up by itself too where it stands for itself; else two
 * subjects together, since one alone is more than the works are about.
 */
function queriesOf({ subjects, own, stands }: About, words: string): string[] {
  const [first] = subjects
  if (first === undefined) return own === '' ? [] : [own]
  if (own === '' && subjects.length > 1) return togetherIn(subjects)
  if (own === '') return words === '' ? [first] : [first, joinedWords(first, words)]
  const two = subjects.slice(0, 2).filter((subject, at) => at === 0 || IS_TERM.test(subject))
  const [begin = '', ...others] = two.map((subject) => joinedWords(subject, own))
  const alone = stands ? [own, ...(words === '' ? [] : [joinedWords(own, words)])] : []
  return [...new Set([begin, ...alone, ...others])]
}

/** A word is on too much to be looked up with what is asked. */
const IS_TERM = /\S\s\S|\p{Script=Han}{3}/u

type About = Pick<NamedSubject, 'subjects' | 'own' | 'stands'>

/** The search that reads the works themselves, where the library has any. */
export function itselfIn({ named, language }: Pick<OfWorks, 'named' | 'language'>): string[] {
  const there = named.works.filter(({ paper_id }) => paper_id !== null)
  return there.length > 0 ? [calledTogether(there, language)] : []
}

/** What works say themselves, and what was done before and after, or after and what is left. */
function aroundSteps(asked: OfWorks): Drafted[] {
  const { named, language, question } = asked
  const { title } = (named.works.length > 1 ? THE_WORKS : THE_WORK)[language]
  const own = itselfIn(asked).map((called) => ({
    title,
    goal: OWN_GOAL[language](called),
    queries: [called],
  }))
  const isBehind = SINCE.test(named.rest) || question.type === 'limitation'
  const around = isBehind ? [AFTER, LIMITATION] : [BEFORE, AFTER]
  return [...own, ...around.map((each) => fromTemplate(asked, each))]
}

const OWN_GOAL = {
  zh: (name: string) => `${name}本身的问题、做法与结果`,
  en: (name: string) => `The problem, methods and results of ${name}`,
}

const NEAR_GOAL = {
  zh: (name: string) => `本馆文献里没有${name}，看与它题名相近的文献`,
  en: (name: string) => `The library lacks ${name}: what is called much like it`,
}

/** A part that stands by itself is looked up beside the works, too. */
function partStep(asked: OfWorks, part: string): Drafted {
  const { named, language } = asked
  const own = subjectOf(withoutPointers(part))
  const beside = own !== '' && !asksOn(part, own, language) ? [own] : []
  const queries = [
    ...queriesOf({ ...named, own, stands: false }, '').slice(0, 1),
    ...beside,
    ...itselfIn(asked),
  ]
  return { title: headingOf(part), goal: '', queries: [...new Set(queries)].slice(0, MOST) }
}

/** Two works that are compared have a step each. */
function comparedSteps(asked: OfWorks): Drafted[] {
  const { named, language } = asked
  const each = named.works.map((work) => {
    const called = calledTogether([work], language)
    const isThere = work.paper_id !== null
    const goal = (isThere ? OWN_GOAL : NEAR_GOAL)[language](called)
    return { title: called, goal, queries: [isThere ? called : (work.title ?? named.subjects[0] ?? '')] }
  })
  return [...each, fromTemplate(asked, COMPARED)]
}
