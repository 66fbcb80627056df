import { type PlanStep, RESEARCH_LIMITS, type ResearchPlan } from '@scinav/contract'
import type { Language } from '../../language/question/question.ts'
import { withModel } from '../model/with-model.ts'
import { type Research, researchEvent } from '../run/research.ts'
import { truncateText } from '../run/trim-text.ts'
import { dependsOnPrevious, partHeading, stripAskedProperty } from './parts.ts'
import { clampQuery, partSubject, type ResearchQuestion, readResearchQuestion } from './read-question.ts'
import { requestPlan } from './request-plan.ts'
import { comparedSides } from './sides.ts'
import { ALTERNATIVE_TEMPLATES, COMPARISON_TEMPLATE, SIDE_STEPS, TEMPLATES } from './templates.ts'
import { ownWorkQueries, workSteps } from './work-steps.ts'

/** Drafts a plan with the model, else from a template, and emits it; a rejected plan is followed by a different one. */
export async function* draftPlan(research: Research) {
  const { ctx, row, state } = research
  const version = (state().plans.at(-1)?.version ?? 0) + 1
  const part = { task: 'plan' as const, about: String(version), title: '' }
  const made = yield* withModel(research, part, async (asking) => {
    const asked = await readResearchQuestion(ctx, state())
    const plan = await requestPlan(asking, { state: state(), named: asked.named, now: ctx.now() })
    return { ...plan, steps: withWorkSteps(plan.steps, asked) }
  })
  const drafted = made ? { ...made, made_by: 'model' as const } : await draftFromTemplate(research, version)
  const { kind, made_by } = drafted
  const steps = drafted.steps.map((each, at) => ({ step_id: `s${version}-${at + 1}`, ...each }))
  const plan: ResearchPlan = { plan_id: `${row.id}-plan`, version, kind, made_by, steps }
  yield researchEvent('plan.ready', { plan })
}

/** Adds the queries for the named works to the first step of a model's plan. */
function withWorkSteps([first, ...others]: DraftStep[], { named, language }: ResearchQuestion): DraftStep[] {
  const itself = named ? ownWorkQueries({ named, language }) : []
  if (!first || itself.length === 0) return [first ?? [], others].flat()
  const queries = [...first.queries.slice(0, RESEARCH_LIMITS.queries_a_step - itself.length), ...itself]
  return [{ ...first, queries }, ...others]
}

/** Drafts a plan from the templates; odd and even versions use different templates of the same kind. */
async function draftFromTemplate({ ctx, state }: Research, version: number) {
  const asked = await readResearchQuestion(ctx, state())
  const kind = state().background?.kind ?? asked.kind
  // In a list of questions each one is the user's own.
  const most = asked.parts.length > 1 ? RESEARCH_LIMITS.steps : RESEARCH_LIMITS.planned_steps
  const steps = draftSteps({ ...asked, kind }, version)
    .slice(0, most)
    .map(clampStep)
  return { kind, made_by: 'template' as const, steps }
}

type DraftStep = Omit<PlanStep, 'step_id'>

const MAX_TITLE_CHARS = 120

/** Cuts a step to the limits that a plan must observe, whatever text was pasted. */
const clampStep = ({ title, goal, queries }: DraftStep): DraftStep => ({
  title: truncateText(title, MAX_TITLE_CHARS),
  goal: truncateText(goal, MAX_GOAL_CHARS),
  queries: [...new Set(queries.map(clampQuery))],
})
const MAX_GOAL_CHARS = 300

function draftSteps(asked: ResearchQuestion, version: number): DraftStep[] {
  const { named } = asked
  if (named) return workSteps({ ...asked, named }, version)
  const drafted = version === 1 ? (partSteps(asked) ?? sideSteps(asked)) : null
  return drafted ?? templateSteps(asked, version)
}

function templateSteps({ kind, topic, language }: ResearchQuestion, version: number): DraftStep[] {
  const templates = version % 2 === 1 ? TEMPLATES[kind] : ALTERNATIVE_TEMPLATES[kind]
  return templates.map((each) => {
    const { title, goal, words } = each[language]
    return { title, goal, queries: subjectQueries(topic, words, language) }
  })
}

/**
 * Number of words above which few sources contain the whole subject; the first words are then searched before all of
 * them.
 */
const LONG_SUBJECT_WORDS: Record<Language, { words: number; first: number }> = {
  zh: { words: 4, first: 3 },
  en: { words: 6, first: 4 },
}

/** Returns queries for the subject alone and for the subject with the words of a step. */
function subjectQueries(topic: string, words: string, language: Language): string[] {
  const all = topic.split(' ')
  const { words: most, first } = LONG_SUBJECT_WORDS[language]
  const core = all.length > most ? all.slice(0, first).join(' ') : topic
  const after = words === '' || topic.includes(words) ? [] : [`${core} ${words}`]
  return [...new Set([core, ...after, topic])]
}

/** Returns one step for each part of a question that asks several things; null for a single question. */
function partSteps({ parts, topic, language }: ResearchQuestion): DraftStep[] | null {
  if (parts.length < 2) return null
  const subject = partSubject(parts[0] ?? '') || topic
  return parts.map((part, at) => {
    const own = at === 0 ? '' : partSubject(part)
    return { title: partHeading(part), goal: '', queries: partQueries(part, { own, subject, language }) }
  })
}

/**
 * Returns the queries of a part: an independent part is also searched alone, a dependent one only with the subject of
 * the first.
 */
function partQueries(
  part: string,
  { own, subject, language }: { own: string; subject: string; language: Language },
): string[] {
  if (own === '' || own === subject) return [subject]
  if (dependsOnPrevious(part, own, language)) return [distinctWords(`${stripAskedProperty(subject)} ${own}`)]
  return [...new Set([own, distinctWords(`${subject} ${own}`)])]
}

const distinctWords = (words: string): string => [...new Set(words.split(' '))].join(' ')

/**
 * Number of words from the rest of the question that are searched with each side of a comparison; without them any
 * quotation about a side matches.
 */
const MIN_COMPARED_WORDS = 2

/** Returns a step for each of two compared things and one for both; null for other questions. */
function sideSteps({ kind, question, topic, language }: ResearchQuestion): DraftStep[] | null {
  const sides = kind === 'comparison' ? comparedSides(question.text) : null
  if (!sides) return null
  // The words that the two have in common narrow the search for each.
  const where = topic.split(' ').filter((word) => !sides.some((side) => side.includes(word)))
  const each = sides.map((side) => ({
    ...SIDE_STEPS[language](side),
    queries: [
      ...new Set([where, where.slice(0, MIN_COMPARED_WORDS)].map((words) => [side, ...words].join(' '))),
    ],
  }))
  const { title, goal, words } = COMPARISON_TEMPLATE[language]
  return [
    ...each,
    { title, goal, queries: [...new Set([sides.join(' '), topic, `${topic} ${words}`])].slice(0, 3) },
  ]
}
