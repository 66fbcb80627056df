import { Readable } from 'node:stream'
import { exportFormats, isStyleId, styles } from '@scinav/citation'
import {
  type api,
  type OutputOf,
  type ParsedInputOf,
  RESOURCE_TYPE,
  readWork,
  type Work,
} from '@scinav/contract'
import { loadDocumentRecords } from '../../knowledge/datasets/index.ts'
import { streamRecordsByIds } from '../../library/papers/index.ts'
import type { BaseContext, Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { FileReply } from '../../platform/foundation/replies.ts'
import { findRecords } from '../../search/engine/index.ts'
import { findInstalledStyle, listInstalledStyles } from '../styles/index.ts'
import type { PrintStyle } from './print.ts'
import type { CitationSource } from './source.ts'
import { addStandingNotes } from './standing-notes.ts'
import { previewLongList, writeLongList } from './write.ts'

type Citation = typeof api.citation
type ExportInput = ParsedInputOf<Citation['export']>

/** References that are loaded at once. */
const BATCH_SIZE = 500
/** The missing ids that a header lists. */
const MAX_LISTED_MISSING = 20

/** Media type of Word documents. */
export const DOCX_MIME = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Returns the styles that the actor may use, those of the product first, and the formats. */
export async function listStyles(ctx: Context): Promise<OutputOf<Citation['styles']>> {
  const text = exportFormats.map(({ id, name, extension }) => ({ id, name, extension: extension.slice(1) }))
  const word = { id: 'docx' as const, name: 'Word', extension: 'docx' }
  const { list } = await listInstalledStyles(ctx)
  return {
    styles: [
      ...styles.map(({ id, name, national }) => ({ id, name, national, installed: false })),
      ...list.map(({ id, name }) => ({ id, name, national: false, installed: true })),
    ],
    // Word comes third, after the two text formats that are printed in a style.
    formats: [...text.slice(0, 2), word, ...text.slice(2)],
  }
}

/** Prints references as text, entry by entry; papers that no longer exist are left out and listed in `missing`. */
export async function previewList(
  ctx: Context,
  { style, format, national, ...selection }: ParsedInputOf<Citation['preview']>,
): Promise<OutputOf<Citation['preview']>> {
  const known = await loadStyle(ctx, style)
  const sources: CitationSource[] = []
  const missing: string[] = []
  for await (const batch of loadSources(ctx, selection, missing)) sources.push(...batch)
  const printed = await previewLongList(sources, { style: known, format, national })
  return { ...printed, missing, lacking: sources.flatMap(lackingOf) }
}

/** Returns the fields that the record of a paper or document lacks; none for references sent by the client. */
function lackingOf(source: CitationSource): OutputOf<Citation['preview']>['lacking'] {
  if ('reference' in source) return []
  const fields = lackingFields(readWork(source.record))
  return fields.length > 0 ? [{ id: source.id, fields }] : []
}

/** Writes references as the text of a file, or as a Word file. */
export async function exportList(
  ctx: Context,
  { style, format, national, ...selection }: ExportInput,
): Promise<OutputOf<Citation['export']> | FileReply> {
  const missing: string[] = []
  const printing = { style: await loadStyle(ctx, style), format, national }
  const written = await writeLongList(loadSources(ctx, selection, missing), printing)
  if (typeof written === 'string') return { text: written, missing }
  const day = ctx.now().toISOString().slice(0, 10)
  return {
    name: `参考文献-${day}.docx`,
    mime: DOCX_MIME,
    size: written.length,
    ...(missing.length > 0 && { headers: missingHeaders(missing) }),
    stream: () => Readable.from([written]),
  }
}

/** Headers must be short: the number of missing papers, and the ids of the first. */
const missingHeaders = (missing: string[]) => ({
  'x-missing-count': String(missing.length),
  'x-missing': missing.slice(0, MAX_LISTED_MISSING).map(encodeURIComponent).join(','),
})

/** Returns the name of a style for its readers. */
export const styleName = (style: PrintStyle): string =>
  typeof style === 'string' ? (styles.find(({ id }) => id === style)?.name ?? style) : style.name

/** Returns how a style cites: by number, by names and year, in notes. */
export const styleSystem = (style: PrintStyle): string =>
  typeof style === 'string' ? (styles.find(({ id }) => id === style)?.system ?? '') : style.system

/**
 * Returns a style of the product, or an installed one that the actor may use.
 *
 * @throws AppError `citation.unknown_style`.
 */
export async function loadStyle(ctx: Context, name: string): Promise<PrintStyle> {
  if (isStyleId(name)) return name
  const installed = await findInstalledStyle(ctx, name)
  if (!installed) throw new AppError('citation.unknown_style')
  return installed
}

type ExportSelection = Pick<
  ExportInput,
  'references' | 'paper_id_list' | 'document_ids' | 'query' | 'conditions' | 'filters' | 'exact' | 'expand'
>

/**
 * Streams the sources to print: the references sent, else the papers, else the documents, else all papers that a query
 * finds. Adds the ids of papers and documents that no longer exist to `missing` before it ends.
 */
async function* loadSources(
  ctx: Context,
  selection: Partial<ExportSelection>,
  missing: string[],
): AsyncGenerator<CitationSource[]> {
  for await (const batch of loadRecords(ctx, selection, missing)) yield addStandingNotes(ctx, batch)
}

/** Yields the selected sources in batches; ids without a source are added to `missing`. */
async function* loadRecords(
  ctx: Context,
  { references, paper_id_list, document_ids, ...search }: Partial<ExportSelection>,
  missing: string[],
): AsyncGenerator<CitationSource[]> {
  if (references)
    for (let from = 0; from < references.length; from += BATCH_SIZE)
      yield references.slice(from, from + BATCH_SIZE).map((reference) => ({ reference }))
  else if (paper_id_list) yield* loadPapers(ctx, new Set(paper_id_list), missing)
  else if (document_ids) yield await loadDocuments(ctx, document_ids, missing)
  else yield* searchRecords(ctx, search)
}

/** Removes the ids of the papers found from `ids`; the remaining ones are `missing`. */
async function* loadPapers(
  ctx: BaseContext,
  ids: Set<string>,
  missing: string[],
): AsyncGenerator<CitationSource[]> {
  for await (const batch of streamRecordsByIds(ctx, [...ids])) {
    for (const { id } of batch) ids.delete(id)
    yield batch
  }
  missing.push(...ids)
}

async function loadDocuments(ctx: Context, ids: string[], missing: string[]): Promise<CitationSource[]> {
  const found = await loadDocumentRecords(ctx, ids)
  const known = new Set(found.map(({ id }) => id))
  missing.push(...ids.filter((id) => !known.has(id)))
  return found
}

function searchRecords(
  ctx: BaseContext,
  { query, conditions = [], filters, exact = false, expand = true }: Partial<ExportSelection>,
) {
  if (query === undefined && conditions.length === 0) return []
  const narrowed = filters ? { filters } : {}
  return findRecords(ctx, { query: query ?? '', conditions, exact, expand, ...narrowed })
}

/** A field that a reference needs: its Chinese name, and whether a work has it. */
type RequiredField = [name: string, isPresent: (work: Work) => boolean]

const people: RequiredField = ['作者', ({ creators }) => creators.length > 0]
const year: RequiredField = ['年份', ({ publish_date }) => /\d{4}/.test(publish_date ?? '')]
const pages: RequiredField = ['页码', ({ basic_page }) => Boolean(basic_page)]
const source = (name: string): RequiredField => [name, ({ basic_sourcename }) => Boolean(basic_sourcename)]
const publisher = (name: string): RequiredField => [
  name,
  ({ publisher: house, publish_venue }) => Boolean(house) || publish_venue.length > 0,
]
/** The record keeps the number of a standard or patent in `isbn`. */
const number = (name: string): RequiredField => [name, ({ isbn }) => Boolean(isbn)]
const volume: RequiredField = ['卷期', (work) => Boolean(work.basic_source_vo || work.basic_source_no)]

/** The fields that GB/T 7714 requires of a reference, by type of work. */
const REQUIRED_FIELDS: Readonly<Record<number, readonly RequiredField[]>> = {
  [RESOURCE_TYPE.journalArticle]: [people, source('刊名'), year, volume, pages],
  [RESOURCE_TYPE.book]: [people, publisher('出版者'), year],
  [RESOURCE_TYPE.newspaperArticle]: [people, source('报纸名'), year],
  [RESOURCE_TYPE.thesis]: [people, publisher('授予单位'), year],
  [RESOURCE_TYPE.conferencePaper]: [people, source('会议录名'), year, pages],
  [RESOURCE_TYPE.standard]: [number('标准号')],
  [RESOURCE_TYPE.patent]: [number('专利号'), year],
}

/** Returns the Chinese names of the fields that a record lacks for a complete reference. */
const lackingFields = (work: Work): string[] =>
  (REQUIRED_FIELDS[work.resource_type] ?? [people, year]).flatMap(([name, isPresent]) =>
    isPresent(work) ? [] : [name],
  )
