import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newFolder } from '../../server/src/testing/new-folder.ts'
import { openTermIndex } from './open-term-index.ts'
import { deletion, findSeqs, paper } from './testing/index-queries.ts'
import { author, listAuthors, threePapers } from './testing/three-papers.ts'

describe.each([0, 2])('an index with %i threads for searching, opened again', (threads) => {
  test('finds after a restart what was saved, without the papers that were gone', async () => {
    const folder = newFolder()
    const before = await openTermIndex({ folder, threads })
    const changes = threePapers()
    await before.apply(changes, false)
    await before.save()
    await before.apply([deletion(3)], false)
    await before.close()
    const after = await openTermIndex({ folder, threads })
    expect(after.state()).toMatchObject({ papers: 2, change: changes[2].change + 1 })
    expect(await findSeqs(after, 'translation')).toEqual([1])
    expect(await findSeqs(after, 'graph')).toEqual([])
    expect(listAuthors(after)).toEqual(['Yann LeCun'])
    await after.apply([paper(4, 'Graph colouring', { creators: [author('Ada Lovelace')] })], false)
    expect(await findSeqs(after, 'graph')).toEqual([4])
    expect(listAuthors(after)).toEqual(['Yann LeCun', 'Ada Lovelace'])
    await after.close()
  })

  test('asks again for a change of which more papers are to come', async () => {
    const folder = newFolder()
    const crashed = await openTermIndex({ folder, threads })
    const many = Array.from({ length: 32_768 }, (_, at) => paper(at + 10, 'one of many'))
    const last = many.at(-1)?.change ?? Number.NaN
    await crashed.apply(
      many.map((each) => ({ ...each, change: last })),
      true,
    )
    await crashed.save()
    const after = await openTermIndex({ folder, threads })
    expect(after.state().change).toBe(last - 1)
    await after.close()
    await crashed.close()
  })

  test('asks after a crash for the changes that were only in memory', async () => {
    const folder = newFolder()
    const [first, second] = threePapers()
    const crashed = await openTermIndex({ folder, threads })
    await crashed.apply([first], false)
    await crashed.apply([second], true)
    await crashed.save()
    const after = await openTermIndex({ folder, threads })
    expect(after.state()).toMatchObject({ papers: 1, change: first.change })
    await after.close()
    await crashed.close()
  })
})

test('what was merged after opening is on disk, although no paper has come', async () => {
  const folder = newFolder()
  const writing = await openTermIndex({ folder, threads: 'only to write' })
  for (let seq = 1; seq <= 6; seq += 1) await writing.apply([paper(seq, `number ${seq}`)], false)
  await writing.close()
  expect(writing.state().segments).toBe(6)
  const index = await openTermIndex({ folder, threads: 2 })
  await expect.poll(() => index.state().segments).toBe(1)
  await index.close()
  const after = await openTermIndex({ folder, threads: 'only to write' })
  expect(after.state()).toMatchObject({ papers: 6, segments: 1 })
  await after.close()
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
    const before = await openTermIndex({ folder, threads: 0 })
    await before.apply(threePapers(), false)
    await before.close()
    const file = readdirSync(folder).find((name) => pattern.test(name)) ?? ''
    harm(join(folder, file))
    const index = await openTermIndex({ folder, threads: 0 })
    expect(index.state()).toEqual({ papers: 0, change: 0, segments: 0, bytes: 0 })
    await index.apply(threePapers(), false)
    expect(await findSeqs(index, 'translation')).toEqual([1])
    await index.close()
    const again = await openTermIndex({ folder, threads: 0 })
    expect(again.state().papers).toBe(3)
    await again.close()
  })

  test('keeps what it had when a file was half written', async () => {
    const folder = newFolder()
    const before = await openTermIndex({ folder, threads: 0 })
    await before.apply(threePapers(), false)
    await before.close()
    writeFileSync(join(folder, 'segment-2.bin.new'), 'half')
    const index = await openTermIndex({ folder, threads: 0 })
    expect(index.state().papers).toBe(3)
    expect(readdirSync(folder)).not.toContain('segment-2.bin.new')
    await index.close()
  })
})
