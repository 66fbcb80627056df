import type { api, Citation, ParsedInputOf } from '@scinav/contract'
import { followUpQuestions } from '../../answers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { requireOwnRecord } from './guard.ts'
import * as records from './record.store.ts'

type Chat = typeof api.chat

/**
 * Returns three questions that could follow an answer; none while the answer is being generated or when it cites
 * nothing.
 */
export async function suggestFollowUps(
  ctx: Context,
  input: ParsedInputOf<Chat['otherQuestions']>,
): Promise<string[]> {
  const record = await requireOwnRecord(ctx, input)
  const known: string[] = JSON.parse(record.other_questions)
  if (known.length > 0 || record.status !== 'done') return known
  const citations: Citation[] = JSON.parse(record.citations)
  const paper_ids = [...new Set(citations.flatMap(({ paper_id }) => paper_id ?? []))]
  if (paper_ids.length === 0) return []
  const made = await followUpQuestions(ctx, { question: record.question, paper_ids })
  await records.setQuestions(ctx.db, record.id, JSON.stringify(made))
  return made
}
