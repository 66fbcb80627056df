import { Readable } from 'node:stream'
import { exportFormats, styles } from '@scinav/citation'
import { type api, type OutputOf, type ParsedInputOf, readWork } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import type { FileReply } from '../../platform/foundation/replies.ts'
import { listInstalledStyles } from '../styles/index.ts'
import { loadStyle } from './chosen-style.ts'
import { type ExportInput, loadSources } from './load-sources.ts'
import { lackingFields } from './required-fields.ts'
import type { CitationSource } from './source.ts'
import { previewLongList, writeLongList } from './write.ts'

type Citation = typeof api.citation

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

/** The missing ids that a header lists. */
const MAX_LISTED_MISSING = 20

/** Headers must be short: the number of missing papers, and the ids of the first. */
const missingHeaders = (missing: string[]) => ({
  'x-missing-count': String(missing.length),
  'x-missing': missing.slice(0, MAX_LISTED_MISSING).map(encodeURIComponent).join(','),
})
