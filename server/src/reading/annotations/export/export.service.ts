import { Readable as Stream } from 'node:stream'
import { type api, type ParsedInputOf, readingLink } from '@scinav/contract'
import type { Context } from '../../../platform/context/context.ts'
import { siteAddress } from '../../../platform/foundation/addresses.ts'
import { yieldToEventLoop } from '../../../platform/foundation/event-loop.ts'
import { safeFileName } from '../../../platform/foundation/file-name.ts'
import type { FileReply } from '../../../platform/foundation/replies.ts'
import { findReadableTitle, type Readable } from '../../reader/index.ts'
import { type Annotation, requireAnchored, toAnnotations } from '../marks/annotation.service.ts'
import * as store from '../marks/annotation.store.ts'
import { annotationScope } from '../marks/reanchor.ts'
import type { AnnotationWriter, ExportInfo } from './annotation-writer.ts'
import { toDocx } from './docx.ts'
import { markdownWriter } from './markdown.ts'
import { scinavJsonWriter } from './scinav-json.ts'
import { w3cWriter } from './w3c.ts'
import { zoteroWriter } from './zotero.ts'

type ExportFormat = ParsedInputOf<(typeof api.annotations)['export']>['format']

const EXPORT_FILES = {
  w3c: { extension: 'jsonld', mime: 'application/ld+json; profile="http://www.w3.org/ns/anno.jsonld"' },
  zotero: { extension: 'zotero.json', mime: 'application/json; charset=utf-8' },
  json: { extension: 'json', mime: 'application/json; charset=utf-8' },
  md: { extension: 'md', mime: 'text/markdown; charset=utf-8' },
  docx: {
    extension: 'docx',
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
} as const

const ANNOTATION_WRITERS: Record<Exclude<ExportFormat, 'docx'>, AnnotationWriter> = {
  w3c: w3cWriter,
  zotero: zoteroWriter,
  json: scinavJsonWriter,
  md: markdownWriter,
}

/** Maximum length of the title in the name of the file. */
const MAX_NAME_CHARS = 60
/** Number of annotations written before other tasks get a turn. */
const BATCH_SIZE = 200

/**
 * Returns the annotations of a document or paper as a file in the requested format, in the order of the text: with
 * `mine` the caller's own, otherwise all that the caller may see. They are first placed in the present text.
 *
 * @throws AppError as `requireReadable`: `document.not_found`; `paper.not_found`.
 */
export async function exportAnnotations(
  ctx: Context,
  input: ParsedInputOf<(typeof api.annotations)['export']>,
): Promise<FileReply> {
  const readable = await requireAnchored(ctx, input)
  const annotations: Annotation[] = []
  for await (const rows of store.listInBatches(ctx.db, annotationScope(ctx.actor.id, readable), input.mine)) {
    annotations.push(...(await toAnnotations(ctx, readable, rows)))
    await yieldToEventLoop()
  }
  const info = { ...(await loadExportInfo(ctx, readable)), total: annotations.length }
  const { format } = input
  const parts =
    format === 'docx' ? [await toDocx(annotations, info)] : await writeAll(annotations, info, format)
  const { extension, mime } = EXPORT_FILES[format]
  return {
    name: `${safeFileName(info.title, MAX_NAME_CHARS) || '文档'}-批注.${extension}`,
    mime,
    size: parts.reduce((sum, part) => sum + part.length, 0),
    stream: () => Stream.from(parts),
  }
}

/**
 * Yields the parts of a W3C file with all annotations of a document that are visible to the caller; nothing when there
 * are none.
 *
 * @throws AppError as `requireReadable`.
 */
export async function* exportDocumentAnnotations(
  ctx: Context,
  document_id: string,
): AsyncGenerator<Uint8Array> {
  const readable = await requireAnchored(ctx, { document_id })
  const scope = annotationScope(ctx.actor.id, readable)
  const { total } = await store.findPage(ctx.db, { ...scope, mine: false, from: 0, limit: 1 })
  if (total === 0) return
  const info = { ...(await loadExportInfo(ctx, readable)), total }
  const { head, item, between, tail } = w3cWriter
  yield Buffer.from(head(info))
  let isFirst = true
  for await (const rows of store.listInBatches(ctx.db, scope, false)) {
    const items = (await toAnnotations(ctx, readable, rows)).map((annotation) => item(annotation, info))
    yield Buffer.from(`${isFirst ? '' : between}${items.join(between)}`)
    isFirst = false
    await yieldToEventLoop()
  }
  yield Buffer.from(tail)
}

/** Returns the parts of the file: its head, the annotations in batches, and its tail. */
async function writeAll(
  annotations: Annotation[],
  info: ExportInfo,
  format: Exclude<ExportFormat, 'docx'>,
): Promise<Uint8Array[]> {
  const { head, item, between, tail } = ANNOTATION_WRITERS[format]
  const parts: Uint8Array[] = [Buffer.from(head(info))]
  for (let from = 0; from < annotations.length; from += BATCH_SIZE) {
    const items = annotations.slice(from, from + BATCH_SIZE).map((annotation) => item(annotation, info))
    parts.push(Buffer.from(`${from > 0 ? between : ''}${items.join(between)}`))
    await yieldToEventLoop()
  }
  return [...parts, Buffer.from(tail)]
}

/** Returns what a file states about the document and itself. */
async function loadExportInfo(ctx: Context, readable: Readable): Promise<Omit<ExportInfo, 'total'>> {
  const { target, paper_id, text } = readable
  const site = siteAddress(ctx.config)
  return {
    title: await findReadableTitle(ctx, readable),
    source: target.document_id ? `urn:scinav:document:${target.document_id}` : `urn:scinav:paper:${paper_id}`,
    link: site === null ? null : `${site}${readingLink(target)}`,
    pages: text?.facts.pages ?? [],
    created_at: ctx.now().toISOString(),
  }
}
