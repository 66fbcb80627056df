import { Readable } from 'node:stream'
import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { FileReply } from '../../platform/foundation/replies.ts'
import { loadStyle, styleName } from '../export/index.ts'
import type { CheckRequest } from './check/check.ts'
import { printEntries } from './check/printed-entries.ts'
import { getManuscript, loadCheckedText, loadPresentState, requireOwnCheck } from './check.service.ts'
import { type ExportedFile, writeExport } from './export/write-export.ts'
import { createStoredCheck, loadRecords } from './storage.ts'

type Calls = typeof api.manuscriptChecks

/**
 * Returns the list of a manuscript as a style prints it from the records that were found.
 *
 * @throws AppError `manuscript_check.not_found`; `citation.unknown_style`; `citation_style.over_limit`;
 *   `manuscript_check.not_read` before the manuscript has been read.
 */
export async function printCheckedList(
  ctx: Context,
  { check_id, style: chosen, national: options }: ParsedInputOf<Calls['list']>,
): Promise<OutputOf<Calls['list']>> {
  const row = await requireOwnCheck(ctx, check_id)
  const request: CheckRequest = JSON.parse(row.request)
  const id = chosen ?? request.style
  const style = await loadStyle(ctx, id)
  const text = await loadCheckedText(ctx, row.id)
  if (!text) throw new AppError('manuscript_check.not_read')
  const printed = await printEntries(await loadRecords(ctx, row.id), style, options ?? request.national)
  return {
    style: id,
    entries: text.entries.map(({ index, text }) => ({
      entry: index,
      text,
      printed: printed.get(index)?.text ?? null,
      source: printed.get(index)?.source ?? null,
    })),
  }
}

/**
 * Writes the result of a check as a file, of a running check with what has been found so far.
 *
 * @throws AppError `manuscript_check.not_found`; `manuscript_check.not_read` before the manuscript has been read; as
 *   `writeExport`.
 */
export async function exportCheck(
  ctx: Context,
  { check_id, format }: ParsedInputOf<Calls['export']>,
): Promise<FileReply> {
  const { file_name, ...file } = await writeCheckFile(ctx, { check_id, format })
  return {
    name: `${file_name.replace(/\.[^.]{1,8}$/, '')}${file.ending}`,
    mime: file.mime,
    size: file.bytes.length,
    stream: () => Readable.from([file.bytes]),
  }
}

/** Writes the result of a check; returns it with the name of the manuscript. Throws as `exportCheck`. */
export async function writeCheckFile(
  ctx: Context,
  { check_id, format }: ParsedInputOf<Calls['export']>,
): Promise<ExportedFile & { file_name: string }> {
  const row = await requireOwnCheck(ctx, check_id)
  const { state } = await loadPresentState(ctx, row)
  const manuscript = await getManuscript(ctx, { check_id })
  if (manuscript.blocks.length === 0) throw new AppError('manuscript_check.not_read')
  const exported = {
    state,
    manuscript,
    decisions: JSON.parse(row.decisions),
    created_at: row.created_at,
    style_name: await loadStyle(ctx, state.style).then(styleName, () => state.style),
  }
  const storage = createStoredCheck(ctx, row)
  const file = await writeExport(exported, format, { storage, date: ctx.now() })
  return { ...file, file_name: row.file_name }
}
