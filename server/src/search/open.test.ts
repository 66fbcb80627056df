import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { IndexChange } from './document.ts'
import { openIndex } from './open.ts'
import type { PaperIndex } from './port.ts'
import { find, found, gone, paper } from './testing/ask.ts'

const folders: string[] = []

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scinav-index-'))
  folders.push(folder)
  return folder
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const author = (name: string) => ({ name, role: 'author' as const, affiliations: [] })

const library = (): [IndexChange, IndexChange, IndexChange] => [
  paper(1, 'Deep learning for machine translation', {
    abstract: 'Neural networks translate sentences.',
    creators: [author('Yann LeCun')],
    publish_date: '2019-05',
    keywords: ['translation'],
  }),
  paper(2, '基于深度学习的图像分割', { language: 'zh', publish_date: '2021', keywords: ['图像分割'] }),
  paper(3, 'Graph theory', { abstract: 'A survey of graphs.', publish_date: '2021', is_oa: true }),
]

/** The authors' names in the order they came. */
function authorsIn(index: PaperIndex): string[] {
  const { count, labelOf } = index.values().author
  return Array.from({ length: count }, (_, at) => labelOf(at + 1))
}

/** Merges until few segments are left. */
async function merged(index: PaperIndex, most: number): Promise<void> {
  while (index.state().segments > most) await new Promise((resolve) => setTimeout(resolve, 1))
}

describe.each([0, 2])('an index with %i threads for searching', (threads) => {
  test('finds papers by their words, Chinese or English, and by author, as soon as they are told', async () => {
    const index = await openIndex({ folder: null, threads })
    await index.apply(library(), false)
    expect(await found(index, 'machine translation')).toEqual([1])
    expect(await found(index, '深度学习')).toEqual([2])
    expect(await found(index, 'AU:"LeCun, Yann"')).toEqual([1])
    expect(await found(index, '"survey of graphs"')).toEqual([3])
    expect(await found(index, 'PY:2021 NOT graph')).toEqual([2])
    expect(index.state()).toMatchObject({ papers: 3, segments: 1 })
    await index.close()
  })

  test('counts the years, authors and keywords of what it finds', async () => {
    const index = await openIndex({ folder: null, threads })
    await index.apply(library(), false)
    const { facets, total } = await find(index, 'PY>=1', { facets: ['year', 'author', 'keyword', 'is_oa'] })
    const { author, keyword } = index.values()
    expect(total).toBe(3)
    expect(facets.year?.counts).toEqual([
      [2021, 2],
      [2019, 1],
    ])
    expect(facets.author?.counts.map(([value, count]) => [author.labelOf(value), count])).toEqual([
      ['Yann LeCun', 1],
    ])
    expect(facets.keyword?.counts.map(([value]) => keyword.labelOf(value))).toEqual([
      'translation',
      '图像分割',
    ])
    expect(facets.is_oa?.counts).toEqual([
      [0, 2],
      [1, 1],
    ])
    await index.close()
  })

  test('forgets what a paper said before it changed, and papers that are gone', async () => {
    const index = await openIndex({ folder: null, threads })
    await index.apply(library(), false)
    await index.apply([paper(1, 'Shallow parsing'), gone(3)], false)
    expect(await found(index, 'translation')).toEqual([])
    expect(await found(index, 'shallow')).toEqual([1])
    expect(await found(index, 'graph')).toEqual([])
    expect(index.state().papers).toBe(2)
    await index.close()
  })

  test('keeps every paper and its latest words while segments become one', async () => {
    const index = await openIndex({ folder: null, threads })
    for (let seq = 1; seq <= 40; seq += 1) {
      const changed = seq > 10 ? [paper(seq - 10, `second edition number ${seq - 10}`)] : []
      await index.apply([paper(seq, `first edition number ${seq}`), ...changed], false)
    }
    await merged(index, 15)
    expect((await find(index, 'first edition')).total).toBe(10)
    expect((await find(index, 'second edition')).total).toBe(30)
    expect(await found(index, '"edition number 7"')).toEqual([7])
    expect(index.state().papers).toBe(40)
    await index.close()
  })
})

describe.each([0, 2])('an index with %i threads for searching, told of changes', (threads) => {
  test('tells of papers only when the last of them is there if more are coming', async () => {
    const index = await openIndex({ folder: null, threads })
    const [first, second, third] = library()
    await index.apply([first, second], true)
    expect(await found(index, 'translation')).toEqual([])
    expect(index.state()).toMatchObject({ papers: 0, change: 0 })
    await index.apply([third], false)
    expect(await found(index, 'translation')).toEqual([1])
    expect(index.state()).toMatchObject({ papers: 3, change: third.change })
    await index.close()
  })

  test('tells of papers at once when it hears that no more are coming', async () => {
    const index = await openIndex({ folder: null, threads })
    const changes = library()
    await index.apply(changes, true)
    await index.apply([], false)
    expect(await found(index, 'translation')).toEqual([1])
    expect(index.state()).toMatchObject({ papers: 3, change: changes[2].change })
    await index.close()
  })
})

