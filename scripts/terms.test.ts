import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repoRoot } from './node24.mjs'

interface Entry {
  /** `file:line`, so that a failure says where to look. */
  place: string
  raw: string
  columns: string[]
}

const folder = join(repoRoot, 'config', 'terms')
const files = readdirSync(folder).sort()
const linesOf = (file: string): string[] => readFileSync(join(folder, file), 'utf8').split('\n')
const entries: Entry[] = files.flatMap((file) =>
  linesOf(file)
    .slice(1, -1)
    .map((raw, at) => ({ place: `${file}:${at + 2}`, raw, columns: raw.split('\t') })),
)

/** Alone, these words stand in half of all papers: as an expansion they would only disturb the ranking. */
const tooGeneral = new Set(
  (
    '研究 方法 分析 结果 论文 问题 模型 系统 理论 技术 应用 设计 影响 发展 比较 评价 实验 数据 文本 策略 机制 ' +
    'the method paper study result research analysis approach model system theory technology application ' +
    'problem design influence development comparison data text task experiment reference strategy mechanism'
  ).split(' '),
)

/** As abbreviations these would match ordinary English words, since the index knows no capitals. */
const readsAsWord = new Set(
  (
    'am an as at be by did do has he her his how if in is it its may me no of off on or our out re set she so ' +
    'the to up us was we who art cat era led map pop stem tag'
  ).split(' '),
)

/**
 * Simplified characters outside GB 2312 (1980), whose 6,763 characters are the simplified standard
 * against which every Chinese side is checked. Mostly names of substances and diseases.
 */
const laterSimplified = new Set('㶲')

/** The characters of GB 2312 level 1 and 2, rows 16 to 87, by decoding every code of theirs. */
function simplifiedHan(): Set<string> {
  const decoder = new TextDecoder('gb18030')
  const cells = Array.from({ length: 94 }, (_, cell) => 0xa1 + cell)
  const rows = Array.from({ length: 72 }, (_, row) => 0xb0 + row)
  return new Set(rows.flatMap((row) => cells.map((cell) => decoder.decode(new Uint8Array([row, cell])))))
}

/** Places of the entries that break a rule; a test expects none. */
const placesWhere = (breaks: (entry: Entry) => boolean): string[] =>
  entries.filter(breaks).map(({ place, raw }) => `${place} ${raw}`)

const pairOf = ({ columns: [chinese = '', english = ''] }: Entry): string =>
  `${chinese}\t${english}`.toLowerCase()

test('a search can be widened by at least 3,000 distinct pairs of terms', () => {
  expect(new Set(entries.map(pairOf)).size).toBeGreaterThanOrEqual(3000)
})

test('language technology is covered by at least 300 pairs and every area by at least 60', () => {
  const sizes = files.map((file) => ({ file, pairs: linesOf(file).length - 2 }))
  const small = sizes.filter(({ file, pairs }) => pairs < (file === 'language-technology.tsv' ? 300 : 60))
  expect(small).toEqual([])
  expect(files).toContain('language-technology.tsv')
})

test('every file is named by its area and begins with a sentence that says what it covers', () => {
  expect(files.filter((file) => !/^[a-z]+(-[a-z]+)*\.tsv$/.test(file))).toEqual([])
  expect(files.filter((file) => !/^# [A-Z][\x20-\x7e]+\.$/.test(linesOf(file)[0] ?? ''))).toEqual([])
  expect(files.filter((file) => linesOf(file).at(-1) !== '')).toEqual([])
})

test('every line is Chinese, English and at most one abbreviation, without stray spaces', () => {
  expect(placesWhere(({ columns }) => columns.length < 2 || columns.length > 3)).toEqual([])
  expect(
    placesWhere(({ columns }) => columns.some((side) => side !== side.trim() || / {2}/.test(side))),
  ).toEqual([])
  expect(placesWhere(({ raw }) => raw !== raw.normalize('NFKC'))).toEqual([])
})

test('no side is empty or longer than 60 characters, and no Chinese side is a lone character', () => {
  expect(placesWhere(({ columns }) => columns.some((side) => side === '' || side.length > 60))).toEqual([])
  expect(placesWhere(({ columns: [chinese = ''] }) => [...chinese].length < 2)).toEqual([])
})

test('the Chinese side is simplified Han with Latin letters and digits at most', () => {
  const simplified = simplifiedHan()
  expect(simplified.size).toBeGreaterThan(6700)
  const known = (sign: string): boolean =>
    simplified.has(sign) || laterSimplified.has(sign) || /[A-Za-z0-9\p{Script=Greek}+·-]/u.test(sign)
  expect(placesWhere(({ columns: [chinese = ''] }) => ![...chinese].every(known))).toEqual([])
  expect(placesWhere(({ columns: [chinese = ''] }) => !/\p{Script=Han}/u.test(chinese))).toEqual([])
})

test('the English side and the abbreviation are Latin', () => {
  const english = /^[\p{Script=Latin}\p{Script=Greek}0-9][\p{Script=Latin}\p{Script=Greek}0-9 '&/+.,()-]*$/u
  expect(placesWhere(({ columns: [, side = ''] }) => !english.test(side))).toEqual([])
  expect(placesWhere(({ columns: [, , short] }) => short !== undefined && !/^\S{2,12}$/.test(short))).toEqual(
    [],
  )
  expect(placesWhere(({ columns: [, , short] }) => /[^\x21-\x7e]/.test(short ?? ''))).toEqual([])
})

test('no pair is listed twice, not even in two areas', () => {
  const first = new Map<string, string>()
  const again = entries.filter((entry) => {
    const pair = pairOf(entry)
    const listed = first.has(pair)
    if (!listed) first.set(pair, entry.place)
    return listed
  })
  expect(again.map((entry) => `${entry.place} repeats ${first.get(pairOf(entry))}`)).toEqual([])
})

test('no word that stands in half of all papers is an expansion by itself', () => {
  expect(placesWhere(({ columns }) => columns.some((side) => tooGeneral.has(side.toLowerCase())))).toEqual([])
  expect(placesWhere(({ columns: [, , short = ''] }) => readsAsWord.has(short.toLowerCase()))).toEqual([])
})
