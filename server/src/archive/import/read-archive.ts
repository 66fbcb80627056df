import { type Archive, openArchive, UnreadableDocument } from '@scinav/documents'
import { BASE_LIMITS } from '../../knowledge/datasets/index.ts'
import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  type ArchivedDocument,
  DOCUMENTS_FILE,
  documentShape,
  isFileName,
  MANIFEST_FILE,
  MAX_DOCUMENTS,
  MAX_LINE_BYTES,
  MAX_MANIFEST_BYTES,
  type Manifest,
  manifestShape,
} from '../archive/format.ts'

const GIGABYTE = 1024 ** 3

/**
 * Limits against hostile archives: two entries per document (file and annotations) and a margin for the archive's own;
 * `bytes` after unpacking, and `ratio`, the unpacked size by the packed one.
 */
const ARCHIVE_LIMITS = { entries: 2 * MAX_DOCUMENTS + 100, bytes: 50 * GIGABYTE, ratio: 100 }

/** Thrown for an archive, or a part of one, that cannot be imported; the message gives the reason and a remedy. */
export class InvalidArchive extends Error {}

const FOREIGN_ARCHIVE =
  '这不是从科学导航导出的知识库。请选择「导出整个知识库」得到的压缩包；单个的文件请用「上传」加入'
const BROKEN_MANIFEST = '压缩包里的清单已损坏，没有导入。请重新导出一次，不要改动包内的文件'

/** An opened archive with its manifest. */
export interface BaseArchive {
  manifest: Manifest
  archive: Archive
}

/**
 * Opens an archive and validates its manifest.
 *
 * @throws InvalidArchive when it is not an archive of a dataset, of a newer version, hostile, or damaged.
 */
export async function openBase(path: string): Promise<BaseArchive> {
  const archive = await openArchive(path, ARCHIVE_LIMITS).catch((error) => {
    throw error instanceof UnreadableDocument ? new InvalidArchive(archiveFault(error)) : error
  })
  try {
    if (!archive.has(MANIFEST_FILE)) throw new InvalidArchive(FOREIGN_ARCHIVE)
    const manifest = readManifest(await readEntryText(archive, MANIFEST_FILE, MAX_MANIFEST_BYTES))
    if (!archive.has(DOCUMENTS_FILE)) throw new InvalidArchive(BROKEN_MANIFEST)
    return { manifest, archive }
  } catch (error) {
    archive.close()
    throw error instanceof UnreadableDocument ? new InvalidArchive(BROKEN_MANIFEST) : error
  }
}

/** Returns the reason why an archive cannot be opened, for the user. */
const archiveFault = ({ kind, message }: UnreadableDocument): string => {
  if (kind === 'encrypted') return '压缩包有密码保护，请解除密码后重新上传'
  if (kind === 'damaged') return '压缩包已损坏或没有传完整，请重新上传；仍然如此请重新导出一次'
  // The messages of `@scinav/documents` are about a file, which is the archive here.
  return `${message.replace('文件', '压缩包')}，没有导入`
}

/**
 * Yields the bytes of an entry.
 *
 * @throws InvalidArchive when there are more than `max_bytes`.
 */
export async function* readEntry(
  archive: Archive,
  name: string,
  max_bytes: number,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of archive.stream(name)) {
    size += chunk.length
    if (size > max_bytes) throw new InvalidArchive(BROKEN_MANIFEST)
    yield chunk
  }
}

