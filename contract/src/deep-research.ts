import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { researchEvent } from './research-events.ts'
import { RESEARCH_LIMITS, researchDepths } from './research-limits.ts'
import { reportStyles, researchReport, researchSources, researchStates } from './research-shapes.ts'
import { researchState } from './research-state.ts'
import {
  flag,
  id,
  listOf,
  noOutput,
  optionalText,
  optionalWholeNumber,
  pagedInput,
  pageOf,
  time,
  wholeNumber,
} from './shapes.ts'

const { question_length, steps, queries_a_step } = RESEARCH_LIMITS
/** Longest text of an edited section, in characters. */
const MAX_SECTION_CHARS = 40_000

/** A step as a user writes it; search queries are generated for a step without any. */
const editedStep = z.object({
  /** The id of an existing step; absent for a new one. */
  step_id: z.string().max(64).optional(),
  title: z.string().trim().min(1, '请填写这一步要查什么').max(200),
  goal: z.string().trim().max(500).default(''),
  queries: listOf(z.string().trim().max(200), queries_a_step),
})

/** A research as a row of 历次报告. */
const researchSummary = z.object({
  run_id: id,
  thread_id: id,
  /** Null until the report exists. */
  report_id: id.nullable(),
  title: z.string(),
  question: z.string(),
  report_style: z.enum(reportStyles),
  depth: z.enum(researchDepths),
  state: z.enum(researchStates),
  engine: z.enum(['model', 'extractive']),
  created_at: time,
  finished_at: time.nullable(),
})

const runParams = { run_id: id }
const reportParams = { report_id: id }
/** The screen that makes these calls; see `Endpoint.menu`. */
const MENU = '/deepResearch'

/**
 * Calls of deep research. A run's `chat_id` is its thread and its `chat_record_id` the run itself, so that
 * `chat/cancel` accepts them. For the flags of a call see `Endpoint`.
 */
export const deepResearchApi = {
  begin: {
    method: 'POST',
    path: '/api/deep_research/run',
    access: 'user',
    menu: MENU,
    summary: 'Begins a deep research; it goes on whoever follows it',
    input: z.object({
      question: z.string().trim().min(1, '请输入要研究的问题').max(question_length, '问题最长 4,000 字'),
      report_style: z.enum(reportStyles).default('academic'),
      depth: z.enum(researchDepths).default('standard'),
      application_id: id.default('deep_research'),
      sources: researchSources.prefault({}),
      mcp_ids: listOf(id, 10),
      auto_accept_plan: flag.default(false),
      /** `extractive` for no model; absent: the model of the application. */
      model: z.string().max(100).optional(),
    }),
    output: z.object({ run_id: id, thread_id: id, chat_id: id, chat_record_id: id }),
    creates: true,
    extra: true,
  },
  run: {
    method: 'GET',
    path: '/api/deep_research/run/{run_id}',
    access: 'user',
    menu: MENU,
    summary: 'Where a research stands; its events go on after `last_seq`',
    input: z.object(runParams),
    output: z.object({
      ...researchSummary.shape,
      chat_id: id,
      chat_record_id: id,
      snapshot: researchState,
      last_seq: z.number().int(),
    }),
    extra: true,
  },
  events: {
    method: 'GET',
    path: '/api/deep_research/run/{run_id}/events',
    access: 'user',
    menu: MENU,
    summary: 'The events of a research after `Last-Event-ID` or `after`; after its end the last one',
    input: z.object({ ...runParams, after: optionalWholeNumber(0, 1_000_000) }),
    output: researchEvent,
    reply: 'stream',
    extra: true,
  },
  answer: {
    method: 'POST',
    path: '/api/deep_research/run/{run_id}/answer',
    access: 'user',
    menu: MENU,
    summary: 'Answers what a research asks back; without an answer it is skipped',
    input: z.object({ ...runParams, answer: optionalText(1_000) }),
    output: noOutput,
    extra: true,
  },
  plan: {
    method: 'POST',
    path: '/api/deep_research/run/{run_id}/plan',
    access: 'user',
    menu: MENU,
    summary:
      'Accepts a plan (with `steps`: as they are there), stores an edit as its next version, or has another drawn up',
    input: z
      .object({
        ...runParams,
        action: z.enum(['accept', 'edit', 'reject']),
        plan_id: id,
        version: wholeNumber(1, RESEARCH_LIMITS.plans),
        steps: z.array(editedStep).max(steps, `一份计划最多 ${steps} 步`).default([]),
      })
      .superRefine(({ action, steps }, ctx) => {
        if (action === 'edit' && steps.length === 0)
          ctx.addIssue({ code: 'custom', path: ['steps'], message: '计划至少要有一步' })
      }),
    output: noOutput,
    extra: true,
  },
  runs: {
    method: 'GET',
    path: '/api/deep_research/runs/{page_num}/{page_size}',
    access: 'user',
    menu: MENU,
    summary: 'My researches, newest first; by title and question',
    input: pagedInput({ keyword: optionalText(200) }),
    output: pageOf(researchSummary),
    extra: true,
  },
  rename: {
    method: 'PUT',
    path: '/api/deep_research/run/{run_id}',
    access: 'user',
    menu: MENU,
    summary: 'Gives a research, and its report, another title',
    input: z.object({ ...runParams, title: z.string().trim().min(1, '请填写标题').max(200) }),
    output: noOutput,
    extra: true,
  },
  remove: {
    method: 'DELETE',
    path: '/api/deep_research/run/{run_id}',
    access: 'user',
    menu: MENU,
    summary: 'Deletes a research with its report, and stops it where it goes on; can be undone for 30 days',
    input: z.object(runParams),
    output: noOutput,
    extra: true,
  },
  restore: {
    method: 'PUT',
    path: '/api/deep_research/run/{run_id}/restore',
    access: 'user',
    menu: MENU,
    summary: 'Brings a deleted research back',
    input: z.object(runParams),
    output: noOutput,
    extra: true,
  },
  report: {
    method: 'GET',
    path: '/api/deep_research/report/{report_id}',
    access: 'user',
    menu: MENU,
    summary: 'A report with its sections, their citations and its references',
    input: z.object(reportParams),
    output: researchReport,
    extra: true,
  },
  editReport: {
    method: 'PUT',
    path: '/api/deep_research/report/{report_id}',
    access: 'user',
    menu: MENU,
    summary: 'Writes a section in other words; its `[n]` keep their sources, and all are numbered anew',
    input: z.object({
      ...reportParams,
      /** The version that was read; an edit of a report that has changed since is refused. */
      version: wholeNumber(1, 1_000_000),
      section_id: z.string().max(64),
      text: z.string().trim().min(1, '请填写这一节的内容').max(MAX_SECTION_CHARS, '一节最长 40,000 字'),
    }),
    output: researchReport,
    extra: true,
  },
} satisfies Endpoints
