import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { formats } from './formats.ts'
import { openText } from './input/bytes.ts'
import { failureReasons, readAll, successfulWorks } from './testing/read-all.ts'

const ris = 'TY  - JOUR\nTI  - 深度学习与“大数据”研究综述\nAU  - 张三\nPY  - 2020\nER  - \n'
const titles = async (bytes: Uint8Array | string, name = 'x.ris', pieceSize = 7) =>
  successfulWorks(await readAll({ name, bytes }, { pieceSize })).map((work) => work.title)

const wide = (text: string, swap: boolean): Buffer =>
  swap ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, 'utf16le')
// GB 18030 bytes of the characters in the RIS record above; Node decodes it but does not write it.
const gbTitle = Buffer.from('c9eeb6c8d1a7cfb0d3eba1b0b4f3cafdbedda1b1d1d0bebfd7dbcaf6', 'hex')
const gb = Buffer.concat([
  Buffer.from('TY  - JOUR\r\nTI  - '),
  gbTitle,
  Buffer.from('\r\nPY  - 2020\r\nER  - \r\n'),
])

test.each([
  ['UTF-8', Buffer.from(ris)],
  ['UTF-8 with byte order mark', Buffer.from(`\ufeff${ris}`)],
  ['UTF-16 little endian with mark', Buffer.concat([Buffer.from([0xff, 0xfe]), wide(ris, false)])],
  ['UTF-16 big endian with mark', Buffer.concat([Buffer.from([0xfe, 0xff]), wide(ris, true)])],
  ['UTF-16 without mark', wide(ris, false)],
  ['GB 18030, as CNKI exports it', gb],
  ['UTF-8, packed with gzip', gzipSync(ris)],
  ['GB 18030, packed with gzip', gzipSync(gb)],
])('a Chinese title arrives whole from %s, in pieces of any size', async (_, bytes) => {
  expect(await titles(bytes)).toEqual(['深度学习与“大数据”研究综述'])
  expect(await titles(bytes, 'x.ris', 1)).toEqual(['深度学习与“大数据”研究综述'])
})

test('Latin-1 is read where nothing else fits, however late its first letter comes', async () => {
  const plain = 'TY  - JOUR\nTI  - Plain\nER  - \n'.repeat(5000)
  const bytes = Buffer.from(`${plain}TY  - JOUR\nTI  - Über Größe\nER  - \n`, 'latin1')
  expect((await titles(bytes, 'x.ris', 65_536)).at(-1)).toBe('Über Größe')
})

test('an encoding declared in XML counts, also when the text is pure ASCII at first', async () => {
  const xml = `<?xml version="1.0" encoding="ISO-8859-1"?><dblp><article key="a"><title>Caf\xe9</title></article></dblp>`
  expect(await titles(Buffer.from(xml, 'latin1'), 'x.xml')).toEqual(['Café'])
})

test('lines may end in LF, CR LF or CR and are counted alike', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const reads = await readAll(
      {
        name: 'a.ris',
        bytes: ['', 'TY  - JOUR', 'TI  - A', 'ER  - ', '', 'TY  - JOUR', 'TI  - B', 'ER  - '].join(end),
      },
      { pieceSize: 3 },
    )
    expect(reads.map((read) => read.line)).toEqual([2, 6])
  }
})

test('a gzip file that ends too early gives what it holds and says so', async () => {
  const lines = Array.from(
    { length: 20_000 },
    (_, i) => `{"id":"${i}","title":"Title ${i} ${Math.sin(i)}","authors":[],"venue":"acl","year":2020}`,
  )
  const whole = gzipSync(lines.join('\n'))
  const reads = await readAll({ name: 'a.jsonl.gz', bytes: whole.subarray(0, whole.length / 2) })
  expect(successfulWorks(reads).length).toBeGreaterThan(5000)
  expect(failureReasons(reads).at(-1)?.[1]).toContain('压缩文件不完整')
})

test('an error of the disk is not taken for a fault of the file', async () => {
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('TY  - JOUR\nTI  - A\n')
    throw new Error('EIO')
  }
  const format = formats.find((each) => each.id === 'ris')
  const all = async (): Promise<void> => {
    for await (const _ of format?.read(failing()) ?? []);
  }
  await expect(all()).rejects.toThrow('EIO')
})

const samples: Record<string, string> = {
  'a.jsonl': Array.from(
    { length: 9 },
    (_, i) => `{"id":"P${i}","title":"Paper ${i} 汉字","authors":["A B"],"venue":"acl","year":2020}\n`,
  ).join(''),
  'a.ris': Array.from({ length: 9 }, (_, i) => `TY  - JOUR\nTI  - Paper ${i} 汉字\nER  - \n\n`).join(''),
  'a.bib': `@string{j = "Journal"}\n${Array.from({ length: 9 }, (_, i) => `@article{k${i}, title={Paper ${i} 汉字}, journal=j}\n`).join('')}`,
  'a.xml': `<dblp>\n${Array.from({ length: 9 }, (_, i) => `<article key="k${i}"><title>Paper ${i} 汉字</title></article>\n`).join('')}</dblp>`,
  'a.json': `[${Array.from({ length: 9 }, (_, i) => `{"type":"book","id":"${i}","title":"Paper ${i} 汉字"}`).join(',')}]`,
  'a.rdf': `<rdf:RDF xmlns:z="http://www.zotero.org/namespaces/export#">\n${Array.from({ length: 9 }, (_, i) => `<bib:Book rdf:about="#${i}"><z:itemType>book</z:itemType><dc:title>Paper ${i} 汉字</dc:title></bib:Book>\n`).join('')}</rdf:RDF>`,
  'a.csv': `title,year\n${Array.from({ length: 9 }, (_, i) => `"Paper ${i} 汉字",2020\n`).join('')}`,
}

