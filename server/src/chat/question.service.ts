import type { api, Citation, OutputOf, ParsedInputOf } from '@scinav/contract'
import { followUpQuestions } from '../answers/index.ts'
import type { Context } from '../context/context.ts'
import { allApplications } from '../tools/index.ts'
import { ownRecord } from './guard.ts'
import * as records from './record.store.ts'

type Chat = typeof api.chat

/** Three questions that could follow an answer; none while it is being made, or where it cites nothing. */
export async function otherQuestions(
  ctx: Context,
  input: ParsedInputOf<Chat['otherQuestions']>,
): Promise<string[]> {
  const record = await ownRecord(ctx, input)
  const known: string[] = JSON.parse(record.other_questions)
  if (known.length > 0 || record.status !== 'done') return known
  const citations: Citation[] = JSON.parse(record.citations)
  const paper_ids = [...new Set(citations.flatMap(({ paper_id }) => paper_id ?? []))]
  if (paper_ids.length === 0) return []
  const made = await followUpQuestions(ctx, { question: record.question, paper_ids })
  await records.setQuestions(ctx.db, record.id, JSON.stringify(made))
  return made
}

const RESEARCHES_A_DAY = 10

/** How many deep researches are left today; the day is that of China. */
export async function freeCount(ctx: Context): Promise<OutputOf<Chat['freeCount']>> {
  const begin = beginOfDay(ctx.now())
  const research = allApplications().filter(({ type }) => type === 'deep_research')
  const ids = research.map(({ id }) => id)
  const resets_at = new Date(begin.getTime() + DAY_MS).toISOString()
  const today = { since: begin.toISOString(), until: resets_at }
  const used = await records.countOf(ctx.db, ctx.actor.id, ids, today)
  const left = Math.max(0, RESEARCHES_A_DAY - used)
  return { limit: RESEARCHES_A_DAY, used, left, resets_at }
}

const DAY_MS = 24 * 60 * 60_000
const CHINA_MS = 8 * 60 * 60_000

function beginOfDay(now: Date): Date {
  return new Date(Math.floor((now.getTime() + CHINA_MS) / DAY_MS) * DAY_MS - CHINA_MS)
}