async function readEntryText(archive: Archive, name: string, max_bytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of readEntry(archive, name, max_bytes)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Parses JSON; returns null for text that is not JSON. */
function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** @throws InvalidArchive when the manifest is not one of ours, of a newer version, or invalid. */
function readManifest(json: string): Manifest {
  const raw = parseJson(json) as Partial<Manifest> | null
  if (typeof raw !== 'object' || raw === null) throw new InvalidArchive(BROKEN_MANIFEST)
  if (raw.format !== ARCHIVE_FORMAT) throw new InvalidArchive(FOREIGN_ARCHIVE)
  if (Number(raw.version) > ARCHIVE_VERSION)
    throw new InvalidArchive('压缩包由更新版本的科学导航导出，这里还不能读取。请联系管理员升级后再导入')
  // Counts are checked before the items are validated one by one.
  requireAtMost(raw.folders, BASE_LIMITS.folders, '文件夹')
  requireAtMost(raw.tags, BASE_LIMITS.tags, '标签')
  const { success, data } = manifestShape.safeParse(raw)
  if (!success) throw new InvalidArchive(BROKEN_MANIFEST)
  if (data.documents > MAX_DOCUMENTS)
    throw new InvalidArchive(`压缩包里的文档多于 ${MAX_DOCUMENTS.toLocaleString('en-US')} 份，没有导入`)
  requireValidTree(data)
  return data
}

function requireAtMost(list: unknown, limit: number, label: string): void {
  if (Array.isArray(list) && list.length > limit)
    throw new InvalidArchive(`压缩包里的${label}多于 ${limit} 个，没有导入`)
}

/**
 * Checks that keys are unique and that every folder follows its parent and is not nested too deeply.
 *
 * @throws InvalidArchive otherwise.
 */
function requireValidTree({ folders, tags }: Manifest): void {
  const depths = new Map<string, number>()
  for (const { key, parent } of folders) {
    const parent_depth = parent === null ? 0 : depths.get(parent)
    if (parent_depth === undefined || depths.has(key)) throw new InvalidArchive(BROKEN_MANIFEST)
    if (parent_depth >= BASE_LIMITS.depth)
      throw new InvalidArchive(`压缩包里的文件夹多于 ${BASE_LIMITS.depth} 层，没有导入`)
    depths.set(key, parent_depth + 1)
  }
  if (new Set(tags.map(({ key }) => key)).size < tags.length) throw new InvalidArchive(BROKEN_MANIFEST)
}

/** A document with its line number from 1, or the reason why the line is invalid. */
export type ImportLine = { item: number; document: ArchivedDocument } | { item: number; fault: string }

/**
 * Yields the documents of an archive one by one. An invalid line is reported, and reading continues.
 *
 * @throws InvalidArchive when there are more documents than a dataset may have; UnreadableDocument when the list
 * breaks off.
 */
export async function* readDocuments({ archive }: Pick<BaseArchive, 'archive'>): AsyncGenerator<ImportLine> {
  let item = 0
  for await (const line of splitLines(archive.stream(DOCUMENTS_FILE))) {
    if (line === '') continue
    item += 1
    if (item > MAX_DOCUMENTS) throw new InvalidArchive('压缩包里的文档过多，其余的没有导入')
    yield line === null ? { item, fault: '清单里的这一行过长' } : parseLine(item, line)
  }
}

function parseLine(item: number, line: string): ImportLine {
  const { success, data } = documentShape.safeParse(parseJson(line))
  if (!success || (data.type === 'file' && !isFileName(data.name)))
    return { item, fault: '清单里的这一行已损坏' }
  return { item, document: data }
}

/** Yields lines without line ends; null for a line that is too long, whose content is not kept in memory. */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string | null> {
  /** The pieces of the line that is being read; incomplete once it is too long. */
  let pieces: Buffer[] = []
  let length = 0
  const takeLine = () => {
    const line = length > MAX_LINE_BYTES ? null : Buffer.concat(pieces).toString('utf8').trim()
    pieces = []
    length = 0
    return line
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      length += end - from
      if (length <= MAX_LINE_BYTES) pieces.push(chunk.subarray(from, end))
      yield takeLine()
      from = end + 1
    }
    length += chunk.length - from
    if (length <= MAX_LINE_BYTES) pieces.push(chunk.subarray(from))
    else pieces = []
  }
  if (length > 0) yield takeLine()
}
