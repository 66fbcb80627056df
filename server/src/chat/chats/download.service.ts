import {
  answerEngine,
  type api,
  type Citation,
  joinRepeatedMarkers,
  type ParsedInputOf,
  stripRedacted,
} from '@scinav/contract'
import { previewList } from '../../citation/export/index.ts'
import { findPapersByIds, findPaperTitles, type Paper } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import type { FileReply } from '../../platform/foundation/replies.ts'
import { requireComplete, requireOwnChat, requireOwnRecord } from './guard.ts'
import { printInStyle, withCitationKeys } from './print-in-style.ts'
import type { PrintableAnswer } from './printable-answer.ts'
import type { RecordRow } from './record.store.ts'
import { type AnswerFormat, writeAnswerFile } from './write-answer.ts'

type Chat = typeof api.chat

/** The number that starts a formatted reference, such as `[3]`. */
const REFERENCE_NUMBER = /^\[\d+\]/

/** Labels by the engine that produced an answer. */
const ORIGIN_LABELS = { model: 'AI 生成，请核实', extractive: '原文摘录' } as const

/**
 * Returns an answer as a file, with references numbered as in the text, and its provenance in the text and the
 * metadata.
 *
 * @throws AppError `chat.not_ended` while the answer is being generated; `citation.unknown_style`;
 *   `citation_style.over_limit`.
 */
export async function downloadAnswer(
  ctx: Context,
  {
    chat_record_id,
    format,
    style,
  }: { chat_record_id: string; format: AnswerFormat; style?: string | undefined },
): Promise<FileReply> {
  const record = await requireOwnRecord(ctx, { chat_record_id })
  requireComplete(record)
  const { title } = await requireOwnChat(ctx, { chat_id: record.chat_id })
  return writeAnswerFile(await loadPrintableAnswer(ctx, { record, title, format, style }), format)
}

/** Returns the first line of a question, the title of an answer whose chat has none yet. */
const firstLine = (question: string) => question.trim().split('\n', 1)[0] ?? ''

/** An answer, the title of its chat, and how it is to be printed. */
interface PrintedRecord {
  record: RecordRow
  title: string
  format: AnswerFormat
  /** Id of a citation style; undefined for the default style. */
  style: string | undefined
}

/** Loads what the file of an answer consists of, without redacted text. */
async function loadPrintableAnswer(
  ctx: Context,
  { record, title, format, style }: PrintedRecord,
): Promise<PrintableAnswer> {
  const citations: Citation[] = JSON.parse(record.citations)
  const engine = answerEngine({ engine: record.engine, notices: JSON.parse(record.notices) })
  const { answer, markers } = stripRedacted(record.answer, citations, JSON.parse(record.struck))
  const references = await formatReferences(ctx, markers)
  const printed =
    style === undefined
      ? { answer: joinRepeatedMarkers(answer, markers), references }
      : await printInStyle(ctx, {
          text: withCitationKeys(answer, markers),
          sources: distinctSources(markers).map(({ n, paper_id }, at) => ({
            n,
            paper_id,
            text: (references[at] ?? '').replace(REFERENCE_NUMBER, ''),
          })),
          style,
          format,
        })
  return {
    title: title || firstLine(record.question) || '回答',
    question: record.question,
    ...printed,
    label: ORIGIN_LABELS[engine],
    is_ai: engine === 'model',
    model: engine === 'model' ? record.model : null,
    created_at: record.created_at,
  }
}

/** Returns one citation per source, ordered by number. */
function distinctSources(citations: Citation[]): Citation[] {
  return [...new Map(citations.map((each) => [each.n, each])).values()].toSorted((a, b) => a.n - b.n)
}

/** Formats references in the default style; a paper that no longer exists is represented by its title. */
async function formatReferences(ctx: Context, citations: Citation[]): Promise<string[]> {
  const sources = distinctSources(citations)
  const ids = [...new Set(sources.flatMap(({ paper_id }) => paper_id ?? []))]
  const titles = await findPaperTitles(ctx, ids)
  const existing = ids.filter((id) => titles.has(id))
  const request = { paper_id_list: existing, style: 'spec', format: 'text' } as const
  const { items } = existing.length > 0 ? await previewList(ctx, request) : { items: [] }
  const entries = new Map(existing.map((id, at) => [id, (items[at] ?? '').replace(REFERENCE_NUMBER, '')]))
  return sources.map(({ n, paper_id, title }) => `[${n}]${entries.get(paper_id ?? '') ?? title}`)
}

/** Returns the papers that an answer cites, ordered by number; papers that no longer exist keep number and title. */
export async function listCitedPapers(ctx: Context, { chat_record_id }: ParsedInputOf<Chat['cited']>) {
  const record = await requireOwnRecord(ctx, { chat_record_id })
  const sources = distinctSources(JSON.parse(record.citations)).filter(({ paper_id }) => paper_id !== null)
  const ids = sources.flatMap(({ paper_id }) => paper_id ?? [])
  const papers = new Map((await findPapersByIds(ctx, ids)).map((paper): [string, Paper] => [paper.id, paper]))
  return sources.map(({ n, paper_id, title }) => ({
    title,
    ...papers.get(paper_id ?? ''),
    n,
    paper_id: paper_id ?? '',
  }))
}
