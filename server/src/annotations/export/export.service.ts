import { Readable as Stream } from 'node:stream'
import { type api, type ParsedInputOf, readingLink } from '@scinav/contract'
import type { Context } from '../../context/context.ts'
import type { FileReply } from '../../foundation/replies.ts'
import { paperTitles } from '../../papers/index.ts'
import type { Readable } from '../../reading/index.ts'
import { type Annotation, requireSettled, toAnnotations } from '../annotation.service.ts'
import * as store from '../annotation.store.ts'
import { scopeOf } from '../reanchor.ts'
import { toDocx } from './docx.ts'
import { toMarkdown } from './markdown.ts'
import { toOwn } from './own.ts'
import { type Exported, toW3c } from './w3c.ts'
import { toZotero } from './zotero.ts'

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

const WRITERS: Record<Format, (exported: Exported) => string | Promise<Uint8Array>> = {
  w3c: toW3c,
  zotero: toZotero,
  json: toOwn,
  md: toMarkdown,
  docx: toDocx,
}

/** Annotations that the caller sees, as a file. */
export async function exportAnnotations(
  ctx: Context,
  input: ParsedInputOf<(typeof api.annotations)['export']>,
): Promise<FileReply> {
  const read = await requireSettled(ctx, input)
  const annotations: Annotation[] = []
  for await (const rows of store.inSomeParts(ctx.db, scopeOf(ctx.actor.id, read), input.mine))
    annotations.push(...(await toAnnotations(ctx, read, rows)))
  const exported = { ...(await aboutOf(ctx, read)), annotations }
  const { ending, mime } = FILES[input.format]
  const bytes = Buffer.from(await WRITERS[input.format](exported))
  return {
    name: `${fileName(exported.title)}-批注.${ending}`,
    mime,
    size: bytes.length,
    stream: () => Stream.from([bytes]),
  }
}

async function aboutOf(ctx: Context, read: Readable): Promise<Omit<Exported, 'annotations'>> {
  const { target, document, paper_id, text } = read
  const title = paper_id === null ? undefined : (await paperTitles(ctx, [paper_id])).get(paper_id)
  return {
    title: title ?? text?.facts.title ?? document?.name ?? '',
    source: target.document_id ? `urn:scinav:document:${target.document_id}` : `urn:scinav:paper:${paper_id}`,
    link: `${ctx.config.PUBLIC_URL?.replace(/\/$/, '') ?? ''}${readingLink(target)}`,
    pages: text?.facts.pages ?? [],
    created_at: ctx.now().toISOString(),
  }
}

const LONGEST_NAME = 60

function fileName(title: string): string {
  const name = title
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
  return [...name].slice(0, LONGEST_NAME).join('').trim() || '文档'
}