test.each(Object.keys(samples))(
  'reading %s can go on after any record, without losing or repeating one',
  async (name) => {
    const bytes = samples[name] ?? ''
    const whole = await readAll({ name, bytes })
    expect(successfulWorks(whole).map((work) => work.title)).toEqual(
      Array.from({ length: 9 }, (_, i) => `Paper ${i} 汉字`),
    )
    for (const [i, read] of whole.entries()) {
      const rest = await readAll({ name, bytes }, { from: read.offset, pieceSize: 11 })
      expect(rest).toEqual(whole.slice(i + 1))
    }
  },
)

test('places in an RDF file of Zotero are bytes, and what is wrong with it is said once', async () => {
  const item = (title: string) =>
    `<bib:Book><z:itemType>book</z:itemType><dc:title>${title}</dc:title></bib:Book>`
  const head = `<rdf:RDF xmlns:z="http://www.zotero.org/namespaces/export#">${item('汉字 😀')}`
  const bytes = Buffer.from(`${head}<bib:Book><a></b></bib:Book>${item('后面')}<bib:Book>`)
  const reads = await readAll({ name: 'a.rdf', bytes })
  expect(reads.map(({ ok }) => ok)).toEqual([true, false, true, false])
  expect(reads[0]?.offset).toBe(Buffer.byteLength(head))
  expect(reads.at(-1)?.offset).toBe(bytes.length)
  for (const [i, { offset }] of reads.entries())
    expect(await readAll({ name: 'a.rdf', bytes }, { from: offset })).toEqual(reads.slice(i + 1))
})

/** Counts the bytes that buffers copy and search while `work` is done. */
async function countTouchedBytes(work: () => Promise<unknown>): Promise<number> {
  let touched = 0
  const { copy, indexOf } = Buffer.prototype
  const copied = vi.spyOn(Buffer.prototype, 'copy').mockImplementation(function (this: Buffer, ...args) {
    const length = copy.apply(this, args)
    touched += length
    return length
  })
  const searched = vi.spyOn(Buffer.prototype, 'indexOf').mockImplementation(function (
    this: Buffer,
    ...[value, from, encoding]: Parameters<typeof indexOf>
  ) {
    const at = indexOf.call(this, value, from, encoding)
    touched += (at < 0 ? this.length : at) - Number(from ?? 0)
    return at
  })
  await work()
  for (const spy of [copied, searched]) spy.mockRestore()
  return touched
}

test.each(['bibtex', 'ris', 'nbib', 'endnote'])(
  'a line of megabytes is copied and searched a few times, not once for each piece of it: %s',
  async (id) => {
    const format = formats.find((each) => each.id === id)
    if (!format) throw new Error('no such format')
    const bytes = Buffer.alloc(4 * 1024 * 1024, 'a ')
    const touched = await countTouchedBytes(() =>
      readAll({ name: 'x', bytes, format }, { pieceSize: 16 * 1024 }),
    )
    expect(touched).toBeLessThan(8 * bytes.length)
  },
)

test('the entries of one long line come in batches between which others may work', async () => {
  const COUNT = 3_000
  const bytes = Buffer.from(
    Array.from({ length: COUNT }, (_, i) => `@book{k${i}, title={Paper ${i} 汉字}, year=2020}`).join(' '),
  )
  const format = formats.find(({ id }) => id === 'bibtex')
  const sizes: number[] = []
  for await (const batch of format?.read(Readable.from([bytes])) ?? []) sizes.push(batch.length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(COUNT)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(200)
})

test.each([
  ['a.bib', (authors: string) => `@book{k, title={Title}, author={${authors}}, year=2020}`, ' and '],
  ['a.ris', (authors: string) => `TY  - BOOK\nTI  - Title\nAU  - ${authors}\nER  - \n`, '; '],
  ['a.enw', (authors: string) => `%0 Book\n%T Title\n%A ${authors}\n`, '; '],
  ['a.nbib', (authors: string) => `PMID- 1\nTI  - Title\nFAU - ${authors}\n`, '; '],
])(
  'of a field of megabytes the beginning is read, and it is said so: %s',
  async (name, record, separator) => {
    const authors = `Doe, Ann${separator}`.repeat(200_000)
    const [read] = await readAll({ name, bytes: record(authors) })
    expect(read).toMatchObject({ ok: true, work: { title: 'Title' } })
    expect(read?.ok && read.warnings?.join()).toContain('太长，只收入前 20 万字')
  },
)

test('the text of an empty source is empty', async () => {
  const pieces: Buffer[] = []
  for await (const piece of openText((async function* (): AsyncGenerator<Uint8Array> {})()))
    pieces.push(piece)
  expect(pieces).toEqual([])
})
