import { findActor } from '../../account/user/index.ts'
import { createBase } from '../../knowledge/datasets/index.ts'
import { type BaseContext, type Context, contextForActor, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import type { JobContext, UnfinishedEnd } from '../../platform/jobs/index.ts'
import * as archives from '../archive/archive.store.ts'
import { requireDiskSpace } from '../archive/disk.ts'
import type { Manifest } from '../archive/format.ts'
import { addAnnotations, addDocument, type BaseImportRun, failureReason } from './add-document.ts'
import { type BaseArchive, InvalidArchive, openBase, readDocuments } from './read-archive.ts'

/** Folder of archives to import in the storage. */
export const IMPORT_FOLDER = 'base-imports'

/** Returns the path of an import's archive, which exists until the import has ended. */
export const importPath = (import_id: string) => `${IMPORT_FOLDER}/${import_id}.zip`

/**
 * Creates a dataset from an archive. Each document is committed together with its outcome, so a run that resumes
 * after a crash adds nothing twice and skips nothing. Does nothing when the import has ended.
 *
 * A fault that would recur ends the import as failed; any other error is thrown, so that the job tries again.
 */
export async function runBaseImport(ctx: JobContext, import_id: string): Promise<void> {
  const row = await archives.findImport(ctx.db, import_id)
  if (!row || row.finished_at !== null) return
  try {
    const actor = await findActor(ctx, row.owner_id)
    if (!actor) throw new AppError('dataset.not_allowed')
    const person = contextForActor(ctx, actor, ctx.job.signal)
    const hasArchive = await ctx.providers.files.withLocalFile(importPath(import_id), async (path) => {
      const base = await openBase(path)
      try {
        await requireDiskSpace(ctx, base.archive.bytes)
        await addDocuments(person, ctx.job, base, await createOrFindBase(person, row, base.manifest))
      } finally {
        base.archive.close()
      }
      return true
    })
    if (!hasArchive) throw new InvalidArchive('服务器上找不到这个压缩包，请重新上传')
    await endBaseImport(ctx, import_id, { state: 'done', reason: null })
  } catch (error) {
    if (!isPermanentFault(error)) throw error
    await endBaseImport(ctx, import_id, { state: 'failed', reason: failureReason(error) })
  }
  await removeArchive(ctx, import_id)
}

/** Returns whether an error would recur on another attempt. */
const isPermanentFault = (error: unknown) =>
  error instanceof InvalidArchive ||
  (error instanceof AppError && /^(?:dataset|project|input)\./.test(error.id))

type ImportPlaces = BaseImportRun['places']

/**
 * Creates the dataset with folders and tags in one transaction, or returns the one that an earlier run has created.
 */
async function createOrFindBase(
  ctx: Context,
  row: archives.ImportRow,
  manifest: Manifest,
): Promise<Omit<BaseImportRun, 'archive'>> {
  const { id: import_id } = row
  // An earlier run created the dataset, whose name is therefore stored, and it has been deleted for good since.
  if (row.dataset_id === null && row.dataset_name !== null) throw new AppError('dataset.not_found')
  if (row.dataset_id !== null)
    return { import_id, dataset_id: row.dataset_id, places: JSON.parse(row.places) as ImportPlaces }
  const folderIndexes = new Map(manifest.folders.map(({ key }, index) => [key, index]))
  const name = row.name ?? manifest.name
  return transact(ctx, async (ctx) => {
    const created = await createBase(ctx, {
      project_id: row.project_id ?? undefined,
      name,
      description: manifest.description,
      subject_code: manifest.subject_code,
      folders: manifest.folders.map((folder) => ({
        name: folder.name,
        parent: folder.parent === null ? null : (folderIndexes.get(folder.parent) ?? null),
      })),
      tags: manifest.tags.map((tag) => ({ name: tag.name, group_name: tag.group, colour: tag.colour })),
    })
    const places: ImportPlaces = {
      folders: idsByKey(manifest.folders, created.folder_ids),
      tags: idsByKey(manifest.tags, created.tag_ids),
    }
    await archives.updateImport(ctx.db, import_id, {
      state: 'running',
      dataset_id: created.dataset_id,
      dataset_name: name,
      places: JSON.stringify(places),
      total: manifest.documents,
    })
    return { import_id, dataset_id: created.dataset_id, places }
  })
}

/** Returns the ids by the keys of the items; both lists have the same order. */
const idsByKey = (items: { key: string }[], ids: string[]): Record<string, string> =>
  Object.fromEntries(items.map(({ key }, index) => [key, ids[index] ?? '']))

/** Number of documents between two progress reports. */
const DOCUMENTS_PER_REPORT = 20
/** The progress of an import stays below 1 until it has ended. */
const MAX_RUNNING_PROGRESS = 0.99

/** Adds the documents that earlier runs have not added, each with its annotations. */
async function addDocuments(
  ctx: Context,
  { signal, report }: JobContext['job'],
  base: BaseArchive,
  target: Omit<BaseImportRun, 'archive'>,
): Promise<void> {
  const run: BaseImportRun = { ...target, archive: base.archive }
  const itemsDone = new Map((await archives.listItems(ctx.db, run.import_id)).map((row) => [row.item, row]))
  const total = Math.max(1, base.manifest.documents)
  let count = 0
  for await (const line of readDocuments(base)) {
    signal.throwIfAborted()
    count = line.item
    const item = itemsDone.get(line.item) ?? (await addDocument(ctx, run, line))
    const annotations = 'document' in line ? line.document.annotations : null
    // Null until annotations have been added.
    if (annotations !== null && item.marks === null) await addAnnotations(ctx, run, item, annotations)
    if (line.item % DOCUMENTS_PER_REPORT === 1)
      await report(
        Math.min(MAX_RUNNING_PROGRESS, line.item / total),
        `正在导入第 ${line.item}/${base.manifest.documents} 份`,
      )
  }
  // The total becomes the number of lines that were read, whatever the manifest states.
  await archives.updateImport(ctx.db, run.import_id, { total: count })
}

/** Records how an import ended; `removeArchive` deletes the archive after the commit. */
export const endBaseImport = (
  ctx: BaseContext,
  id: string,
  { state, reason }: { state: 'done' | UnfinishedEnd['state']; reason: string | null },
): Promise<void> =>
  archives.updateImport(ctx.db, id, { state, error: reason, finished_at: ctx.now().toISOString() })

/** Deletes the archive of an import. */
export const removeArchive = (ctx: Pick<BaseContext, 'providers'>, id: string): Promise<void> =>
  ctx.providers.files.remove(importPath(id))
