import { z } from 'zod'
import { answerFault, answerUsage, citation } from './answers.ts'
import {
  modelFallback,
  planStep,
  reportCheck,
  reportReference,
  reportStyles,
  researchEvidence,
  researchKinds,
  researchPlan,
  researchSource,
  researchSources,
  researchStates,
  sectionChart,
  sectionKinds,
} from './research-shapes.ts'
import { id, time } from './shapes.ts'

/** What every event carries; `seq` is the frame's id too, from 1 without gaps. */
const eventBase = { run_id: id, thread_id: id, seq: z.number().int(), ts: time }

const researchFrame = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.object({ event: z.literal(name), data: z.object({ ...eventBase, ...shape }) })

/** The step something belongs to; null for the look round before the plan. */
const step_id = z.string().nullable()

/**
 * What the stream of a deep research says, in this order: a source before its evidence, evidence before the section that
 * cites it, the citation map after the last section, `run.end` last and once. `reset`: load the run again.
 */
export const researchEvent = z.discriminatedUnion('event', [
  researchFrame('run.created', {
    question: z.string(),
    report_style: z.enum(reportStyles),
    application_id: id,
    sources: researchSources,
    auto_accept_plan: z.boolean(),
    engine: z.enum(['model', 'extractive']),
    model: z.string().nullable(),
  }),
  researchFrame('run.state', { state: z.enum(researchStates) }),
  /** What the question leaves open, or a `term` of it that nothing here knows; may be skipped. */
  researchFrame('clarify.request', {
    question: z.string(),
    options: z.array(z.string()),
    term: z.string().optional(),
  }),
  /** `answer` null: skipped. */
  researchFrame('clarify.answer', { answer: z.string().nullable() }),
  /** The look round before the plan: what the question is after, and how much there seems to be. */
  researchFrame('background.done', { kind: z.enum(researchKinds), sources: z.number().int() }),
  researchFrame('plan.ready', { plan: researchPlan }),
  researchFrame('plan.decision', {
    action: z.enum(['accept', 'edit', 'reject']),
    plan_id: id,
    version: z.number().int(),
    /** Accepted without being asked. */
    auto: z.boolean(),
    /** What is carried out, where it was accepted. */
    steps: z.array(planStep),
  }),
  /** `restart`: begun again after an interruption; what the step had before goes. */
  researchFrame('step.started', { step_id: z.string(), restart: z.boolean() }),
  researchFrame('tool.started', {
    call_id: z.string(),
    step_id,
    name: z.string(),
    query: z.string(),
    engines: z.array(z.string()),
  }),
  researchFrame('tool.finished', {
    call_id: z.string(),
    step_id,
    /** Passages, at most ten. */
    found: z.number().int(),
    /** Why it found nothing, where it failed. */
    error: z.string().nullable(),
    /** Engines that were asked and did not answer. */
    silent: z.array(z.string()).optional(),
  }),
  researchFrame('source.added', { step_id, source: researchSource }),
  researchFrame('evidence.added', { evidence: researchEvidence }),
  researchFrame('step.finished', {
    step_id: z.string(),
    state: z.enum(['done', 'empty', 'failed', 'skipped']),
    note: z.string().nullable(),
  }),
  /** `restart`: begun again; what was said of it goes. */
  researchFrame('section.started', {
    section_id: z.string(),
    kind: z.enum(sectionKinds),
    title: z.string(),
    step_id,
    restart: z.boolean(),
  }),
  researchFrame('report.delta', { section_id: z.string(), text: z.string() }),
  researchFrame('section.done', {
    section_id: z.string(),
    citations: z.array(citation),
    chart: sectionChart.nullable(),
    written_by: z.enum(['model', 'extractive']).optional(),
    removed: z.number().int().optional(),
  }),
  researchFrame('citation.map', {
    references: z.array(reportReference),
    read_not_cited: z.array(reportReference),
  }),
  researchFrame('verify.result', { check: reportCheck }),
  /** The report is stored; the free count is used. */
  researchFrame('report.final', { report_id: id, title: z.string() }),
  /** What was asked of a model so far, and how long it took. */
  researchFrame('usage', { usage: answerUsage, model_ms: z.number().int().optional() }),
  /** The model did not do a part of the work; rules or quotes do it. */
  researchFrame('fallback', modelFallback.shape),
  /** What the report wants to be read with. */
  researchFrame('warning', { text: z.string() }),
  researchFrame('error', { fault: answerFault }),
  researchFrame('run.end', { state: z.enum(['completed', 'completed_partial', 'cancelled', 'failed']) }),
  z.object({ event: z.literal('reset'), data: z.object({}) }),
])

export type ResearchEvent = z.output<typeof researchEvent>
