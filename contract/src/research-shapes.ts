import { z } from 'zod'
import { citation } from './answers.ts'
import { id, listOf, time } from './shapes.ts'

/**
 * The states of a deep research. `waiting_…`: until the user answers or decides. `interrupted`: the server was stopped;
 * the run continues after the last finished step. The last four states are final; `completed_partial`: parts failed or
 * were skipped.
 */
export const researchStates = [
  'created',
  'clarifying',
  'waiting_clarification',
  'planning',
  'waiting_plan',
  'researching',
  'writing',
  'verifying',
  'interrupted',
  'cancelling',
  'completed',
  'completed_partial',
  'cancelled',
  'failed',
] as const

/** The styles of a report. */
export const reportStyles = ['academic', 'popular_science', 'news', 'social_media', 'strategic'] as const

/** The kinds of questions; the kind determines the plan. */
export const researchKinds = ['definition', 'method', 'comparison', 'effect', 'trend'] as const

/** Limits that the code enforces, independently of the engine. */
export const RESEARCH_LIMITS = {
  question_length: 4_000,
  steps: 8,
  planned_steps: 3,
  plans: 3,
  queries_a_step: 3,
  hits_a_query: 10,
  evidence_a_step: 12,
  quotes_a_source: 3,
  /** Total time in milliseconds that models may spend on one research. */
  model_ms: 10 * 60_000,
} as const

/** Where a research may search. Empty lists mean no restriction: the whole library, and no outside engine. */
export const researchSources = z.object({
  /** `local` and outside engines. */
  engines: listOf(z.string().max(32), 10),
  dataset_ids: listOf(id, 20),
  /** Folders of the single dataset given, including their subfolders. */
  folder_ids: listOf(id, 20),
  /** Files of the user that were uploaded for this research. */
  file_ids: listOf(id, 10),
  /** Only these papers. */
  paper_ids: listOf(id, 200),
})

/** A step of a research plan. */
export const planStep = z.object({
  step_id: z.string().max(64),
  title: z.string(),
  /** What the step looks for, as a sentence. */
  goal: z.string(),
  queries: z.array(z.string()).max(RESEARCH_LIMITS.queries_a_step),
})

/** The tasks of a research that a model performs, where there is one. */
const modelTasks = ['plan', 'notes', 'section', 'repair'] as const

/** A task at which the model failed and for which rules or quotes were used instead. */
export const modelFallback = z.object({
  task: z.enum(modelTasks),
  /** The version of the plan, the id of the step or the id of the section. */
  about: z.string(),
  /** The title shown to the reader; empty for the plan. */
  title: z.string(),
  /** The reason, in Chinese. */
  reason: z.string(),
})

/** A version of a research plan. */
export const researchPlan = z.object({
  plan_id: id,
  /** From 1; every edit and every new draft increments it. */
  version: z.number().int(),
  kind: z.enum(researchKinds),
  /** `template`: drawn up by rules (按模板拟定); `model`: by a model; `user`: edited by the user. */
  made_by: z.enum(['template', 'model', 'user']),
  steps: z.array(planStep).max(RESEARCH_LIMITS.steps),
})

/** A source that was read: a paper of the library, a file, or a work found by an outside engine. */
export const researchSource = z.object({
  source_id: z.string(),
  paper_id: id.nullable(),
  document_id: id.nullable(),
  file_id: id.nullable(),
  /** `local` or an outside engine. */
  engine: z.string(),
  title: z.string(),
  authors: z.array(z.string()),
  year: z.number().int().nullable(),
  venue: z.string(),
  language: z.string(),
  url: z.string().nullable(),
})

/** A sentence of a source that a section may quote word for word, with its place. */
export const researchEvidence = citation
  .omit({ n: true, start: true, end: true, key: true, support: true, check: true })
  .extend({
    evidence_id: z.string(),
    step_id: z.string(),
    source_id: z.string(),
    /** The query that found it. */
    query: z.string(),
    /** The aspect of the source that the sentence is about. */
    aspect: z.enum(['problem', 'method', 'data', 'result', 'limitation']).nullable(),
    /** A model's note on what the sentence says. */
    note: z.string().optional(),
  })