describe.each([0, 2])('an index with %i threads for searching, opened again', (threads) => {
  test('finds after a restart what was saved, without the papers that were gone', async () => {
    const folder = newFolder()
    const before = await openIndex({ folder, threads })
    const changes = library()
    await before.apply(changes, false)
    await before.save()
    await before.apply([gone(3)], false)
    await before.close()
    const after = await openIndex({ folder, threads })
    expect(after.state()).toMatchObject({ papers: 2, change: changes[2].change + 1 })
    expect(await found(after, 'translation')).toEqual([1])
    expect(await found(after, 'graph')).toEqual([])
    expect(authorsIn(after)).toEqual(['Yann LeCun'])
    await after.apply([paper(4, 'Graph colouring', { creators: [author('Ada Lovelace')] })], false)
    expect(await found(after, 'graph')).toEqual([4])
    expect(authorsIn(after)).toEqual(['Yann LeCun', 'Ada Lovelace'])
    await after.close()
  })

  test('asks again for a change of which more papers are to come', async () => {
    const folder = newFolder()
    const crashed = await openIndex({ folder, threads })
    const many = Array.from({ length: 32_768 }, (_, at) => paper(at + 10, 'one of many'))
    const last = many.at(-1)?.change ?? Number.NaN
    await crashed.apply(
      many.map((each) => ({ ...each, change: last })),
      true,
    )
    await crashed.save()
    const after = await openIndex({ folder, threads })
    expect(after.state().change).toBe(last - 1)
    await after.close()
    await crashed.close()
  })

  test('asks after a crash for the changes that were only in memory', async () => {
    const folder = newFolder()
    const [first, second] = library()
    const crashed = await openIndex({ folder, threads })
    await crashed.apply([first], false)
    await crashed.apply([second], true)
    await crashed.save()
    const after = await openIndex({ folder, threads })
    expect(after.state()).toMatchObject({ papers: 1, change: first.change })
    await after.close()
    await crashed.close()
  })
})

describe.each([0, 2])('an index with %i threads for searching, asked for something else', (threads) => {
  test('begins anew when it is told to forget', async () => {
    const index = await openIndex({ folder: newFolder(), threads })
    await index.apply(library(), false)
    await index.reset()
    expect(index.state()).toEqual({ papers: 0, change: 0, segments: 0, bytes: 0 })
    expect(await found(index, 'translation')).toEqual([])
    await index.apply(library(), false)
    expect(await found(index, 'translation')).toEqual([1])
    expect(authorsIn(index)).toEqual(['Yann LeCun'])
    await index.close()
  })

  test('suggests words that begin or look like one, the most frequent first', async () => {
    const index = await openIndex({ folder: null, threads })
    await index.apply(library(), false)
    expect(await index.wordsWith('gra', 5)).toEqual([
      { word: 'graph', papers: 1 },
      { word: 'graphs', papers: 1 },
    ])
    expect((await index.wordsLike('tranlsation', 5)).map(({ word }) => word)).toContain('translation')
    await index.close()
  })

  test('says what went wrong instead of waiting when it is asked after its end', async () => {
    const index = await openIndex({ folder: null, threads })
    await index.close()
    await expect(find(index, 'anything')).rejects.toThrow('closed')
    await expect(index.apply(library(), false)).rejects.toThrow('closed')
  })
})

/** Changes one byte in the middle of a file. */
function damage(path: string): void {
  const bytes = readFileSync(path)
  const at = bytes.length >> 1
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

function truncate(path: string): void {
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.subarray(0, bytes.length >> 1))
}

describe('an index whose files are damaged', () => {
  const faults: [string, RegExp, (path: string) => void][] = [
    ['a changed byte of a segment', /^segment/, damage],
    ['half a segment', /^segment/, truncate],
    ['a missing segment', /^segment/, (path) => rmSync(path)],
    ['a changed byte of the values', /^values/, damage],
    ['missing values', /^values/, (path) => rmSync(path)],
    ['half a manifest', /^manifest/, (path) => writeFileSync(path, '{"format":')],
    ['a manifest of nothing', /^manifest/, (path) => writeFileSync(path, '{}')],
  ]
  test.each(faults)('is empty, at change 0 and ready to be built again: %s', async (_, pattern, harm) => {
    const folder = newFolder()
    const before = await openIndex({ folder, threads: 0 })
    await before.apply(library(), false)
    await before.close()
    const file = readdirSync(folder).find((name) => pattern.test(name)) ?? ''
    harm(join(folder, file))
    const index = await openIndex({ folder, threads: 0 })
    expect(index.state()).toEqual({ papers: 0, change: 0, segments: 0, bytes: 0 })
    await index.apply(library(), false)
    expect(await found(index, 'translation')).toEqual([1])
    await index.close()
    const again = await openIndex({ folder, threads: 0 })
    expect(again.state().papers).toBe(3)
    await again.close()
  })

  test('keeps what it had when a file was half written', async () => {
    const folder = newFolder()
    const before = await openIndex({ folder, threads: 0 })
    await before.apply(library(), false)
    await before.close()
    writeFileSync(join(folder, 'segment-2.bin.new'), 'half')
    const index = await openIndex({ folder, threads: 0 })
    expect(index.state().papers).toBe(3)
    expect(readdirSync(folder)).not.toContain('segment-2.bin.new')
    await index.close()
  })
})
