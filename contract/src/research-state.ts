import { z } from 'zod'
import { answerFault, answerUsage } from './answers.ts'
import { researchDepths } from './research-limits.ts'
import {
  modelFallback,
  planStep,
  reportCheck,
  reportReference,
  reportSection,
  reportStyles,
  researchEvidence,
  researchKinds,
  researchNote,
  researchPlan,
  researchSource,
  researchSources,
  researchStates,
  researchSynthesis,
} from './research-shapes.ts'

/** A search; `found` and `error` are null while it runs. */
const searchState = z.object({
  call_id: z.string(),
  name: z.string(),
  query: z.string(),
  engines: z.array(z.string()),
  /** Engines that did not answer; absent in runs stored before the field existed. */
  silent: z.array(z.string()).optional(),
  /** Null while the search is running. */
  found: z.number().int().nullable(),
  error: z.string().nullable(),
})

/** A step of the accepted plan with its progress. */
const stepState = planStep.extend({
  state: z.enum(['pending', 'running', 'done', 'empty', 'failed', 'skipped']),
  searches: z.array(searchState),
  note: z.string().nullable(),
})

/** The state of a deep research, accumulated from its events. */
export const researchState = z.object({
  run_id: z.string(),
  thread_id: z.string(),
  question: z.string(),
  report_style: z.enum(reportStyles),
  depth: z.enum(researchDepths),
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
      /**
       * A term of the question that neither the library nor the term lists contain; the answer is another name for it.
       */
      term: z.string().optional(),
      /** Null while the question is open, and where it was skipped. */
      answer: z.string().nullable(),
      /** Whether the question was answered or skipped. */
      decided: z.boolean(),
    })
    .nullable(),
  /** The background searches before the plan. */
  searches: z.array(searchState),
  background: z.object({ kind: z.enum(researchKinds), sources: z.number().int() }).nullable(),
  /** Every version, oldest first. */
  plans: z.array(researchPlan),
  /** Whether a new plan has to be drawn up. */
  replan: z.boolean(),
  /** The version that is carried out; null until one is accepted. */
  accepted_version: z.number().int().nullable(),
  steps: z.array(stepState),
  /**
   * The sources that were read, with the steps that found them. `looked`: the background search found the source first;
   * it precedes the plan, so no step can have found the source before it.
   */
  read: z.array(researchSource.extend({ step_ids: z.array(z.string()), looked: z.boolean() })),
  evidence: z.array(researchEvidence),
  /** One note for each work that a model read. */
  notes: z.array(researchNote),
  synthesis: researchSynthesis.nullable(),
  sections: z.array(reportSection.extend({ state: z.enum(['writing', 'done']) })),
  references: z.array(reportReference),
  read_not_cited: z.array(reportReference),
  check: reportCheck.nullable(),
  report: z.object({ report_id: z.string(), title: z.string() }).nullable(),
  warnings: z.array(z.string()),
  /** Tasks at which the model failed, in the order of the work. */
  fallbacks: z.array(modelFallback),
  usage: answerUsage.nullable(),
  /** The time in milliseconds that models have taken. */
  model_ms: z.number().int(),
  /** The number of requests to models. */
  model_calls: z.number().int(),
  error: answerFault.nullable(),
})

/** The state of a deep research. */
export type ResearchState = z.output<typeof researchState>

/** Returns the state of a research before its first event. */
export const emptyResearch = (): ResearchState => ({
  run_id: '',
  thread_id: '',
  question: '',
  report_style: 'academic',
  depth: 'standard',
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
  notes: [],
  synthesis: null,
  sections: [],
  references: [],
  read_not_cited: [],
  check: null,
  report: null,
  warnings: [],
  fallbacks: [],
  usage: null,
  model_ms: 0,
  model_calls: 0,
  error: null,
})
