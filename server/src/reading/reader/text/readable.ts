import { findParseOfBytes } from '../../../documents/parse-results/index.ts'
import { requireDataset } from '../../../knowledge/datasets/index.ts'
import { requireOwnFiles } from '../../../knowledge/passages/index.ts'
import { findPaperTitles, requirePapers } from '../../../library/papers/index.ts'
import type { Context } from '../../../platform/context/context.ts'
import { AppError } from '../../../platform/foundation/errors.ts'
import type { DocumentFacts } from '../../../platform/providers/parsing.ts'
import * as store from './readable.store.ts'

/** A reading target; exactly one of the ids is given. */
export interface ReadingTarget {
  document_id?: string | undefined
  paper_id?: string | undefined
}

/** A parsed text and the facts about it as a whole. */
export interface ReadyText {
  parse_id: string
  bytes_id: string
  facts: DocumentFacts
}

/** A target that the caller may read, with the state of its text. */
export interface Readable {
  target: { document_id: string | null; paper_id: string | null }
  /** The requested document, or the document that is the file of the requested paper. */
  document: store.DocumentRow | null
  /** The document that provides the file and the text; a document without a file uses another one of the same paper. */
  file: store.DocumentRow | null
  /** Paper whose record is shown. */
  paper_id: string | null
  /** The bytes from which the text was parsed, else those of the file. */
  bytes_id: string | null
  text: ReadyText | null
  /** The parse that is to replace the current one, or that has failed; null when there is none. */
  pending: store.ParseRow | null
}

/**
 * Returns a document of a dataset that the caller may read, or a paper with a readable document that is its file.
 *
 * @throws AppError `document.not_found`; `paper.not_found`.
 */
export async function requireReadable(
  ctx: Pick<Context, 'db' | 'actor'>,
  { document_id, paper_id }: ReadingTarget,
): Promise<Readable> {
  if (document_id === undefined) return readableOfPaper(ctx, paper_id ?? '')
  const document = await store.findDocument(ctx.db, ctx.actor.id, document_id)
  if (!document) throw new AppError('document.not_found')
  const target = { document_id, paper_id: null }
  const file = document.bytes_id === null ? await findPaperFile(ctx, document.paper_id) : document
  return { ...(await textOfFile(ctx, file)), document, paper_id: document.paper_id, target }
}

async function readableOfPaper(ctx: Pick<Context, 'db' | 'actor'>, paper_id: string): Promise<Readable> {
  await requirePapers(ctx, [paper_id])
  const document = await findPaperFile(ctx, paper_id)
  return { ...(await textOfFile(ctx, document)), document, paper_id, target: { document_id: null, paper_id } }
}

/** Returns a document with the file of a paper in any dataset that the caller may read; null without one. */
async function findPaperFile(
  ctx: Pick<Context, 'db' | 'actor'>,
  paper_id: string | null,
): Promise<store.DocumentRow | null> {
  return paper_id === null
    ? null
    : ((await store.findDocumentOfPaper(ctx.db, ctx.actor.id, paper_id)) ?? null)
}

/** Returns the text of a file, from its current parse, and the parse that is to replace it. */
async function textOfFile(ctx: Pick<Context, 'db'>, file: store.DocumentRow | null) {
  const { parse_id = null, next_parse_id = null, bytes_id = null } = file ?? {}
  const current = parse_id ? await store.findParse(ctx.db, parse_id) : undefined
  const pending = next_parse_id ? await store.findParse(ctx.db, next_parse_id) : undefined
  const text = current ? toReadyText(current) : null
  return { file, bytes_id: text?.bytes_id ?? bytes_id, text, pending: pending ?? null }
}

/** Converts a parse to a text; returns null before the parse is complete. */
function toReadyText({
  id,
  bytes_id,
  facts,
}: Pick<store.ParseRow, 'id' | 'bytes_id' | 'facts'>): ReadyText | null {
  // The facts were written by this program together with the parse.
  return facts === null ? null : { parse_id: id, bytes_id, facts: JSON.parse(facts) as DocumentFacts }
}

/**
 * Returns a readable target whose text is available.
 *
 * @throws AppError `document.no_text`, and as `requireReadable`.
 */
export async function requireText(
  ctx: Pick<Context, 'db' | 'actor'>,
  target: ReadingTarget,
): Promise<Readable & { text: ReadyText }> {
  const readable = await requireReadable(ctx, target)
  if (!readable.text) throw new AppError('document.no_text')
  return { ...readable, text: readable.text }
}

/** Returns the id under which data of a reader about the target is stored. */
export const targetId = ({ target }: Pick<Readable, 'target'>): string =>
  target.document_id ?? target.paper_id ?? ''

/** Returns the title of a target: that of its record, else of its first page, else the file name. */
export async function findReadableTitle(
  ctx: Pick<Context, 'db'>,
  { paper_id, text, document }: Pick<Readable, 'paper_id' | 'text' | 'document'>,
): Promise<string> {
  const title = paper_id === null ? undefined : (await findPaperTitles(ctx, [paper_id])).get(paper_id)
  return title || text?.facts.title || document?.name || ''
}

/**
 * Returns a file of the caller and its text; the text is null before the file is parsed.
 *
 * @throws AppError `file.not_found`.
 */
export async function getAttachedText(
  ctx: Pick<Context, 'db' | 'actor'>,
  file_id: string,
): Promise<{ name: string; mime: string; text: ReadyText | null }> {
  const [file] = await requireOwnFiles(ctx, [file_id])
  if (!file) throw new AppError('file.not_found')
  const { name, mime } = file
  const parse = await findParseOfBytes(ctx, { id: file.bytes_id, mime })
  return { name, mime, text: parse?.state === 'ready' ? toReadyText(parse) : null }
}

/**
 * Returns whether a target may be sent to an external model: a record of the library may, a file only if its dataset
 * allows it.
 */
export async function mayUseExternalModel(
  ctx: Pick<Context, 'db' | 'actor'>,
  { file }: Pick<Readable, 'file'>,
): Promise<boolean> {
  if (!file) return true
  return (await requireDataset(ctx, file.dataset_id, 'read')).external_model_allowed === 1
}
