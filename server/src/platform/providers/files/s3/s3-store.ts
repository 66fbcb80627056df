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

interface Options {
  client: S3Client
  /** Where files lie while something is done with them that takes a file of this machine. */
  scratch: ScratchSpace
  /** Bytes that travel in one go. */
  part?: number
}

/** Files in a bucket of an S3 store. All of it throws AppError `storage.unavailable` where the store is not there. */
export function createS3Store({ client, scratch, part }: Options): FileStore {
  const adopt: FileStore['adopt'] = async (name, path) => {
    const file = await open(path)
    try {
      const { size } = await file.stat()
      const read = async (from: number, length: number) => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
        if (bytesRead < length) throw new Error('a file became shorter while it was read')
        return buffer
      }
      await uploadObject(client, name, { size, read }, part)
    } finally {
      await file.close()
    }
  }
  return {
    put: (name, bytes) => {
      const all = Buffer.from(bytes)
      const read = async (from: number, length: number) => all.subarray(from, from + length)
      return uploadObject(client, name, { size: all.length, read }, part)
    },
    build: (name, write) =>
      scratch.borrow(async (path) => {
        const handle = await open(path, 'wx', 0o600)
        try {
          await write(handle)
        } finally {
          await handle.close()
        }
        await adopt(name, path)
      }),
    adopt,
    async open(name) {
      const found = await findObject(client, name)
      if (!found) return null
      const stream = (range?: ByteRange) =>
        Readable.from(readObject(client, found, range), { objectMode: false })
      return { size: found.size, stream }
    },
    async lend(name, use) {
      const found = await findObject(client, name)
      if (!found) return null
      return scratch.borrow(async (path) => {
        await pipeline(readObject(client, found), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        return use(path)
      })
    },
    async remove(name) {
      await client.ask({ method: 'DELETE', name })
    },
    list: (folder = '') => listObjects(client, folder === '' ? '' : `${folder}/`),
    clean: (before) => removeUnfinishedUploads(client, before),
  }
}

/** The objects whose names begin so. */
export async function listObjects(
  client: S3Client,
  start: string,
): Promise<{ name: string; came_at: Date }[]> {
  const all: { name: string; came_at: Date }[] = []
  const query = { 'list-type': '2', 'encoding-type': 'url', prefix: client.prefix + start }
  for (let place: Record<string, string> | null = {}; place; ) {
    const { text } = await client.ask({ method: 'GET', query: { ...query, ...place } })
    const { list, next } = parseObjects(text)
    for (const { key, came_at } of list) all.push({ name: key.slice(client.prefix.length), came_at })
    place = next
  }
  return all
}

/** Parts that were never put together, of a process that died, cost room and are in no list of files. */
async function removeUnfinishedUploads(client: S3Client, before: Date): Promise<void> {
  const query = { uploads: '', 'encoding-type': 'url', prefix: client.prefix }
  for (let place: Record<string, string> | null = {}; place; ) {
    const { text } = await client.ask({ method: 'GET', query: { ...query, ...place } })
    const { list, next } = parseUploads(text)
    for (const { key, uploadId } of list.filter(({ begun_at }) => begun_at < before))
      await client.ask({ method: 'DELETE', name: key.slice(client.prefix.length), query: { uploadId } })
    place = next
  }
}
