import { type Citation, stripRedacted, type UnderstoodQuestion } from '@scinav/contract'
import type { AnswerTask } from '../../answers/index.ts'
import { areOpenToModels } from '../../knowledge/passages/index.ts'
import type { Context } from '../../platform/context/context.ts'
import type { ChatQuestion } from './chat-question.ts'
import * as records from './record.store.ts'
import { pathTo } from './thread.ts'

/** Maximum number of earlier turns given to an answer. */
const MAX_HISTORY_TURNS = 10

/**
 * Returns the turns before a question, oldest first. Turns based on confidential documents are left out when an external
 * model or a tool could receive them.
 */
export async function loadAllowedHistory(
  ctx: Context,
  chatQuestion: ChatQuestion,
  { model, tools }: Pick<AnswerTask, 'model' | 'tools'>,
): Promise<AnswerTask['history']> {
  const turns = await loadHistory(ctx, chatQuestion)
  if (!model?.external && tools.length === 0) return turns
  const isOpen = await Promise.all(
    turns.map(({ citations = [] }) => {
      const documents = [...new Set(citations.flatMap(({ document_id }) => document_id ?? []))]
      return documents.length === 0 || areOpenToModels(ctx, documents)
    }),
  )
  return turns.filter((_, index) => isOpen[index])
}

/** Returns the last turns on the path to a question, oldest first, without redacted text and unanswered questions. */
async function loadHistory(
  ctx: Context,
  { chat_id, parent_id }: ChatQuestion,
): Promise<AnswerTask['history']> {
  const path = pathTo(await records.listThreadNodes(ctx.db, chat_id), parent_id).slice(-MAX_HISTORY_TURNS)
  const rows = new Map((await records.findByIds(ctx.db, path)).map((row) => [row.id, row]))
  return path.flatMap((id) => {
    const row = rows.get(id)
    if (!row?.answer) return []
    const stored: Citation[] = JSON.parse(row.citations)
    const { answer, markers } = stripRedacted(row.answer, stored, JSON.parse(row.struck))
    const citations = markers.map(({ start, end, passage_id, paper_id, document_id }) => ({
      start,
      end,
      passage_id,
      paper_id,
      document_id,
    }))
    const papers = [...new Set(stored.flatMap(({ paper_id }) => paper_id ?? []))]
    const understood: UnderstoodQuestion | null = row.understood === null ? null : JSON.parse(row.understood)
    return [{ question: row.question, answer, citations, papers, understood }]
  })
}
