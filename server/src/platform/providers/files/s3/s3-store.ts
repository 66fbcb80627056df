import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ByteRange } from '../../../foundation/replies.ts'
import type { FileStore } from '../port.ts'
import type { ScratchSpace } from '../scratch.ts'
import type { S3Client } from './client.ts'
import { findObject, readObject } from './download.ts'
import { uploadObject } from './upload.ts'
import { parseObjects, parseUploads } from './xml.ts'

interface S3StoreOptions {
  client: S3Client
  /** Space for temporary local copies. */
  scratch: ScratchSpace
  /** Larger files are uploaded in parts of this size; tests choose a smaller one than the default of `uploadObject`. */
  part_bytes?: number
}

/**
 * Creates a store of files in an S3 bucket. Every operation throws AppError `storage.unavailable` when the store cannot
 * be reached.
 */
export function createS3Store({ client, scratch, part_bytes }: S3StoreOptions): FileStore {
  const putFile: FileStore['putFile'] = async (name, path) => {
    const file = await open(path)
    try {
      const { size } = await file.stat()
      const read = async (from: number, length: number) => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
        if (bytesRead < length) throw new Error('a file became shorter while it was read')
        return buffer
      }
      await uploadObject(client, name, { size, read }, part_bytes)
    } finally {
      await file.close()
    }
  }
  return {
    put: (name, bytes) => {
      const all = Buffer.from(bytes)
      const read = async (from: number, length: number) => all.subarray(from, from + length)
      return uploadObject(client, name, { size: all.length, read }, part_bytes)
    },
    build: (name, write) =>
      scratch.withFile(async (path) => {
        const handle = await open(path, 'wx', 0o600)
        try {
          await write(handle)
        } finally {
          await handle.close()
        }
        await putFile(name, path)
      }),
    putFile,
    async open(name) {
      const found = await findObject(client, name)
      if (!found) return null
      const stream = (range?: ByteRange) =>
        Readable.from(readObject(client, found, range), { objectMode: false })
      return { size: found.size, stream }
    },
    async withLocalFile(name, use) {
      const found = await findObject(client, name)
      if (!found) return null
      return scratch.withFile(async (path) => {
        await pipeline(readObject(client, found), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        return use(path)
      })
    },
    async remove(name) {
      await client.send({ method: 'DELETE', name })
    },
    list: (folder = '') => listObjects(client, folder === '' ? '' : `${folder}/`),
    removeUnfinished: (before) => removeUnfinishedUploads(client, before),
  }
}

/** The parameters that continue a listing after its last page: {} for the first page, null after the last one. */
type PageQuery = Record<string, string>

/** Lists the objects whose names, without the client's own prefix, begin with `name_prefix`; reads page by page. */
export async function listObjects(
  client: S3Client,
  name_prefix: string,
): Promise<{ name: string; stored_at: Date }[]> {
  const all: { name: string; stored_at: Date }[] = []
  const query = { 'list-type': '2', 'encoding-type': 'url', prefix: client.prefix + name_prefix }
  for (let continuation: PageQuery | null = {}; continuation; ) {
    const { text } = await client.send({ method: 'GET', query: { ...query, ...continuation } })
    const { list, next } = parseObjects(text)
    for (const { key, stored_at } of list) all.push({ name: key.slice(client.prefix.length), stored_at })
    continuation = next
  }
  return all
}

/** Aborts multipart uploads of processes that died; their parts use space and appear in no list of files. */
async function removeUnfinishedUploads(client: S3Client, before: Date): Promise<void> {
  const query = { uploads: '', 'encoding-type': 'url', prefix: client.prefix }
  for (let continuation: PageQuery | null = {}; continuation; ) {
    const { text } = await client.send({ method: 'GET', query: { ...query, ...continuation } })
    const { list, next } = parseUploads(text)
    for (const { key, uploadId } of list.filter(({ begun_at }) => begun_at < before))
      await client.send({ method: 'DELETE', name: key.slice(client.prefix.length), query: { uploadId } })
    continuation = next
  }
}
