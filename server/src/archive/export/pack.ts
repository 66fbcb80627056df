import { inCorners } from '@scinav/contract/quoted'
import { writeLongList } from '../../citation/export/index.ts'
import { openStoredBytes } from '../../documents/storage/index.ts'
import { loadBaseOutline } from '../../knowledge/datasets/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { exportDocumentAnnotations, findAnnotatedDocuments } from '../../reading/annotations/index.ts'
import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  DOCUMENTS_FILE,
  MANIFEST_FILE,
  type Manifest,
  README_FILE,
  REFERENCES_FILE,
} from '../archive/format.ts'
import { type ArchiveKeys, type PackedDocument, packDocuments } from './documents.ts'
import type { createZipWriter } from './zip-writer.ts'

/** Number of files between two progress reports. */
const FILES_PER_REPORT = 20
/** Progress at which each step of an export begins, of 1; the list of documents is written before the files. */
const STEP_START = { files: 0.05, annotations: 0.9, references: 0.95 }

type Zip = Pick<ReturnType<typeof createZipWriter>, 'add'>

/** The dataset to export. */
interface PackedBase {
  id: string
  name: string
  description: string
  subject_code: string | null
}

/** Reports progress to the job and lets it be cancelled. */
interface PackProgress {
  signal: AbortSignal
  /** Receives the progress 0–1 and a sentence for display. */
  report: (progress: number, note: string) => Promise<void>
}

/** What has been packed and what is still to be written. */
interface PackState {
  /** Files to write, each with its path in the archive. */
  files: { path: string; bytes_id: string }[]
  /** Annotations to write, each with its path in the archive. */
  annotated: { path: string; document_id: string }[]
  /** Number of documents packed. */
  documents: number
  /** Number of those documents whose bytes are lost. */
  missing: number
}

/**
 * Writes a dataset to an archive as the caller sees it. Documents are streamed line by line and files chunk by chunk;
 * only folders, tags, file names and the list of references are held in memory.
 */
export async function packBase(
  ctx: Context,
  base: PackedBase,
  zip: Zip,
  progress: PackProgress,
): Promise<Manifest> {
  const { folders, tags } = await loadBaseOutline(ctx, base.id)
  const keys: ArchiveKeys = {
    folders: numberedKeys('f', folders),
    tags: numberedKeys('t', tags),
    annotated: await findAnnotatedDocuments(ctx, base.id),
  }
  const packing: PackState = { files: [], annotated: [], documents: 0, missing: 0 }
  await zip.add(DOCUMENTS_FILE, documentLines(ctx, base.id, keys, packing, progress))
  await addFiles(ctx, zip, packing, progress)
  await addAnnotations(ctx, zip, packing, progress)
  await progress.report(STEP_START.references, '正在写参考文献')
  await zip.add(REFERENCES_FILE, [await buildBibTex(ctx, base.id, keys)])
  const manifest: Manifest = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    exported_at: ctx.now().toISOString(),
    name: base.name,
    description: base.description,
    subject_code: base.subject_code,
    ...keyedOutline({ folders, tags }, keys),
    documents: packing.documents,
    missing: packing.missing,
  }
  await zip.add(MANIFEST_FILE, [Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)])
  await zip.add(README_FILE, [Buffer.from(formatReadme(manifest))])
  return manifest
}

/** Returns the folders and tags of a manifest: their ids are replaced by their keys in the archive. */
function keyedOutline(
  { folders, tags }: Awaited<ReturnType<typeof loadBaseOutline>>,
  keys: ArchiveKeys,
): Pick<Manifest, 'folders' | 'tags'> {
  return {
    folders: folders.map(({ id, parent_id, name }) => ({
      key: keys.folders.get(id) ?? '',
      parent: parent_id === null ? null : (keys.folders.get(parent_id) ?? null),
      name,
    })),
    tags: tags.map(({ id, name, group_name, colour }) => ({
      key: keys.tags.get(id) ?? '',
      name,
      group: group_name,
      // The colour was validated when it was saved.
      colour: colour as Manifest['tags'][number]['colour'],
    })),
  }
}

/** Returns the rows' keys in the archive, such as `f0001`, by their ids, numbered in the order of the rows. */
const numberedKeys = (letter: string, rows: { id: string }[]) =>
  new Map(rows.map(({ id }, index) => [id, `${letter}${String(index + 1).padStart(4, '0')}`]))

