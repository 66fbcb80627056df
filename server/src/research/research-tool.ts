import { setTimeout as wait } from 'node:timers/promises'
import { RESEARCH_LIMITS, type ResearchReport, researchStates } from '@scinav/contract'
import { z } from 'zod'
import { isMenuClosed } from '../account/user/index.ts'
import { readQuestion } from '../language/question/question.ts'
import type { Context } from '../platform/context/context.ts'
import { AppError } from '../platform/foundation/errors.ts'
import type { ServedTool } from '../platform/providers/mcp/serve.ts'
import { getReport } from './report.service.ts'
import { beginResearch, getResearch } from './run.service.ts'

/**
 * Maximum time of one call, in milliseconds; MCP clients give up after about a minute, so a longer run is fetched by
 * another call.
 */
const MAX_WAIT_MS = 45_000
/** Pauses between checks of a run, in milliseconds; each doubles the one before, up to the maximum. */
const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 4_000
/** Heading of the list of references. */
const REFERENCES_HEADING = { zh: '参考文献', en: 'References' }

const inputShape = z.object({
  question: z
    .string()
    .trim()
    .min(1)
    .max(RESEARCH_LIMITS.question_length)
    .optional()
    .describe('要研究的问题 / The question; left out where run_id is given'),
  run_id: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('还没有完成的研究，接着等它 / A research that had not ended; waits for it again'),
})

const outputShape = z.object({
  run_id: z.string(),
  state: z.enum(researchStates),
  /** Null while the run continues, and when no report was written. */
  report_id: z.string().nullable(),
  label: z.string().nullable(),
  references: z.array(
    z.object({ n: z.number().nullable(), paper_id: z.string().nullable(), text: z.string() }),
  ),
})

/** Creates the MCP tool for deep research: it starts a run, accepts its plan automatically and waits for the report. */
export const createResearchTool = (ctx: Context): ServedTool => ({
  name: 'deep_research',
  title: '深度研究 Deep research',
  description:
    '围绕一个问题分步检索本馆文献，写成论断有出处的报告；会占用一次免费次数。45 秒内没有写完时返回 run_id，用它再次调用即可取得报告。\nResearches a question in the library step by step and writes a report whose statements have their sources; uses one of the day’s free researches. Where it takes longer than 45 s it answers `run_id`: call again with it.',
  input: inputShape,
  output: outputShape,
  writes: true,
  // The server has parsed the input with `inputShape`.
  run: (input) => runTool(ctx, input as z.output<typeof inputShape>),
})

/**
 * Begins a run, or takes up one that was begun before, and waits for its end.
 *
 * @throws AppError `menu.stopped`; those of beginning a run and of reading its report.
 */
async function runTool(ctx: Context, { question, run_id }: z.output<typeof inputShape>) {
  if (await isMenuClosed(ctx, ctx.actor, '/deepResearch')) throw new AppError('menu.stopped')
  const id = run_id ?? (await beginRun(ctx, question))
  const { state, report_id } = await waitForEnd(ctx, id)
  const report = report_id === null ? null : await getReport(ctx, { report_id })
  const references = (report?.references ?? []).map(({ n, paper_id, text }) => ({ n, paper_id, text }))
  const data = { run_id: id, state, report_id, label: report?.label ?? null, references }
  return {
    text: report ? reportMarkdown(report) : `研究还没有写出报告（${state}），可以用 run_id ${id} 再问。`,
    data,
  }
}

/**
 * Starts a run that searches the whole library and asks its user nothing.
 *
 * @throws AppError `research.not_found` for a call with neither a question nor a run.
 */
async function beginRun(ctx: Context, question: string | undefined): Promise<string> {
  if (question === undefined) throw new AppError('research.not_found')
  const sources = { engines: [], dataset_ids: [], folder_ids: [], file_ids: [], paper_ids: [] }
  const defaults = { report_style: 'academic', depth: 'standard', application_id: 'deep_research' } as const
  const options = { ...defaults, question, sources, mcp_ids: [], auto_accept_plan: true }
  return (await beginResearch(ctx, options, { unasked: true })).run_id
}

/** Waits until the run has ended, the time is over or the client has disconnected, and returns the run. */
async function waitForEnd(ctx: Context, run_id: string) {
  const { signal } = ctx.stream
  let pause_ms = FIRST_PAUSE_MS
  for (let left_ms = MAX_WAIT_MS; ; left_ms -= pause_ms) {
    const run = await getResearch(ctx, { run_id })
    if (run.finished_at !== null || left_ms <= 0 || signal.aborted) return run
    await wait(pause_ms, undefined, { signal }).catch(() => {})
    pause_ms = Math.min(2 * pause_ms, MAX_PAUSE_MS)
  }
}

/** Returns a report as Markdown, with its references at the end. */
function reportMarkdown(report: ResearchReport): string {
  const { title, label, sections, references } = report
  const { language } = readQuestion(report.question)
  const parts = sections.map((section) => `## ${section.title}\n\n${section.text.trim()}`)
  const list = references.map(({ n, text }) => `[${n}] ${text}`)
  return [`# ${title}`, `（${label}）`, ...parts, `## ${REFERENCES_HEADING[language]}`, ...list].join('\n\n')
}
