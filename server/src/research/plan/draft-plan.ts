import { RESEARCH_LIMITS, type ResearchPlan } from '@scinav/contract'
import type { Language } from '../../language/question/question.ts'
import { withModel } from '../model/with-model.ts'
import { clampQuery, joinDistinctWords, truncateText } from '../run/edit-text.ts'
import { type Research, researchEvent } from '../run/research.ts'
import { dependsOnPrevious, partHeading, stripAskedProperty } from './parts.ts'
import { partSubject, type ResearchQuestion, readResearchQuestion } from './read-question.ts'
import { requestPlan } from './request-plan.ts'
import { comparedSides } from './sides.ts'
import {
  ALTERNATIVE_TEMPLATES,
  COMPARISON_TEMPLATE,
  type DraftStep,
  SIDE_STEPS,
  TEMPLATES,
} from './templates.ts'
import { ownWorkQueries, workSteps } from './work-steps.ts'

/** Drafts a plan with the model, else from a template, and emits it; a rejected plan is followed by a different one. */
export async function* draftPlan(research: Research) {
  const { ctx, row, state } = research
  const version = (state().plans.at(-1)?.version ?? 0) + 1
  const task = { task: 'plan' as const, about: String(version), title: '' }
  const byModel = yield* withModel(research, task, async (call) => {
    const question = await readResearchQuestion(ctx, state())
    const plan = await requestPlan(call, { state: state(), named: question.named, now: ctx.now() })
    return { ...plan, steps: withWorkQueries(plan.steps, question), made_by: 'model' as const }
  })
  const drafted = byModel ?? (await draftFromTemplate(research, version))
  const { kind, made_by } = drafted
  const steps = drafted.steps.map((each, at) => ({ step_id: `s${version}-${at + 1}`, ...each }))
  const plan: ResearchPlan = { plan_id: `${row.id}-plan`, version, kind, made_by, steps }
  yield researchEvent('plan.ready', { plan })
}

/** Adds the queries for the named works to the first step of a model's plan. */
function withWorkQueries(steps: DraftStep[], { named, language }: ResearchQuestion): DraftStep[] {
  const workQueries = named ? ownWorkQueries({ named, language }) : []
  const [first, ...others] = steps
  if (!first || workQueries.length === 0) return steps
  const queries = first.queries.slice(0, RESEARCH_LIMITS.queries_a_step - workQueries.length)
  return [{ ...first, queries: [...queries, ...workQueries] }, ...others]
}

/** Drafts a plan without the model, within the limits of a plan. */
async function draftFromTemplate({ ctx, state }: Research, version: number) {
  const question = await readResearchQuestion(ctx, state())
  const kind = state().background?.kind ?? question.kind
  // Of several questions each is the user's own, so none is left out.
  const maxSteps = question.parts.length > 1 ? RESEARCH_LIMITS.steps : RESEARCH_LIMITS.planned_steps
  const steps = draftSteps({ ...question, kind }, version)
    .slice(0, maxSteps)
    .map(clampStep)
  return { kind, made_by: 'template' as const, steps }
}

/** Maximum lengths of the texts of a step, in characters; the contract's plan accepts no longer ones. */
const MAX_TITLE_CHARS = 120
const MAX_GOAL_CHARS = 300

/** Cuts a step to the limits that a plan must observe, whatever text was pasted. */
const clampStep = ({ title, goal, queries }: DraftStep): DraftStep => ({
  title: truncateText(title, MAX_TITLE_CHARS),
  goal: truncateText(goal, MAX_GOAL_CHARS),
  queries: [...new Set(queries.map(clampQuery))],
})

/**
 * Drafts the steps by what the question names: works, several parts or two sides of a comparison; by its kind alone
 * otherwise, and after a rejected plan.
 */
function draftSteps(question: ResearchQuestion, version: number): DraftStep[] {
  const { named } = question
  if (named) return workSteps({ ...question, named }, version)
  const ownSteps = version === 1 ? (partSteps(question) ?? sideSteps(question)) : null
  return ownSteps ?? templateSteps(question, version)
}

/** Returns the steps of the templates for a kind of question; versions alternate between two sets of them. */
function templateSteps({ kind, topic, language }: ResearchQuestion, version: number): DraftStep[] {
  const templates = version % 2 === 1 ? TEMPLATES[kind] : ALTERNATIVE_TEMPLATES[kind]
  return templates.map((template) => {
    const { title, goal, words } = template[language]
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
  const topicWords = topic.split(' ')
  const { words: maxWords, first } = LONG_SUBJECT_WORDS[language]
  const core = topicWords.length > maxWords ? topicWords.slice(0, first).join(' ') : topic
  const withStepWords = words === '' || topic.includes(words) ? [] : [`${core} ${words}`]
  return [...new Set([core, ...withStepWords, topic])]
}

/** Returns one step for each part of a question that asks several things; null for a single question. */
function partSteps({ parts, topic, language }: ResearchQuestion): DraftStep[] | null {
  if (parts.length < 2) return null
  const subject = partSubject(parts[0] ?? '') || topic
  return parts.map((part, at) => {
    const ownSubject = at === 0 ? '' : partSubject(part)
    const queries = partQueries(part, { ownSubject, firstSubject: subject, language })
    return { title: partHeading(part), goal: '', queries }
  })
}

/**
 * Returns the queries of a part: an independent part is also searched alone, a dependent one only with the subject of
 * the first. `ownSubject` is '' for the first part and for one that names nothing.
 */
function partQueries(
  part: string,
  { ownSubject, firstSubject, language }: { ownSubject: string; firstSubject: string; language: Language },
): string[] {
  if (ownSubject === '' || ownSubject === firstSubject) return [firstSubject]
  if (dependsOnPrevious(part, ownSubject, language))
    return [joinDistinctWords(stripAskedProperty(firstSubject), ownSubject)]
  return [...new Set([ownSubject, joinDistinctWords(firstSubject, ownSubject)])]
}

/**
 * Number of words from the rest of the question that are searched with each side of a comparison; without them any
 * quotation about a side matches.
 */
const MIN_COMPARED_WORDS = 2

/** Returns a step for each of two compared things and one for both; null for other questions. */
function sideSteps({ kind, parsed, topic, language }: ResearchQuestion): DraftStep[] | null {
  const sides = kind === 'comparison' ? comparedSides(parsed.text) : null
  if (!sides) return null
  // The words that the two have in common narrow the search for each.
  const common = topic.split(' ').filter((word) => !sides.some((side) => side.includes(word)))
  const sideQueries = (side: string) =>
    [common, common.slice(0, MIN_COMPARED_WORDS)].map((words) => [side, ...words].join(' '))
  const { title, goal, words } = COMPARISON_TEMPLATE[language]
  const jointQueries = new Set([sides.join(' '), topic, `${topic} ${words}`])
  return [
    ...sides.map((side) => ({ ...SIDE_STEPS[language](side), queries: [...new Set(sideQueries(side))] })),
    { title, goal, queries: [...jointQueries].slice(0, RESEARCH_LIMITS.template_queries) },
  ]
}
