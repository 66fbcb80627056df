import { type PlanStep, RESEARCH_LIMITS, type ResearchPlan } from '@scinav/contract'
import type { Language } from '../../language/question/question.ts'
import { planByModel } from '../model/plan.ts'
import { withModel } from '../model/with-model.ts'
import { beginningOf } from '../research/bare-end.ts'
import type { Research } from '../research/research.ts'
import { say } from '../research/say.ts'
import { aloneOf, asksOn, headingOf } from './parts.ts'
import { type Asked, asQuery, readAsked, subjectOf } from './read-asked.ts'
import { sidesOf } from './sides.ts'
import { itselfIn, stepsOfWorks } from './steps-of-works.ts'
import { COMPARED, OTHER_TEMPLATES, SIDE, TEMPLATES } from './templates.ts'

/** Draws up a plan by a model, else from a template; one that was not wanted is followed by another. */
export async function* drawUpPlan(research: Research) {
  const { ctx, row, state } = research
  const version = (state().plans.at(-1)?.version ?? 0) + 1
  const part = { task: 'plan' as const, about: String(version), title: '' }
  const made = yield* withModel(research, part, async (asking) => {
    const asked = await readAsked(ctx, state())
    const plan = await planByModel(asking, { state: state(), named: asked.named, now: ctx.now() })
    return { ...plan, steps: withWorks(plan.steps, asked) }
  })
  const drafted = made ? { ...made, made_by: 'model' as const } : await planByTemplate(research, version)
  const { kind, made_by } = drafted
  const steps = drafted.steps.map((each, at) => ({ step_id: `s${version}-${at + 1}`, ...each }))
  const plan: ResearchPlan = { plan_id: `${row.id}-plan`, version, kind, made_by, steps }
  yield say('plan.ready', { plan })
}

/** A plan of a model reads the works that were named, too. */
function withWorks([first, ...others]: Drafted[], { named, language }: Asked): Drafted[] {
  const itself = named ? itselfIn({ named, language }) : []
  if (!first || itself.length === 0) return [first ?? [], others].flat()
  const queries = [...first.queries.slice(0, RESEARCH_LIMITS.queries_a_step - itself.length), ...itself]
  return [{ ...first, queries }, ...others]
}

/** One that was not wanted is followed by the other of its kind. */
async function planByTemplate({ ctx, state }: Research, version: number) {
  const asked = await readAsked(ctx, state())
  const kind = state().background?.kind ?? asked.kind
  // Each question of a list is somebody's own.
  const most = asked.parts.length > 1 ? RESEARCH_LIMITS.steps : RESEARCH_LIMITS.planned_steps
  const steps = stepsOf({ ...asked, kind }, version)
    .slice(0, most)
    .map(withinLimits)
  return { kind, made_by: 'template' as const, steps }
}

type Drafted = Omit<PlanStep, 'step_id'>

const LONGEST_TITLE = 120

/** A step that its person can accept as it is, whatever they pasted. */
const withinLimits = ({ title, goal, queries }: Drafted): Drafted => ({
  title: beginningOf(title, LONGEST_TITLE),
  goal: beginningOf(goal, LONGEST_GOAL),
  queries: [...new Set(queries.map(asQuery))],
})
const LONGEST_GOAL = 300

function stepsOf(asked: Asked, version: number): Drafted[] {
  const { named } = asked
  if (named) return stepsOfWorks({ ...asked, named }, version)
  const drafted = version === 1 ? (partsAsSteps(asked) ?? sidesAsSteps(asked)) : null
  return drafted ?? templateSteps(asked, version)
}

function templateSteps({ kind, topic, language }: Asked, version: number): Drafted[] {
  const templates = version % 2 === 1 ? TEMPLATES[kind] : OTHER_TEMPLATES[kind]
  return templates.map((each) => {
    const { title, goal, words } = each[language]
    return { title, goal, queries: queriesFor(topic, words, language) }
  })
}

/** Of a subject with more words no source says most: what stands first is looked up before all of it. */
const LONG: Record<Language, { words: number; first: number }> = {
  zh: { words: 4, first: 3 },
  en: { words: 6, first: 4 },
}

/** The subject by itself, and with what the step is after. */
function queriesFor(topic: string, words: string, language: Language): string[] {
  const all = topic.split(' ')
  const { words: most, first } = LONG[language]
  const core = all.length > most ? all.slice(0, first).join(' ') : topic
  const after = words === '' || topic.includes(words) ? [] : [`${core} ${words}`]
  return [...new Set([core, ...after, topic])]
}

/** A question that asks several things has a step for each. */
function partsAsSteps({ parts, topic, language }: Asked): Drafted[] | null {
  if (parts.length < 2) return null
  const subject = subjectOf(parts[0] ?? '') || topic
  return parts.map((part, at) => {
    const own = at === 0 ? '' : subjectOf(part)
    return { title: headingOf(part), goal: '', queries: queriesOfPart(part, { own, subject, language }) }
  })
}

/** A part that stands by itself is looked up by itself too; one that asks on about the first only with it. */
function queriesOfPart(
  part: string,
  { own, subject, language }: { own: string; subject: string; language: Language },
): string[] {
  if (own === '' || own === subject) return [subject]
  if (asksOn(part, own, language)) return [withoutRepeats(`${aloneOf(subject)} ${own}`)]
  return [...new Set([own, withoutRepeats(`${subject} ${own}`)])]
}

const withoutRepeats = (words: string): string => [...new Set(words.split(' '))].join(' ')

/** So many words of what two things are compared for are looked up with each: without any, quotes on anything come. */
const NARROWEST = 2

/** Two things that are compared are each looked up, and then together. */
function sidesAsSteps({ kind, question, topic, language }: Asked): Drafted[] | null {
  const sides = kind === 'comparison' ? sidesOf(question.text) : null
  if (!sides) return null
  // What they are compared for narrows what is said of each.
  const where = topic.split(' ').filter((word) => !sides.some((side) => side.includes(word)))
  const each = sides.map((side) => ({
    ...SIDE[language](side),
    queries: [...new Set([where, where.slice(0, NARROWEST)].map((words) => [side, ...words].join(' ')))],
  }))
  const { title, goal, words } = COMPARED[language]
  return [
    ...each,
    { title, goal, queries: [...new Set([sides.join(' '), topic, `${topic} ${words}`])].slice(0, 3) },
  ]
}
