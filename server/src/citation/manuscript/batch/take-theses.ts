import { Readable } from 'node:stream'
import { type Archive, documentFault, openArchive, UnreadableDocument } from '@scinav/documents'
import {
  createFileRow,
  promoteUpload,
  removeStoredFile,
  requireStorage,
  withLocalFile,
} from '../../../documents/storage/index.ts'
import {
  discardUpload,
  receiveFile,
  requireUploadedFile,
  type UploadedFile,
} from '../../../documents/uploads/index.ts'
import { type Context, transact } from '../../../platform/context/context.ts'
import { AppError } from '../../../platform/foundation/errors.ts'
import { packFiles } from '../export/workbook.ts'
import * as batches from './batch.store.ts'
import { NO_DEPARTMENT, type PlannedThesis, planTheses, type ThesisPlan } from './plan-theses.ts'

/** An uploaded file of a batch. */
export interface BatchSource {
  upload_id: string
  name: string
  /** Its path in the folder that was chosen; its name where none was. */
  path: string
  /** The stored file; null while it is an upload. */
  file_id: string | null
}

/** A thesis with where it comes from. */
export type FoundThesis = PlannedThesis & {
  /** Its place in the batch, from 0. */
  position: number
  /** The stored archive that holds it; null for a thesis that is no part of an archive. */
  archive_id: string | null
  /** The stored file; null while it is in an archive, and where it could not be stored. */
  file_id: string | null
}
type PlacedThesis = Omit<FoundThesis, 'position'>

/** Limits of an archive of theses. */
const ARCHIVE_LIMITS = { entries: 20_000, bytes: 4 * 1024 ** 3, ratio: 100 }
/** Bounds the files of a LaTeX thesis, in bytes. */
const MAX_LATEX_BYTES = 20 * 1024 * 1024

/** Returns whether a file is an archive, by its name. */
export const isZip = (name: string): boolean => /\.zip$/i.test(name)

/** Failures of which the file is not the cause: another attempt may succeed. */
const OTHER_CAUSE = /^(?:disk\.full|upload\.too_(?:many|much)$|storage\.|server\.|manuscript_batch\.)/

/** Returns the reason of a failure for the user; undefined when the file is not its cause. */
function failureReason(error: unknown): string | undefined {
  if (error instanceof UnreadableDocument) return error.message
  if (!(error instanceof AppError) || OTHER_CAUSE.test(error.id)) return undefined
  const [issue] = (error.details.issues ?? []) as { message: string }[]
  return issue?.message ?? error.message
}

/**
 * Stores the uploads of a batch as files, each in one transaction with the row that names it, so that an interrupted
 * run goes on behind those that are stored. Returns them with the reasons of those that could not be.
 */
export async function storeSources(
  ctx: Context,
  batch_id: string,
): Promise<{ sources: BatchSource[]; faults: Map<BatchSource, string> }> {
  const sources: BatchSource[] = JSON.parse(await batches.findSources(ctx.db, batch_id))
  const faults = new Map<BatchSource, string>()
  for (const source of sources) {
    if (source.file_id !== null) continue
    ctx.stream.signal.throwIfAborted()
    try {
      const purpose = isZip(source.name) ? 'archive' : 'file'
      const upload = await requireUploadedFile(ctx, source.upload_id, purpose)
      source.file_id = await promoteUpload(ctx, upload, async (ctx, bytes) => {
        await requireStorage(ctx, upload.size)
        const { id } = await createFileRow(ctx, bytes, source.name)
        const stored = sources.map((each) => (each === source ? { ...each, file_id: id } : each))
        await batches.update(ctx.db, batch_id, { sources: JSON.stringify(stored) })
        return id
      })
    } catch (error) {
      const reason = failureReason(error)
      if (reason === undefined) throw error
      faults.set(source, reason)
    }
  }
  return { sources, faults }
}

type StoredSources = Awaited<ReturnType<typeof storeSources>>

/** Finds the theses of a batch: the files that are no archives by their folders, and those in each archive. */
export async function findTheses(
  ctx: Context,
  { sources, faults }: StoredSources,
): Promise<{ theses: FoundThesis[]; skipped: number }> {
  const archives = sources.filter(({ name }) => isZip(name))
  const loose = findLooseTheses({ sources: sources.filter(({ name }) => !isZip(name)), faults })
  const theses: PlacedThesis[] = [...loose.theses]
  let skipped = loose.skipped
  for (const source of archives) {
    const department = archives.length > 1 ? source.name.replace(/\.zip$/i, '') : NO_DEPARTMENT
    const found = faults.get(source) ?? (await planArchive(ctx, source, department))
    const placed = placeArchive(source, found)
    theses.push(...placed.theses)
    skipped += placed.skipped
  }
  return { theses: theses.map((thesis, position) => ({ ...thesis, position })), skipped }
}

const LOOSE_LATEX_FAULT = '请把 LaTeX 论文的 .tex 与 .bib 文件压缩成一个 .zip 后上传'

/** Finds the theses among files that were uploaded one by one. */
function findLooseTheses({ sources, faults }: StoredSources): { theses: PlacedThesis[]; skipped: number } {
  const byPath = Map.groupBy(sources, ({ path }) => path)
  const { theses, skipped } = planTheses([...byPath.keys()], { whole: 'LaTeX' })
  return {
    skipped,
    theses: theses.flatMap((thesis): PlacedThesis[] => {
      if (thesis.folder !== null)
        return [{ ...thesis, file_id: null, archive_id: null, fault: LOOSE_LATEX_FAULT }]
      return (byPath.get(thesis.paths[0] ?? '') ?? []).map((source) => ({
        ...thesis,
        file_id: source.file_id,
        archive_id: null,
        fault: faults.get(source) ?? thesis.fault,
      }))
    }),
  }
}

