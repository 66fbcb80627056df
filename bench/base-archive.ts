// Measures the export and the import of a knowledge base of many small files.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { blankWork } from '../contract/src/index.ts'
import { exportBase, exportPath } from '../server/src/archive/export/export.job.ts'
import { startBaseExport } from '../server/src/archive/export/export.service.ts'
import { importBase } from '../server/src/archive/import/import.job.ts'
import { getBaseImportState, startBaseImport } from '../server/src/archive/import/import.service.ts'
import { receiveFile } from '../server/src/documents/uploads/index.ts'
import { createBase, placeInBase } from '../server/src/knowledge/datasets/index.ts'
import { addArchivedFile, addWork } from '../server/src/knowledge/ingestion/index.ts'
import type { Context } from '../server/src/platform/context/context.ts'
import { createRunner, type Job } from '../server/src/platform/jobs/index.ts'
import { createAnnotation } from '../server/src/reading/annotations/marks/annotation.service.ts'
import { openInstallation } from './document-library.ts'
import { createRandom } from './random.ts'

const FILES = 1_000
const PAPERS = 500
const FOLDERS = 50
const ANNOTATED_DOCUMENTS = 200
/** Least size of each file. */
const FILE_BYTES = 40_000
const MB = 1024 * 1024

/** Generates a text that differs from all others. */
function uniqueText(number: number): string {
  const random = createRandom(number + 1)
  let text = `第 ${number} 份\n\n`
  while (text.length < FILE_BYTES) text += `${random.below(1e9).toString(36)} `
  return text
}

/** Creates a knowledge base with small files, records, folders, tags and annotations. */
async function fillBase(ctx: Context): Promise<string> {
  const { dataset_id, folder_ids, tag_ids } = await createBase(ctx, {
    project_id: undefined,
    name: '一千份文件',
    description: '',
    subject_code: null,
    folders: Array.from({ length: FOLDERS }, (_, at) => ({
      name: `文件夹 ${at}`,
      parent: at === 0 ? null : (at - 1) % 7 === 0 ? null : at - 1 - ((at - 1) % 7),
    })),
    tags: [{ name: '待读', group_name: null, colour: null }],
  })
  const place = (ctx: Context, id: string, at: number) =>
    placeInBase(ctx, dataset_id, id, {
      folder_ids: [folder_ids[at % FOLDERS] ?? '', folder_ids[(at * 7) % FOLDERS] ?? ''],
      tag_ids: at % 3 === 0 ? tag_ids : [],
    })
  for (let at = 0; at < FILES; at += 1) {
    const text = Buffer.from(uniqueText(at))
    const target = { dataset_id, name: `论文 ${at % 100}.txt`, named_by_hand: false, size: text.length }
    await addArchivedFile(ctx, target, Readable.from([text]), async (ctx, { document_id }) => {
      await place(ctx, document_id, at)
      if (at < ANNOTATED_DOCUMENTS) await addAnnotations(ctx, document_id)
    })
  }
  for (let at = 0; at < PAPERS; at += 1) {
    const work = {
      ...blankWork(`A record number ${at} of something`, 1),
      abstract: uniqueText(at).slice(0, 1_500),
    }
    const where = { dataset_id, creator_id: ctx.actor.id }
    const { document_id } = await addWork(ctx, where, { name: work.title, work })
    await place(ctx, document_id, at)
  }
  return dataset_id
}

/** Adds three annotations to a document. */
async function addAnnotations(ctx: Context, document_id: string): Promise<void> {
  const defaults = { page: 1, boxes: [], prefix: '', suffix: '', start: null, end: null, tags: [] }
  for (const comment of ['要点', '存疑', '引用'])
    await createAnnotation(ctx, {
      ...defaults,
      ...{ document_id, quote: comment, comment, colour: 'yellow', visibility: 'private' },
    })
}

/** What some work took. */
interface ResourceUsage {
  seconds: number
  /** Longest pause of the main thread, in milliseconds. */
  pause: number
  /** Largest memory of the process, in bytes. */
  rss: number
}

/** Interval at which the delays of the event loop are measured; every measured delay includes it. */
const DELAY_RESOLUTION_MS = 1

/** Measures the duration of some work, the longest pause of the main thread, and the peak memory of the process. */
async function measureUsage(work: () => Promise<void>): Promise<ResourceUsage> {
  const delays = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
  let rss = process.memoryUsage.rss()
  const sampling = setInterval(() => {
    rss = Math.max(rss, process.memoryUsage.rss())
  }, 20)
  await wait(100)
  delays.enable()
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1_000
  await wait(10)
  delays.disable()
  clearInterval(sampling)
  return { seconds, pause: delays.max / 1e6 - DELAY_RESOLUTION_MS, rss }
}

/**
 * Measures export and import of a knowledge base of a thousand small files. Nothing of it is parsed, because parsing
 * happens in other processes.
 */
export async function archiveBench(folder: string): Promise<void> {
  const { ctx, base, close, kind } = await openInstallation(folder)
  const runner = createRunner({
    ctx: base,
    kind,
    jobs: [exportBase, importBase] as unknown as Job[],
    schedules: [],
  })
  const dataset_id = await fillBase(ctx)
  const before = process.memoryUsage.rss()
  let job_id = ''
  const out = await measureUsage(async () => {
    job_id = (await startBaseExport(ctx, { dataset_id })).job_id
    await runner.drain()
  })
  const archive = await base.providers.files.open(exportPath(job_id))
  if (!archive) throw new Error('the export did not succeed')
  const upload = await receiveFile(ctx, { name: 'base.zip', maxBytes: null }, archive.stream())
  let report = ''
  const back = await measureUsage(async () => {
    const started = await startBaseImport(ctx, { upload_id: upload.id })
    await runner.drain()
    const { state, added, joined, failed, annotations } = await getBaseImportState(ctx, started)
    report = `${state}: ${added} added, ${joined} joined, ${failed} failed, ${annotations} annotations`
  })
  console.log(`
${FILES} files of ${FILE_BYTES / 1_000} KB, ${PAPERS} records, ${FOLDERS} folders; archive ${Math.round(archive.size / MB)} MB; ${report}

| what | s | longest pause of the main thread, ms (≤ 50) | most memory, MB (${Math.round(before / MB)} before) |
|---|---|---|---|
| export | ${out.seconds.toFixed(1)} | ${out.pause.toFixed(0)} | ${Math.round(out.rss / MB)} |
| import | ${back.seconds.toFixed(1)} | ${back.pause.toFixed(0)} | ${Math.round(back.rss / MB)} |`)
  await close()
}
