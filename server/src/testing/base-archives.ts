import { createHash } from 'node:crypto'
import { api } from '@scinav/contract'
import { unzipSync } from 'fflate'
import { type ZipPart, zipOf } from '../../../documents/src/testing/zip-builder.ts'
import type { TestBrowser } from './ingestion-scene.ts'
import type { TestApp } from './test-app.ts'

/** Uploads bytes as an archive; returns the id of the upload. */
export async function uploadArchive(person: Pick<TestBrowser, 'call'>, bytes: Uint8Array): Promise<string> {
  const { id } = await person.call(api.upload.begin, {
    name: '知识库.zip',
    size: bytes.length,
    purpose: 'archive',
  })
  await person.call(api.upload.part, { id, offset: 0 }, {}, bytes)
  return id
}

/** Exports a dataset; returns the bytes of its archive. */
export async function exportArchive(app: TestApp, person: TestBrowser, dataset_id: string): Promise<Buffer> {
  const { job_id } = await person.call(api.baseArchive.export, { dataset_id })
  await app.runner.drain()
  const response = await person.send(api.baseArchive.exportFile, { job_id })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.rawPayload
}

/** Imports an archive to its end; returns the report. */
export async function importArchive(app: TestApp, person: TestBrowser, bytes: Uint8Array, more: object = {}) {
  const upload_id = await uploadArchive(person, bytes)
  const { job_id } = await person.call(api.baseArchive.import, { upload_id, ...more })
  await app.runner.drain()
  return person.call(api.baseArchive.importState, { job_id })
}

/** Returns the contents of an archive without ids and times, which differ between exports. */
export function archiveContents(bytes: Uint8Array) {
  const files = unzipSync(bytes)
  const text = (name: string) => Buffer.from(files[name] ?? []).toString()
  const lines = text('documents.jsonl').split('\n').filter(Boolean)
  const names = Object.keys(files)
  return {
    names: names.toSorted(),
    manifest: { ...JSON.parse(text('manifest.json')), exported_at: '' },
    documents: lines.map((line) => ({ ...JSON.parse(line), added_at: '' })),
    references: text('references.bib'),
    readme: text('README.txt'),
    files: Object.fromEntries(
      names.filter((name) => name.startsWith('files/')).map((name) => [name, text(name)]),
    ),
    annotations: names
      .filter((name) => name.startsWith('annotations/'))
      .map((name) => withoutIds(text(name))),
  }
}

function withoutIds(json: string) {
  const { items } = JSON.parse(json)
  return items.map(({ id: _, created: __, modified: ___, target, ...rest }: Record<string, object>) => ({
    ...rest,
    target: { ...target, source: '' },
  }))
}

/** Builds an archive by hand. */
export function buildArchive({
  manifest = {},
  lines = [],
  parts = [],
}: {
  manifest?: object
  lines?: (object | string)[]
  parts?: ZipPart[]
}): Buffer {
  const whole = {
    format: 'scinav-base',
    version: 1,
    exported_at: '2026-03-01T00:00:00.000Z',
    name: '手写的库',
    description: '',
    subject_code: null,
    folders: [],
    tags: [],
    documents: lines.length,
    missing: 0,
    ...manifest,
  }
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  return zipOf([
    { name: 'manifest.json', bytes: JSON.stringify(whole) },
    { name: 'documents.jsonl', bytes: text },
    ...parts,
  ])
}

/** Returns the line of a file, and the ZIP entry with its bytes. */
export function fileLine(name: string, text: string, more: object = {}) {
  const path = `files/${name}`
  const file = {
    path,
    sha256: createHash('sha256').update(text).digest('hex'),
    size: Buffer.byteLength(text),
    mime: 'text/plain',
  }
  const line = {
    ...{ key: name, type: 'file', name, added_at: '', folders: [], tags: [] },
    ...{ file, work: null, annotations: null },
    ...more,
  }
  return { line, part: { name: path, bytes: text } }
}