/**
 * Returns the theses of an archive, given its plan or the reason, in Chinese, why it has none. In the second case the
 * archive itself stands for them, with the reason as its fault.
 */
function placeArchive(
  { path, name, file_id }: BatchSource,
  plan: ThesisPlan | string,
): { theses: PlacedThesis[]; skipped: number } {
  const asFile = planTheses([path], { whole: name }).theses.map((each) => ({
    ...each,
    file_id,
    archive_id: null,
  }))
  if (typeof plan === 'string')
    return { theses: asFile.map((each) => ({ ...each, fault: plan })), skipped: 0 }
  const [only, ...others] = plan.theses
  // An archive that is one LaTeX thesis is checked as it is.
  if (only && only.folder !== null && others.length === 0) return { theses: asFile, skipped: 0 }
  return {
    theses: plan.theses.map((each) => ({ ...each, file_id: null, archive_id: file_id })),
    skipped: plan.skipped,
  }
}

/** Plans the theses of a stored archive; returns the reason, in Chinese, when it cannot be opened. */
async function planArchive(
  ctx: Context,
  { file_id, name }: BatchSource,
  department: string,
): Promise<ThesisPlan | string> {
  try {
    const plan = await withLocalFile(ctx, file_id ?? '', async (path) => {
      const archive = await openArchive(path, ARCHIVE_LIMITS)
      archive.close()
      return planTheses(archive.names, { whole: name, department })
    })
    if (!plan) return '服务器上找不到这个压缩包的内容，请重新上传'
    return plan.theses.length > 0 ? plan : '压缩包里没有稿件（.docx、.pdf、.md、.tex 或 .zip）'
  } catch (error) {
    const reason = failureReason(error)
    if (reason === undefined) throw error
    return reason
  }
}

type ThesisRecorder = (ctx: Context, thesis: FoundThesis) => Promise<void>

/**
 * Takes theses out of a stored archive, one after another, and passes each with its stored file, or with the reason why
 * it has none, to `record` in the transaction that stores the file.
 *
 * @throws what `record` throws, which leaves the file unstored.
 */
export async function unpackTheses(
  ctx: Context,
  { archive_id, theses }: { archive_id: string; theses: readonly FoundThesis[] },
  record: ThesisRecorder,
): Promise<void> {
  await withLocalFile(ctx, archive_id, async (path) => {
    const archive = await openArchive(path, ARCHIVE_LIMITS)
    try {
      for (const thesis of theses) {
        ctx.stream.signal.throwIfAborted()
        await unpackThesis(ctx, archive, thesis, record)
      }
    } finally {
      archive.close()
    }
  })
}

/**
 * Stores the file of a thesis and records it in one transaction; one with a fault is recorded without a file.
 */
async function unpackThesis(
  ctx: Context,
  archive: Archive,
  thesis: FoundThesis,
  record: ThesisRecorder,
): Promise<void> {
  if (thesis.fault !== null) return transact(ctx, (ctx) => record(ctx, thesis))
  try {
    const upload = await receiveThesis(ctx, archive, thesis)
    try {
      await promoteUpload(ctx, upload, async (ctx, stored) => {
        await requireStorage(ctx, upload.size)
        const { id } = await createFileRow(ctx, stored, thesis.file_name)
        await record(ctx, { ...thesis, file_id: id })
      })
    } catch (error) {
      await discardUpload(ctx, upload.id)
      throw error
    }
  } catch (error) {
    const reason = failureReason(error)
    if (reason === undefined) throw error
    await transact(ctx, (ctx) => record(ctx, { ...thesis, fault: reason }))
  }
}

/** Receives the file of a thesis in an archive, or of its LaTeX folder; only its own size counts toward the quota. */
async function receiveThesis(
  ctx: Context,
  archive: Archive,
  { paths: [path = '', ...others], folder, file_name }: FoundThesis,
): Promise<UploadedFile> {
  if (folder === null) {
    const maxBytes = Math.max(1, archive.size(path))
    return receiveFile(ctx, { name: file_name, maxBytes }, Readable.from(archive.stream(path)))
  }
  const packed = await packLatex(archive, [path, ...others], folder.length)
  return receiveFile(ctx, { name: file_name, maxBytes: packed.length }, Readable.from([packed]))
}

/** Packs the files of a LaTeX folder into an archive, with their paths below the folder. */
async function packLatex(
  archive: Archive,
  paths: readonly string[],
  root_chars: number,
): Promise<Uint8Array> {
  const files: Record<string, Uint8Array> = {}
  let bytes = 0
  for (const path of paths) {
    const content = await archive.read(path)
    bytes += content.length
    if (bytes > MAX_LATEX_BYTES) throw documentFault('too-large', { limit: `${MAX_LATEX_BYTES >> 20} MB` })
    files[path.slice(root_chars)] = content
  }
  return packFiles(files)
}

/**
 * Deletes the stored files of sources that are no theses themselves.
 *
 * @param used ids of the files that are theses.
 */
export async function removeSources(
  ctx: Context,
  sources: readonly BatchSource[],
  used: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (const { file_id } of sources)
    if (file_id !== null && !used.has(file_id)) await removeStoredFile(ctx, ctx.actor.id, file_id)
}
