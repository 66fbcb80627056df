import { z } from 'zod'
import { citation } from './answers.ts'
import { id, listOf, time } from './shapes.ts'

/**
 * Where a deep research stands. `waiting_…` until a person answers or decides; `interrupted`: the server was stopped,
 * and goes on from the last finished step. The last four never change; `completed_partial`: parts failed or were skipped.
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

export const reportStyles = ['academic', 'popular_science', 'news', 'social_media', 'strategic'] as const

/** What a question is after, by which its plan is drawn up. */
export const researchKinds = ['definition', 'method', 'comparison', 'effect', 'trend'] as const

/** Kept by code, whatever an engine would do. */
export const RESEARCH_LIMITS = {
  question_length: 4_000,
  steps: 8,
  planned_steps: 3,
  plans: 3,
  queries_a_step: 3,
  hits_a_query: 10,
  evidence_a_step: 12,
  quotes_a_source: 3,
  /** So long a model may work at one research, in all. */
  model_ms: 10 * 60_000,
} as const

/** Where a research may look. Empty lists narrow nothing: the whole library, and no engine outside. */
export const researchSources = z.object({
  /** `local` and outside engines. */
  engines: listOf(z.string().max(32), 10),
  dataset_ids: listOf(id, 20),
  /** Folders of the one dataset that is named, with all below them. */
  folder_ids: listOf(id, 20),
  /** Own files that were uploaded for it. */
  file_ids: listOf(id, 10),
  /** Only these papers. */
  paper_ids: listOf(id, 200),
})

export const planStep = z.object({
  step_id: z.string().max(64),
  title: z.string(),
  /** What is looked for, as a sentence. */
  goal: z.string(),
  queries: z.array(z.string()).max(RESEARCH_LIMITS.queries_a_step),
})

/** What of a research a model does, where there is one. */
const modelTasks = ['plan', 'notes', 'section', 'repair'] as const

/** Something that its model did not do, and that rules or quotes did in its place. */
export const modelFallback = z.object({
  task: z.enum(modelTasks),
  /** The version of the plan, the step or the section. */
  about: z.string(),
  /** What its reader calls that; empty for the plan. */
  title: z.string(),
  /** In Chinese. */
  reason: z.string(),
})

export const researchPlan = z.object({
  plan_id: id,
  /** From 1; edits and new drafts count up. */
  version: z.number().int(),
  kind: z.enum(researchKinds),
  /** `template`: 按模板拟定, by rules; `model`; `user`: as a person edited it. */
  made_by: z.enum(['template', 'model', 'user']),
  steps: z.array(planStep).max(RESEARCH_LIMITS.steps),
})

/** Something that was read: a paper of the library, a file, or a work that an engine outside found. */
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

/** A sentence of a source that a section may quote, word for word, and where it stands. */
export const researchEvidence = citation
  .omit({ n: true, start: true, end: true, key: true, support: true, check: true })
  .extend({
    evidence_id: z.string(),
    step_id: z.string(),
    source_id: z.string(),
    /** What it was found by. */
    query: z.string(),
    /** What it tells of its source. */
    aspect: z.enum(['problem', 'method', 'data', 'result', 'limitation']).nullable(),
    /** What a model noted that it tells. */
    note: z.string().optional(),
  })

export const sectionKinds = [
  'scope',
  'evidence',
  'agreement',
  'distribution',
  'limits',
  'insufficient',
] as const

const labelCounts = z.array(z.object({ label: z.string(), count: z.number().int() }))

/** What the charts of 年份与来源分布 draw, counted over the sources that were read. */
export const sectionChart = z.object({ years: labelCounts, venues: labelCounts, languages: labelCounts })

export const reportSection = z.object({
  section_id: z.string(),
  kind: z.enum(sectionKinds),
  title: z.string(),
  /** The step whose evidence it tells; null for what is told of all. */
  step_id: z.string().nullable(),
  /** Markdown with `[n]`. */
  text: z.string(),
  /** Its markers; offsets are in `text`. */
  citations: z.array(citation),
  chart: sectionChart.nullable(),
  /** Left out: by quotes and fixed sentences. */
  written_by: z.enum(['model', 'extractive']).optional(),
  /** Sentences of a model that were left out, since no source says them. */
  removed: z.number().int().optional(),
})

/** An entry of the list of references, or of what was read and not cited (`n` is null there). */
export const reportReference = z.object({
  n: z.number().int().nullable(),
  source_id: z.string(),
  paper_id: id.nullable(),
  document_id: id.nullable(),
  file_id: id.nullable(),
  title: z.string(),
  /** As printed, without its number. */
  text: z.string(),
})

/** What a report was found to keep to before it was given out. */
export const reportCheck = z.object({
  sentences: z.number().int(),
  cited: z.number().int(),
  quotes: z.number().int(),
  /** Quotes that stand in their source word for word. */
  located: z.number().int(),
  /** Sentences that were taken out, since no source says them. */
  removed: z.number().int(),
})

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
  /** Not all of the plan could be carried out. */
  partial: z.boolean(),
  sections: z.array(reportSection),
  references: z.array(reportReference),
  read_not_cited: z.array(reportReference),
  check: reportCheck.nullable(),
  /** Counts up with every edit. */
  version: z.number().int(),
  created_at: time,
  updated_at: time,
})

export type ResearchPlan = z.output<typeof researchPlan>
export type ModelFallback = z.output<typeof modelFallback>
export type PlanStep = z.output<typeof planStep>
export type ResearchSource = z.output<typeof researchSource>
export type ResearchEvidence = z.output<typeof researchEvidence>
export type ResearchSources = z.output<typeof researchSources>
export type ReportSection = z.output<typeof reportSection>
export type ReportReference = z.output<typeof reportReference>
export type ReportCheck = z.output<typeof reportCheck>
export type ResearchReport = z.output<typeof researchReport>
export type SectionChart = z.output<typeof sectionChart>
export type ResearchKind = (typeof researchKinds)[number]
export type ReportStyle = (typeof reportStyles)[number]
