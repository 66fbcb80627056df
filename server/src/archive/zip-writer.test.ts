import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openArchive } from '@scinav/documents'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { createEntryNamer } from './export/entry-names.ts'
import { createZipWriter } from './export/zip-writer.ts'

/** A file in memory. */
function memory() {
  let bytes = Buffer.alloc(0)
  const write = async (piece: Uint8Array, from: number, length: number, at: number) => {
    if (at + length > bytes.length) bytes = Buffer.concat([bytes], Math.max(at + length, bytes.length * 2))
    Buffer.from(piece).copy(bytes, at, from, from + length)
    end = Math.max(end, at + length)
    return { bytesWritten: length, buffer: piece }
  }
  let end = 0
  return { file: { write } as unknown as Pick<FileHandle, 'write'>, bytes: () => bytes.subarray(0, end) }
}

async function zipOf(entries: Iterable<[string, Uint8Array[]]>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'scinav-zip-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'a.zip')
  const { file, bytes } = memory()
  const zip = createZipWriter(file, new Date('2026-03-02T08:00:00Z'))
  for (const [name, chunks] of entries) await zip.add(name, chunks)
  await zip.finish()
  writeFileSync(path, bytes())
  return path
}

test('two other readers find in an archive what was put into it, and its checksums right', async () => {
  const text = (value: string) => Buffer.from(value)
  const long = Array.from({ length: 9 }, (_, at) => Buffer.alloc(100_000, at))
  const path = await zipOf([
    ['文件/甲.txt', [text('第一'), text('第二')]],
    ['leer', []],
    ['long', long],
    ['b.bin', [text('x')]],
  ])

  const files = unzipSync(readFileSync(path))
  expect(Object.keys(files)).toEqual(['文件/甲.txt', 'leer', 'long', 'b.bin'])
  expect(Buffer.from(files['文件/甲.txt'] ?? []).toString()).toBe('第一第二')
  expect(Buffer.from(files.long ?? []).equals(Buffer.concat(long))).toBe(true)
  expect(Buffer.from(files['b.bin'] ?? []).toString()).toBe('x')
  const archive = await openArchive(path)
  onTestFinished(archive.close)
  expect((await archive.read('文件/甲.txt')).toString()).toBe('第一第二')
})

test('more entries than the old format can count are all there', async () => {
  const names = Array.from({ length: 66_000 }, (_, at) => `f${at}`)
  const path = await zipOf(names.map((name) => [name, []]))
  const archive = await openArchive(path, { entries: 70_000, bytes: 1024, ratio: 100 })
  onTestFinished(archive.close)
  expect(archive.names).toHaveLength(66_000)
})

test('names in an archive can be unpacked everywhere, and none is there twice', () => {
  const nameOf = createEntryNamer('files')
  const made = [
    '论文.pdf',
    '论文.PDF',
    '论文 (2).pdf',
    '论文.pdf',
    '../a/b:c?.txt',
    'CON.txt',
    '  ',
    `${'长'.repeat(300)}.docx`,
    `${'😀'.repeat(100)}.pdf`,
    `${'长'.repeat(300)}.docx`,
  ].map(nameOf)

  expect(made.slice(0, 7)).toEqual([
    'files/论文.pdf',
    'files/论文 (2).PDF',
    'files/论文 (2) (2).pdf',
    'files/论文 (3).pdf',
    'files/_a_b_c_.txt',
    'files/_CON.txt',
    'files/未命名',
  ])
  expect(made[7]).toMatch(/^files\/长{80}\.docx$/)
  expect(made[8]).toMatch(/^files\/(?:😀){60}\.pdf$/u)
  expect(made[9]).toMatch(/^files\/长{80} \(2\)\.docx$/)
  for (const name of made) expect(Buffer.byteLength(name.replace('files/', ''))).toBeLessThanOrEqual(255)
})
