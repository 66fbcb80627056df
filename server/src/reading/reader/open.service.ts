import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { usableTitle } from '@scinav/documents'
import { requireDataset, roleOf, toDocuments, VIEWER_ROLE } from '../../knowledge/datasets/index.ts'
import { findPapersByIds } from '../../library/papers/index.ts'
import { openAccessLocations } from '../../library/works/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { findPosition } from './position.service.ts'
import * as store from './text/readable.store.ts'
import { type Readable, requireReadable } from './text/readable.ts'

type Reading = typeof api.reading
type ReadableView = OutputOf<Reading['open']>
type TextState = ReadableView['text']

/**
 * Returns what there is to read of a document or paper: its record, the state of its text, the facts about its file,
 * and where the caller left off. What is not known, or not there yet, is null or empty.
 *
 * @throws AppError `document.not_found`; `paper.not_found`.
 */
export async function openReadable(
  ctx: Context,
  input: ParsedInputOf<Reading['open']>,
): Promise<ReadableView> {
  const readable = await requireReadable(ctx, input)
  const [paper = null] = readable.paper_id === null ? [] : await findPapersByIds(ctx, [readable.paper_id])
  const facts = readable.text?.facts
  const document = await documentView(ctx, readable)
  const bytes = readable.bytes_id === null ? undefined : await store.findBytes(ctx.db, readable.bytes_id)
  return {
    document,
    paper,
    title: readableTitle(document, paper, facts?.title),
    text: textState(ctx, readable, paper),
    version: readable.text?.parse_id ?? null,
    kind: facts?.kind ?? null,
    mime: bytes?.mime ?? null,
    size_bytes: bytes ? Number(bytes.size_bytes) : null,
    has_file: bytes !== undefined,
    language: facts?.language ?? null,
    pages: facts?.pages.map(({ columns: _, ...page }) => page) ?? [],
    outline: facts?.outline ?? [],
    warnings: facts?.warnings ?? [],
    block_count: facts?.blocks ?? 0,
    position: await findPosition(ctx, readable),
  }
}

/** Returns the title of the document in its list, else of the paper, else the one found in the text. */
const readableTitle = (
  document: ReadableView['document'],
  paper: ReadableView['paper'],
  found = '',
): string => document?.title ?? paper?.title ?? usableTitle(found)

async function documentView(ctx: Context, { document }: Readable): Promise<ReadableView['document']> {
  if (!document) return null
  const dataset = await requireDataset(ctx, document.dataset_id, 'read')
  const [view] = await toDocuments(ctx, [document])
  return view
    ? { ...view, dataset_name: dataset.name, my_role: roleOf(dataset, ctx.actor) ?? VIEWER_ROLE }
    : null
}

const NO_TEXT: TextState = { state: 'none', source: null, url: null, message: null, parse_id: null }

/**
 * Returns the state of the text: of its current parse, else of the parse in progress, else of the file, else whether an
 * open copy can be fetched. `message` tells the reader in Chinese what failed or what to do.
 */
function textState(ctx: Context, { file, text, pending }: Readable, paper: ReadableView['paper']): TextState {
  const ofFile = { ...NO_TEXT, source: 'file' as const }
  if (text) return { ...ofFile, state: 'ready', parse_id: text.parse_id }
  if (pending && pending.state !== 'ready')
    return { ...ofFile, state: pending.state, message: pending.error, parse_id: pending.id }
  if (file) return { ...ofFile, state: file.state, message: file.error }
  return paper ? openAccessState(ctx, paper) : NO_TEXT
}

function openAccessState(ctx: Context, paper: NonNullable<ReadableView['paper']>): TextState {
  const [location] = openAccessLocations(paper)
  if (!location) return { ...NO_TEXT, message: '没有找到这篇文献的开放全文，可以上传您手上的文件' }
  if (ctx.config.ENGINES === 'off')
    return { ...NO_TEXT, ...location, message: '本机不访问站外，请到原网址下载后上传' }
  return { ...NO_TEXT, ...location, state: 'available' }
}
