import { Readable as Stream } from 'node:stream'
import { type api, type ParsedInputOf, readingLink } from '@scinav/contract'
import type { Context } from '../../../platform/context/context.ts'
import { siteAddress } from '../../../platform/foundation/addresses.ts'
import { breath } from '../../../platform/foundation/breath.ts'
import { plainFileName } from '../../../platform/foundation/file-name.ts'
import type { FileReply } from '../../../platform/foundation/replies.ts'
import { type Readable, titleOf } from '../../reader/index.ts'
import { type Annotation, requireSettled, toAnnotations } from '../marks/annotation.service.ts'
import * as store from '../marks/annotation.store.ts'
import { scopeOf } from '../marks/reanchor.ts'
import { toDocx } from './docx.ts'
import type { AnnotationWriter, Exported } from './exported.ts'
import { markdownWriter } from './markdown.ts'
import { ownWriter } from './own.ts'
import { w3cWriter } from './w3c.ts'
import { zoteroWriter } from './zotero.ts'

type Format = ParsedInputOf<(typeof api.annotations)['export']>['format']

const FILES = {
  w3c: { ending: 'jsonld', mime: 'application/ld+json; profile="http://www.w3.org/ns/anno.jsonld"' },
  zotero: { ending: 'zotero.json', mime: 'application/json; charset=utf-8' },
  json: { ending: 'json', mime: 'application/json; charset=utf-8' },
  md: { ending: 'md', mime: 'text/markdown; charset=utf-8' },
  docx: {
    ending: 'docx',
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
} as const

const WRITERS: Record<Exclude<Format, 'docx'>, AnnotationWriter> = {
  w3c: w3cWriter,
  zotero: zoteroWriter,
  json: ownWriter,
  md: markdownWriter,
}

const LONGEST_NAME = 60

/** Annotations that the caller sees, as a file. */
export async function exportAnnotations(
  ctx: Context,
  input: ParsedInputOf<(typeof api.annotations)['export']>,
): Promise<FileReply> {
  const read = await requireSettled(ctx, input)
  const annotations: Annotation[] = []
  for await (const rows of store.inSomeParts(ctx.db, scopeOf(ctx.actor.id, read), input.mine)) {
    annotations.push(...(await toAnnotations(ctx, read, rows)))
    await breath()
  }
  const about = { ...(await aboutOf(ctx, read)), total: annotations.length }
  const { format } = input
  const parts =
    format === 'docx' ? [await toDocx(annotations, about)] : await writeAll(annotations, about, format)
  const { ending, mime } = FILES[format]
  return {
    name: `${plainFileName(about.title, LONGEST_NAME) || '文档'}-批注.${ending}`,
    mime,
    size: parts.reduce((sum, part) => sum + part.length, 0),
    stream: () => Stream.from(parts),
  }
}

/** All that the caller sees of a document as W3C annotations, some at a time; nothing where there are none. */
export async function* annotationsOfDocument(ctx: Context, document_id: string): AsyncGenerator<Uint8Array> {
  const read = await requireSettled(ctx, { document_id })
  const scope = scopeOf(ctx.actor.id, read)
  const { total } = await store.page(ctx.db, { ...scope, mine: false, from: 0, limit: 1 })
  if (total === 0) return
  const about = { ...(await aboutOf(ctx, read)), total }
  const { head, item, between, tail } = w3cWriter
  yield Buffer.from(head(about))
  let isFirst = true
  for await (const rows of store.inSomeParts(ctx.db, scope, false)) {
    const some = (await toAnnotations(ctx, read, rows)).map((annotation) => item(annotation, about))
    yield Buffer.from(`${isFirst ? '' : between}${some.join(between)}`)
    isFirst = false
    await breath()
  }
  yield Buffer.from(tail)
}

/** Written before others have their turn. */
const PART = 200

async function writeAll(
  annotations: Annotation[],
  about: Exported,
  format: Exclude<Format, 'docx'>,
): Promise<Uint8Array[]> {
  const { head, item, between, tail } = WRITERS[format]
  const parts: Uint8Array[] = [Buffer.from(head(about))]
  for (let from = 0; from < annotations.length; from += PART) {
    const some = annotations.slice(from, from + PART).map((annotation) => item(annotation, about))
    parts.push(Buffer.from(`${from > 0 ? between : ''}${some.join(between)}`))
    await breath()
  }
  return [...parts, Buffer.from(tail)]
}

async function aboutOf(ctx: Context, read: Readable): Promise<Omit<Exported, 'total'>> {
  const { target, paper_id, text } = read
  const site = siteAddress(ctx.config)
  return {
    title: await titleOf(ctx, read),
    source: target.document_id ? `urn:scinav:document:${target.document_id}` : `urn:scinav:paper:${paper_id}`,
    link: site === null ? null : `${site}${readingLink(target)}`,
    pages: text?.facts.pages ?? [],
    created_at: ctx.now().toISOString(),
  }
}
