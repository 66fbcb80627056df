/** The shapes of a deep research: its sources, plan, evidence and notes, and the finished report. */
import { z } from 'zod'
import { citation } from './answers.ts'
import { RESEARCH_LIMITS } from './research-limits.ts'
import { id, listOf, time } from './shapes.ts'
import { workNotice } from './work-notice.ts'

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

/**
 * The tasks of a research that a model performs, where there is one. `widen`: other words for a step that found little;
 * `notes`: reading; `synthesis`: comparing the notes; `check`: verifying the citations of a section; `repair`:
 * rewriting sentences that did not hold.
 */
const modelTasks = ['plan', 'widen', 'notes', 'synthesis', 'section', 'check', 'repair'] as const

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

/** What a model noted on one work that it read; the texts are in the language of the question and may be empty. */
export const researchNote = z.object({
  source_id: z.string(),
  /** The step that the work was read for. */
  step_id: z.string(),
  /** 1: touches the question, 2: answers a part of it, 3: is central to it. */
  relevance: z.number().int().min(1).max(3),
  claim: z.string(),
  method: z.string(),
  data: z.string(),
  figures: z.string(),
  limits: z.string(),
  /** The sentences that the note rests on. */
  evidence_ids: z.array(z.string()),
})

/** Values of `source_id`. */
const sourceIds = z.array(z.string())

/** A text with the sentences that it rests on. */
const citedPart = z.object({ text: z.string(), evidence_ids: z.array(z.string()) })

/**
 * A cell of a table with the sentences that it rests on. `more` are its further parts, where each rests on sentences of
 * its own.
 */
const citedText = citedPart.extend({ more: z.array(citedPart).optional() })

/** What the works that were read say when they are set side by side; the report is written from it. */
export const researchSynthesis = z.object({
  made_by: z.enum(['model', 'notes']),
  /** The comparison table: a row for each work or group of works, a cell for each dimension. */
  table: z.object({
    label: z.string(),
    dimensions: z.array(z.string()),
    rows: z.array(
      z.object({
        label: z.string(),
        cells: z.array(citedText),
      }),
    ),
  }),
  /** The phases in which the field developed, or the branches into which it divides; absent where neither helps. */
  figure: z
    .object({
      kind: z.enum(['timeline', 'taxonomy']),
      groups: z.array(z.object({ label: z.string(), items: z.array(citedText) })),
    })
    .optional(),
  agreements: z.array(z.object({ point: z.string(), source_ids: sourceIds })),
  disagreements: z.array(
    z.object({
      point: z.string(),
      sides: z.array(z.object({ view: z.string(), source_ids: sourceIds })),
      /** What may explain it. */
      why: z.string(),
    }),
  ),
  /** What the works leave open. */
  gaps: z.array(z.string()),
  outline: z.array(z.object({ title: z.string(), purpose: z.string(), source_ids: sourceIds })),
})

/**
 * The kinds of report sections. A survey by a model has an `opening` answer, several sections of kind `body`, a `table`
 * that compares and perhaps one that shows phases or branches, an `agreement`, an `open` section on the limits of the
 * evidence and open questions, and a `conclusion`; a report of quotations has a section of kind `evidence` for each
 * step instead.
 */
export const sectionKinds = [
  'opening',
  'body',
  'table',
  'open',
  'conclusion',
  'scope',
  'evidence',
  'agreement',
  'distribution',
  'limits',
  'insufficient',
] as const

/** How many sources there are for each year, journal or language. */
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

/** What stands about a source of a report: that it was retracted, questioned or corrected. */
export const reportNotice = z.object({
  source_id: z.string(),
  status: z.enum(['retracted', 'concern', 'corrected']),
  /** Null where only the record of the work states it. */
  notice: workNotice.nullable(),
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
  /** Citations that a model compared with their sentences; absent in reports of earlier versions. */
  verified: z.number().int().optional(),
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
  /** About its sources as it is known now; the sources themselves are as they were when the report was written. */
  notices: z.array(reportNotice),
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
/** What stands about a source of a report. */
export type ReportNotice = z.output<typeof reportNotice>
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
/** A model's note on one work. */
export type ResearchNote = z.output<typeof researchNote>
/** The works that were read, set side by side. */
export type ResearchSynthesis = z.output<typeof researchSynthesis>
