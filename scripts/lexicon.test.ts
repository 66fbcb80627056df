import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generalWords } from '../server/src/search/engine/curated-terms.ts'
import { repoRoot } from './node24.mjs'

const folder = join(repoRoot, 'config', 'lexicon')
const files = readdirSync(folder).sort()

interface Entry {
  /** `file:line`, so that a failure says where to look. */
  place: string
  raw: string
  columns: string[]
}

const linesOf = (file: string): string[] => readFileSync(join(folder, file), 'utf8').split('\n')
const entries: Entry[] = files.flatMap((file) =>
  linesOf(file)
    .slice(1, -1)
    .map((raw, at) => ({ place: `${file}:${at + 2}`, raw, columns: raw.split('\t') })),
)
const placesWhere = (breaks: (entry: Entry) => boolean): string[] =>
  entries.filter(breaks).map(({ place, raw }) => `${place} ${raw}`)

test('a question can be put in the other language by at least 6,000 pairs of general words', () => {
  const pairs = new Set(entries.map(({ columns: [chinese, english] }) => `${chinese}\t${english}`))
  expect(pairs.size).toBeGreaterThanOrEqual(6_000)
  expect(generalWords()).toHaveLength(entries.length)
})

test('nouns, verbs, adjectives, adverbs and set phrases are all there', () => {
  const kinds = Map.groupBy(entries, ({ columns: [, , kind = ''] }) => kind)
  expect([...kinds.keys()].toSorted()).toEqual(['a', 'd', 'f', 'n', 'v'])
  for (const [kind, all] of kinds) expect(all.length, kind).toBeGreaterThan(250)
})

test('every file is named by its area and begins with a sentence that says what it covers', () => {
  expect(files.filter((file) => !/^[a-z]+(-[a-z]+)*\.tsv$/.test(file))).toEqual([])
  expect(files.filter((file) => !/^# [A-Z].+\.$/.test(linesOf(file)[0] ?? ''))).toEqual([])
  expect(files.filter((file) => linesOf(file).at(-1) !== '')).toEqual([])
})

test('every line is a Chinese word, an English one of at most four words, and a part of speech', () => {
  expect(placesWhere(({ columns }) => columns.length !== 3)).toEqual([])
  expect(placesWhere(({ columns: [chinese = ''] }) => !/^\p{Script=Han}{2,6}$/u.test(chinese))).toEqual([])
  const english = /^[A-Za-z]+(?:[ -][A-Za-z]+){0,3}$/
  expect(placesWhere(({ columns: [, side = ''] }) => !english.test(side))).toEqual([])
})

test('no line stands twice, not even in two files', () => {
  const first = new Map<string, string>()
  const again = entries.filter(({ raw, place }) => {
    const key = raw.toLowerCase()
    const listed = first.has(key)
    if (!listed) first.set(key, place)
    return listed
  })
  expect(again.map(({ place, raw }) => `${place} repeats ${first.get(raw.toLowerCase())}: ${raw}`)).toEqual(
    [],
  )
})

test('no English side is a word that stands in every text', () => {
  const everywhere = new Set(
    'a an the of in on at to is are was be it its us we he she and or not no as by for from with'.split(' '),
  )
  expect(placesWhere(({ columns: [, side = ''] }) => everywhere.has(side.toLowerCase()))).toEqual([])
})
