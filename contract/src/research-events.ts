import { z } from 'zod'
import { answerFault, answerUsage, citation } from './answers.ts'
import { researchDepths } from './research-limits.ts'
import {
  modelFallback,
  planStep,
  reportCheck,
  reportReference,
  reportStyles,
  researchEvidence,
  researchKinds,
  researchNote,
  researchPlan,
  researchSource,
  researchSources,
  researchStates,
  researchSynthesis,
  sectionChart,
  sectionKinds,
} from './research-shapes.ts'
import { id, time } from './shapes.ts'

/** Fields of every event; `seq` is also the id of the frame and counts from 1 without gaps. */
const eventBase = { run_id: id, thread_id: id, seq: z.number().int(), ts: time }

/** Returns the shape of the event with a name and with data besides the common fields. */
const researchFrame = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.object({ event: z.literal(name), data: z.object({ ...eventBase, ...shape }) })

/** The step that an event belongs to; null for the background search before the plan. */
const step_id = z.string().nullable()

/**
 * An event of a deep research.
 *
 * The order is guaranteed: a source precedes its evidence, evidence precedes the section that cites it, the citation
 * map follows the last section, and `run.end` is sent once, as the last event. `reset` means that the client has to
 * load the run again.
 */
export const researchEvent = z.discriminatedUnion('event', [
  researchFrame('run.created', {
    question: z.string(),
    report_style: z.enum(reportStyles),
    depth: z.enum(researchDepths).optional(),
    application_id: id,
    sources: researchSources,
    auto_accept_plan: z.boolean(),
    engine: z.enum(['model', 'extractive']),
    model: z.string().nullable(),
  }),
  researchFrame('run.state', { state: z.enum(researchStates) }),
  /**
   * A question about what the user's question leaves open, or about a `term` of it that neither the library nor the
   * term lists contain; the user may skip it.
   */
  researchFrame('clarify.request', {
    question: z.string(),
    options: z.array(z.string()),
    term: z.string().optional(),
  }),
  /** `answer` is null where the question was skipped. */
  researchFrame('clarify.answer', { answer: z.string().nullable() }),
  /** The result of the background search before the plan: the kind of the question, and the number of sources found. */
  researchFrame('background.done', { kind: z.enum(researchKinds), sources: z.number().int() }),
  researchFrame('plan.ready', { plan: researchPlan }),
  researchFrame('plan.decision', {
    action: z.enum(['accept', 'edit', 'reject']),
    plan_id: id,
    version: z.number().int(),
    /** Whether the plan was accepted without asking the user. */
    auto: z.boolean(),
    /** The steps to carry out, where the plan was accepted. */
    steps: z.array(planStep),
  }),
  /** `restart`: the step starts again after an interruption; its earlier results are discarded. */
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
    /** The number of passages, at most ten. */
    found: z.number().int(),
    /** Why the search failed; null otherwise. */
    error: z.string().nullable(),
    /** Engines that were queried and did not answer. */
    silent: z.array(z.string()).optional(),
  }),
  researchFrame('source.added', { step_id, source: researchSource }),
  researchFrame('evidence.added', { evidence: researchEvidence }),
  /** A model read a work; its sentences precede it as evidence. */
  researchFrame('note.added', { note: researchNote }),
  researchFrame('step.finished', {
    step_id: z.string(),
    state: z.enum(['done', 'empty', 'failed', 'skipped']),
    note: z.string().nullable(),
  }),
  /** The works that were read are set side by side; the sections follow its outline. */
  researchFrame('synthesis.ready', { synthesis: researchSynthesis }),
  /** `restart`: the section starts again; its earlier text is discarded. */
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
  /** The report is stored; the run now counts towards the daily limit. */
  researchFrame('report.final', { report_id: id, title: z.string() }),
  /** Tokens used so far, the time in milliseconds that models have taken, and the number of requests to them. */
  researchFrame('usage', {
    usage: answerUsage,
    model_ms: z.number().int().optional(),
    calls: z.number().int().optional(),
  }),
  /** A model failed at a part of the work; rules or quotes replace it. */
  researchFrame('fallback', modelFallback.shape),
  /** A remark for the reader of the report. */
  researchFrame('warning', { text: z.string() }),
  researchFrame('error', { fault: answerFault }),
  researchFrame('run.end', { state: z.enum(['completed', 'completed_partial', 'cancelled', 'failed']) }),
  z.object({ event: z.literal('reset'), data: z.object({}) }),
])

/** An event of a deep research. */
export type ResearchEvent = z.output<typeof researchEvent>
