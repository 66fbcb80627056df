import { z } from 'zod'
import { answerFault, answerUsage } from './answers.ts'
import {
  modelFallback,
  planStep,
  reportCheck,
  reportReference,
  reportSection,
  reportStyles,
  researchEvidence,
  researchKinds,
  researchPlan,
  researchSource,
  researchSources,
  researchStates,
} from './research-shapes.ts'

const searchState = z.object({
  call_id: z.string(),
  name: z.string(),
  query: z.string(),
  engines: z.array(z.string()),
  /** Those of the engines that did not answer; what was stored before this was told has none. */
  silent: z.array(z.string()).optional(),
  /** Null while it goes on. */
  found: z.number().int().nullable(),
  error: z.string().nullable(),
})

const stepState = planStep.extend({
  state: z.enum(['pending', 'running', 'done', 'empty', 'failed', 'skipped']),
  searches: z.array(searchState),
  note: z.string().nullable(),
})

/** What a deep research has come to: what its events add up to. */
export const researchState = z.object({
  run_id: z.string(),
  thread_id: z.string(),
  question: z.string(),
  report_style: z.enum(reportStyles),
  application_id: z.string(),
  sources: researchSources,
  auto_accept_plan: z.boolean(),
  engine: z.enum(['model', 'extractive']),
  model: z.string().nullable(),
  state: z.enum(researchStates),
  clarification: z
    .object({
      question: z.string(),
      options: z.array(z.string()),
      /** A term of the question that nothing here knows; the answer is what it is called else. */
      term: z.string().optional(),
      /** Null while it waits, and where it was skipped. */
      answer: z.string().nullable(),
      decided: z.boolean(),
    })
    .nullable(),
  /** The searches of the look round before the plan. */
  searches: z.array(searchState),
  background: z.object({ kind: z.enum(researchKinds), sources: z.number().int() }).nullable(),
  /** Every version, oldest first. */
  plans: z.array(researchPlan),
  /** Another plan is to be drawn up. */
  replan: z.boolean(),
  /** The version that is carried out; null until one is accepted. */
  accepted_version: z.number().int().nullable(),
  steps: z.array(stepState),
  /** What was read, with the steps that found it; `looked`: the look round met it. */
  read: z.array(researchSource.extend({ step_ids: z.array(z.string()), looked: z.boolean() })),
  evidence: z.array(researchEvidence),
  sections: z.array(reportSection.extend({ state: z.enum(['writing', 'done']) })),
  references: z.array(reportReference),
  read_not_cited: z.array(reportReference),
  check: reportCheck.nullable(),
  report: z.object({ report_id: z.string(), title: z.string() }).nullable(),
  warnings: z.array(z.string()),
  /** What the model did not do, in the order of the work. */
  fallbacks: z.array(modelFallback),
  usage: answerUsage.nullable(),
  /** How long a model has worked at it. */
  model_ms: z.number().int(),
  error: answerFault.nullable(),
})

export type ResearchState = z.output<typeof researchState>

/** A research of which nothing has come yet. */
export const emptyResearch = (): ResearchState => ({
  run_id: '',
  thread_id: '',
  question: '',
  report_style: 'academic',
  application_id: '',
  sources: { engines: [], dataset_ids: [], folder_ids: [], file_ids: [], paper_ids: [] },
  auto_accept_plan: false,
  engine: 'extractive',
  model: null,
  state: 'created',
  clarification: null,
  searches: [],
  background: null,
  plans: [],
  replan: false,
  accepted_version: null,
  steps: [],
  read: [],
  evidence: [],
  sections: [],
  references: [],
  read_not_cited: [],
  check: null,
  report: null,
  warnings: [],
  fallbacks: [],
  usage: null,
  model_ms: 0,
  error: null,
})
