import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/new-folder.ts'
import { BrokenArchive, readArchive, verifyArchive, writeArchive } from './archive.ts'
import type { ArchiveLine } from './archive-lines.ts'

const about = { created_at: '2026-03-02T08:00:00.000Z', migrations: ['0001-first'] }

function place(): string {
  const folder = newFolder()
  return join(folder, 'backup.gz')
}

async function* each(lines: ArchiveLine[]) {
  yield* lines
}

/** Writes lines and reads them back. */
async function roundTrip(lines: ArchiveLine[]): Promise<ArchiveLine[]> {
  const file = place()
  await writeArchive(file, about, each(lines))
  const read: ArchiveLine[] = []
  for await (const line of readArchive(file)) read.push(line)
  return read
}

test('texts with every kind of line end, emoji and quotes come back as they were', async () => {
  const lines = ['a\nb', 'a\r\nb', 'a\rb', 'a\u2028b\u2029c\u0085', '引“号”\\"', '🧪 𠮷'].map((value) => ({
    table: 'user_settings',
    row: { value, number: 0.1, nothing: null },
  }))

  expect(await roundTrip(lines)).toEqual(lines)
})

test('bytes in a row and files of no bytes and of several pieces come back as they were', async () => {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 256))
  const lines = [
    { table: 'vectors', row: { vector: bytes } },
    { file: 'documents/空 文件.txt', at: 0, bytes: Buffer.alloc(0) },
    { file: 'documents/large.pdf', at: 0, bytes },
    { file: 'documents/large.pdf', at: bytes.length, bytes },
  ]

  expect(await roundTrip(lines)).toEqual(lines)
})

test('an archive says what it holds, and a failed one leaves no file behind', async () => {
  const file = place()
  const contents = await writeArchive(
    file,
    about,
    each([
      { table: 'users', row: { id: 'a' } },
      { table: 'users', row: { id: 'b' } },
      { file: 'a', at: 0, bytes: Buffer.from('x') },
      { file: 'a', at: 1, bytes: Buffer.from('y') },
    ]),
  )
  expect(contents).toEqual({ tables: { users: 2 }, files: 1 })
  expect(await verifyArchive(file)).toMatchObject({ ...about, ...contents })

  async function* failing() {
    yield { table: 'users', row: { id: 'c' } }
    throw new Error('the connection broke')
  }
  const before = readFileSync(file)
  await expect(writeArchive(file, about, failing())).rejects.toThrow('the connection broke')
  expect(readFileSync(file)).toEqual(before)
  expect(readdirSync(join(file, '..'))).toEqual(['backup.gz'])
})

test('a cut, changed, lengthened or foreign file is no archive', async () => {
  const file = place()
  await writeArchive(file, about, each([{ table: 'users', row: { account: 'Ada' } }]))
  const whole = readFileSync(file)
  const text = gunzipSync(whole).toString()
  for (const broken of [
    whole.subarray(0, whole.length / 2),
    gzipSync(text.replace('"Ada"', '"Eve"')),
    gzipSync(text.slice(0, -90)),
    gzipSync(`${text}{"table":"users","row":{}}\n`),
    gzipSync(text.replace('scinav-backup-1', 'scinav-backup-9')),
    gzipSync('{"hello":1}\n{"there":2}\n'),
    gzipSync(''),
    Buffer.from('nothing'),
    Buffer.alloc(0),
  ]) {
    writeFileSync(file, broken)
    await expect(verifyArchive(file)).rejects.toThrow(BrokenArchive)
  }
})

test('a file that would land outside of its folder is refused with the archive', async () => {
  for (const name of ['../x', 'a/../../x', '/etc/passwd', 'a//b', './x', 'a\\..\\x', 'a\0b', ''])
    await expect(roundTrip([{ file: name, at: 0, bytes: Buffer.from('x') }])).rejects.toThrow(BrokenArchive)
})