/** Yields `documents.jsonl` in batches of lines, and collects in `packing` what remains to be written. */
async function* documentLines(
  ctx: Context,
  dataset_id: string,
  keys: ArchiveKeys,
  packing: PackState,
  { signal }: PackProgress,
): AsyncGenerator<Uint8Array> {
  const queued = new Set<string>()
  for await (const batch of packDocuments(ctx, dataset_id, keys)) {
    signal.throwIfAborted()
    for (const document of batch) collectDocument(packing, queued, document)
    yield Buffer.from(batch.map(({ line }) => `${JSON.stringify(line)}\n`).join(''))
  }
}

/** Counts a document, and queues its annotations and its file; identical files are written once (`queued`). */
function collectDocument(
  packing: PackState,
  queued: Set<string>,
  { id, bytes_id, line }: PackedDocument,
): void {
  packing.documents += 1
  if (line.file?.path === null) packing.missing += 1
  if (line.annotations) packing.annotated.push({ path: line.annotations, document_id: id })
  if (bytes_id === null || !line.file?.path || queued.has(bytes_id)) return
  queued.add(bytes_id)
  packing.files.push({ path: line.file.path, bytes_id })
}

/** Adds the queued files to the archive. */
async function addFiles(ctx: Context, zip: Zip, { files }: PackState, { signal, report }: PackProgress) {
  const share = STEP_START.annotations - STEP_START.files
  for (const [index, { path, bytes_id }] of files.entries()) {
    if (index % FILES_PER_REPORT === 0)
      await report(
        STEP_START.files + (share * index) / files.length,
        `正在装入文件 ${index + 1}/${files.length}`,
      )
    const stored = await openStoredBytes(ctx, bytes_id)
    // The file was deleted for good meanwhile; the import reports it as missing.
    if (stored) await zip.add(path, abortable(stored.stream(), signal))
  }
}

async function* abortable(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  for await (const chunk of bytes) {
    signal.throwIfAborted()
    yield chunk
  }
}

/** Adds the annotations of the queued documents, one entry each. */
async function addAnnotations(
  ctx: Context,
  zip: Zip,
  { annotated }: PackState,
  { signal, report }: PackProgress,
) {
  if (annotated.length > 0) await report(STEP_START.annotations, '正在写批注')
  for (const { path, document_id } of annotated) {
    signal.throwIfAborted()
    await zip.add(path, exportDocumentAnnotations(ctx, document_id))
  }
}

/** Returns the records of the documents as BibTeX; long lists are formatted in a separate thread. */
async function buildBibTex(ctx: Context, dataset_id: string, keys: ArchiveKeys): Promise<Uint8Array> {
  async function* sources() {
    for await (const batch of packDocuments(ctx, dataset_id, keys))
      yield batch.flatMap(({ line: { key, work } }) =>
        work ? { id: key, record: JSON.stringify(work) } : [],
      )
  }
  return Buffer.from(await writeLongList(sources(), { style: 'spec', format: 'bibtex' }))
}

/** Returns the text for users who unpack the archive. */
function formatReadme({ name, exported_at, documents, missing }: Manifest): string {
  const missingNote =
    missing > 0 ? [`其中 ${missing} 个文件在导出时找不到内容，只有名称，没有装进来。`, ''] : ['']
  return [
    `知识库${inCorners(name)}，${exported_at.slice(0, 10)} 从科学导航导出，共 ${documents} 份文档。`,
    ...missingNote,
    'files/            原文件，文件名与知识库里的名称相同（系统不允许的符号换成了下划线）。',
    `${REFERENCES_FILE}    其中文献的题录（BibTeX），可以直接导入 Zotero、EndNote、NoteExpress。`,
    'annotations/      批注（W3C Web Annotation，每份文档一个文件）：您自己的，以及知识库成员共享的。',
    `${MANIFEST_FILE}     名称、说明、文件夹和标签。`,
    `${DOCUMENTS_FILE}   每份文档一行：名称、所在的文件夹、标签、原文件及其 SHA-256、题录。`,
    '',
    '要恢复成知识库：在科学导航的「知识库」左侧点「导入知识库」，选择这个压缩包。请不要改动包内的文件。',
    '',
  ].join('\r\n')
}
