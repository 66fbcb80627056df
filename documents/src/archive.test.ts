import { expect, onTestFinished, test } from 'vitest'
import { ARCHIVE_LIMITS, type ArchiveLimits, openArchive } from './archive.ts'
import { tempFile } from './testing/office.ts'
import { type ZipPart, zipOf } from './testing/zip-builder.ts'

const MB = 1024 * 1024

const open = (parts: ZipPart[], limits?: Partial<ArchiveLimits>) =>
  openArchive(tempFile(zipOf(parts)), { ...ARCHIVE_LIMITS, ...limits })

const text = (name: string, bytes: Uint8Array | string = 'text'): ZipPart => ({ name, bytes })

test('what a container holds can be read, also with backslashes in its names', async () => {
  const archive = await open([text('word/document.xml', '正文'), text('folder/', ''), text('a\\b.xml', 'b')])
  onTestFinished(archive.close)

  expect(archive.names).toEqual(['word/document.xml', 'a/b.xml'])
  expect((await archive.read('word/document.xml')).toString()).toBe('正文')
  expect((await archive.read('a/b.xml')).toString()).toBe('b')
  expect(archive.has('none')).toBe(false)
  await expect(archive.read('none')).rejects.toMatchObject({ kind: 'damaged' })
})

test.each(['../up.xml', '/etc/passwd', 'a/../../b', 'C:/b', '..\\up.xml', 'a\0b'])(
  'attack 29: a container with a file called %j is not opened',
  async (name) => {
    await expect(open([text(name)])).rejects.toMatchObject({ kind: 'unsafe' })
  },
)

test('attack 30: names and a directory longer than anybody writes are refused', async () => {
  await expect(open([text('n'.repeat(1_001))])).rejects.toMatchObject({ kind: 'unsafe' })
  await expect(open([text('f/'.repeat(33))])).rejects.toMatchObject({ kind: 'unsafe' })
  const long = '长'.repeat(333)
  const deep = `${'f/'.repeat(32)}a`
  const archive = await open([text(long), text(deep, '12345')])
  onTestFinished(archive.close)
  expect([archive.names, archive.size(deep)]).toEqual([[long, deep], 5])
})

test('attack 29: a container with a link is not opened', async () => {
  const link = { ...text('a', '/etc/passwd'), mode: 0xa1ff }
  await expect(open([link])).rejects.toMatchObject({ kind: 'unsafe' })
})

test('attack 30: entries that share their bytes, or a name, are refused', async () => {
  const shared = { ...text('b', 'x'.repeat(1000)), sharesBytesOf: 0 }
  await expect(open([text('a', 'x'.repeat(1000)), shared])).rejects.toMatchObject({ kind: 'unsafe' })
  await expect(open([text('a', '1'), text('a', '2')])).rejects.toMatchObject({ kind: 'unsafe' })
})

test('attack 30: more than 2,000 entries are refused, and no more are seen than there are said to be', async () => {
  const parts = Array.from({ length: 2_001 }, (_, at) => text(`f${at}`))
  await expect(openArchive(tempFile(zipOf(parts)))).rejects.toMatchObject({ kind: 'unsafe' })
  const lying = await openArchive(tempFile(zipOf(parts, { count: 3 })))
  expect(lying.names).toHaveLength(3)
  lying.close()
  const most = await openArchive(tempFile(zipOf(parts.slice(1))))
  expect(most.names).toHaveLength(2_000)
  most.close()
})

test('attack 30: a container that says it unfolds a hundredfold, or beyond 512 MB, is not opened', async () => {
  const zeros = Buffer.alloc(20 * MB)
  await expect(open([text('a', zeros)])).rejects.toMatchObject({ kind: 'too-large' })
  const huge = { ...text('a'), declared: 600 * MB }
  await expect(open([huge], { ratio: Number.POSITIVE_INFINITY })).rejects.toMatchObject({ kind: 'too-large' })
})

test('attack 30: what unfolds to more than it says is cut off while it is read', async () => {
  const archive = await open([{ ...text('a', Buffer.alloc(20 * MB)), declared: 100 }])
  onTestFinished(archive.close)
  let seen = 0
  const reading = (async () => {
    for await (const chunk of archive.stream('a')) seen += chunk.length
  })()

  await expect(reading).rejects.toMatchObject({ kind: expect.stringMatching(/too-large|damaged/) })
  expect(seen).toBeLessThan(2 * MB)
})

test('attack 30: reading one entry again and again counts each time', async () => {
  const archive = await open([text('a', Buffer.alloc(600 * 1024))])
  onTestFinished(archive.close)
  await archive.read('a')
  await expect(archive.read('a')).rejects.toMatchObject({ kind: 'too-large' })
})

test('a container with a password, one cut off, and something else are told apart', async () => {
  await expect(open([{ ...text('a'), flags: 1 }])).rejects.toMatchObject({ kind: 'encrypted' })
  const whole = zipOf([text('a', 'x'.repeat(5000))])
  await expect(openArchive(tempFile(whole.subarray(0, -30)))).rejects.toMatchObject({ kind: 'damaged' })
  await expect(openArchive(tempFile(Buffer.from('plain text')))).rejects.toMatchObject({ kind: 'damaged' })
})

test('what cannot be unpacked is said to be damaged', async () => {
  const bytes = zipOf([text('a', 'some words that are packed')])
  bytes.fill(0xff, 32, 45)
  const archive = await openArchive(tempFile(bytes))
  onTestFinished(archive.close)
  await expect(archive.read('a')).rejects.toMatchObject({ kind: 'damaged' })
})