/** The kinds of report sections. */
export const sectionKinds = [
  'scope',
  'evidence',
  'agreement',
  'distribution',
  'limits',
  'insufficient',
] as const

const labelCounts = z.array(z.object({ label: z.string(), count: z.number().int() }))

/** The data of the charts in 年份与来源分布, counted over the sources that were read. */
export const sectionChart = z.object({ years: labelCounts, venues: labelCounts, languages: labelCounts })

/** A section of a report. */
export const reportSection = z.object({
  section_id: z.string(),
  kind: z.enum(sectionKinds),
  title: z.string(),
  /** The step whose evidence the section presents; null for a section about all steps. */
  step_id: z.string().nullable(),
  /** Markdown with marks `[n]`. */
  text: z.string(),
  /** The citations of the marks; their offsets are in `text`. */
  citations: z.array(citation),
  chart: sectionChart.nullable(),
  /** Absent: composed of quotes and fixed sentences. */
  written_by: z.enum(['model', 'extractive']).optional(),
  /** The number of sentences that a model wrote and that were removed because no source supports them. */
  removed: z.number().int().optional(),
})

/** An entry of the list of references, or of the list of sources read but not cited (`n` is null there). */
export const reportReference = z.object({
  n: z.number().int().nullable(),
  source_id: z.string(),
  paper_id: id.nullable(),
  document_id: id.nullable(),
  file_id: id.nullable(),
  title: z.string(),
  /** The reference as printed, without its number. */
  text: z.string(),
})

/** Results of the check of a report before it is published. */
export const reportCheck = z.object({
  sentences: z.number().int(),
  cited: z.number().int(),
  quotes: z.number().int(),
  /** Quotes that occur in their source word for word. */
  located: z.number().int(),
  /** Sentences that were removed because no source supports them. */
  removed: z.number().int(),
})

/** A finished report. */
export const researchReport = z.object({
  report_id: id,
  run_id: id,
  thread_id: id,
  title: z.string(),
  question: z.string(),
  report_style: z.enum(reportStyles),
  engine: z.enum(['model', 'extractive']),
  model: z.string().nullable(),
  /** 「原文摘录」 or 「AI 生成，请核实」. */
  label: z.string(),
  /** Whether part of the plan could not be carried out. */
  partial: z.boolean(),
  sections: z.array(reportSection),
  references: z.array(reportReference),
  read_not_cited: z.array(reportReference),
  check: reportCheck.nullable(),
  /** Incremented by every edit. */
  version: z.number().int(),
  created_at: time,
  updated_at: time,
})

/** A version of a research plan. */
export type ResearchPlan = z.output<typeof researchPlan>
/** A task for which rules or quotes replaced the model. */
export type ModelFallback = z.output<typeof modelFallback>
/** A step of a research plan. */
export type PlanStep = z.output<typeof planStep>
/** A source that was read. */
export type ResearchSource = z.output<typeof researchSource>
/** A sentence of a source that a section may quote. */
export type ResearchEvidence = z.output<typeof researchEvidence>
/** Where a research may search. */
export type ResearchSources = z.output<typeof researchSources>
/** A section of a report. */
export type ReportSection = z.output<typeof reportSection>
/** An entry of a report's list of references. */
export type ReportReference = z.output<typeof reportReference>
/** Results of the check of a report. */
export type ReportCheck = z.output<typeof reportCheck>
/** A finished report. */
export type ResearchReport = z.output<typeof researchReport>
/** The data of a report's charts. */
export type SectionChart = z.output<typeof sectionChart>
/** The kind of a question. */
export type ResearchKind = (typeof researchKinds)[number]
/** The style of a report. */
export type ReportStyle = (typeof reportStyles)[number]
