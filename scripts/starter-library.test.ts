import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blankWork, type Work, work } from '@scinav/contract'
import { expect, test } from 'vitest'
import clcClasses from '../config/clc.json' with { type: 'json' }
import disciplines from '../config/disciplines.json' with { type: 'json' }
import esiFields from '../config/esi.json' with { type: 'json' }
import topics from '../config/topics.json' with { type: 'json' }
import { repoRoot } from './node24.mjs'

const folder = join(repoRoot, 'config', 'starter')
const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl'))

const subjects = disciplines.flatMap(({ children }) => children)
const clcCodes = clcClasses.flatMap(({ code, children = [] }) => [
  code,
  ...children.map((child) => child.code),
])

interface Line {
  /** `file:line` and title, to find a fault by. */
  at: string
  /** The 门类 that the file's name begins with. */
  group: string
  raw: Record<string, unknown>
  work: Work
}

function parseLine(file: string, text: string, index: number): Line {
  const raw: Record<string, unknown> = JSON.parse(text)
  const parsed = work.parse({ ...blankWork('', 0), ...raw })
  return { at: `${file}:${index + 1} ${parsed.title}`, group: file.slice(0, 2), raw, work: parsed }
}

const lines = files.flatMap((file) =>
  readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((text, index) => parseLine(file, text, index)),
)

/** The lines of which it does not hold. */
function faults(holds: (work: Work, line: Line) => boolean): string[] {
  return lines.filter((line) => !holds(line.work, line)).map(({ at }) => at)
}

/** The values that stand more than once, so that a failing test names them. */
function repeated(values: (string | null | undefined)[]): string[] {
  const known = values.filter((value) => value != null)
  return known.filter((value, index) => known.indexOf(value) !== index)
}

function weighted(digits: string, weight: (index: number) => number): number {
  return [...digits].reduce((sum, digit, index) => sum + Number(digit) * weight(index), 0)
}

/** The check digit of ISO 2108: modulus 10 with weights 1 and 3. */
function isIsbn13(isbn: string): boolean {
  const digits = isbn.replaceAll('-', '')
  return /^97[89]\d{10}$/.test(digits) && weighted(digits, (index) => (index % 2 === 0 ? 1 : 3)) % 10 === 0
}

function inRange(value: number, least: number, most: number): boolean {
  return value >= least && value <= most
}

const han = /\p{Script=Han}/u
const latin = /^[^\p{Script=Han}]+$/u

test('the starter library has over three hundred works, over 120 of them Chinese', () => {
  expect(lines.length).toBeGreaterThanOrEqual(300)
  expect(lines.filter(({ work: each }) => each.language === 'zh').length).toBeGreaterThanOrEqual(120)
})

test('each of the fourteen groups of disciplines has a file with at least ten works', () => {
  const groups = disciplines.map(({ code }) => code)
  const counts = groups.map((code) => lines.filter(({ group }) => group === code).length)

  expect(files.map((file) => file.slice(0, 2)).sort()).toEqual(groups)
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(10)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('resource type %i has at least five works', (type) => {
  expect(lines.filter(({ work: each }) => each.resource_type === type).length).toBeGreaterThanOrEqual(5)
})

test('every line has a title, a known kind and only fields of a work, none of them empty', () => {
  expect(faults((each) => each.title !== '' && inRange(each.resource_type, 1, 10))).toEqual([])

  const known = new Set(Object.keys(work.shape))

  expect(
    faults((_, { raw }) =>
      Object.entries(raw).every(([key, value]) => known.has(key) && value !== '' && value !== null),
    ),
  ).toEqual([])
})

test('no identifier stands at two works', () => {
  const works = lines.map((line) => line.work)

  expect(repeated(works.map(({ doi }) => doi))).toEqual([])
  expect(repeated(works.map(({ isbn }) => isbn))).toEqual([])
  expect(repeated(works.flatMap(({ external_ids }) => Object.entries(external_ids).map(String)))).toEqual([])
})

test('no two works have the same title and year', () => {
  const keys = lines.map(({ work: each }) => `${each.title.toLowerCase()} ${each.publish_date?.slice(0, 4)}`)

  expect(repeated(keys)).toEqual([])
})

test('every work has disciplines of the catalogue, first one of its own file', () => {
  const codes = new Set(subjects.map(({ code }) => code))

  expect(
    faults(({ subject_codes }, { group }) => {
      const [first] = subject_codes
      return first?.startsWith(group) === true && subject_codes.every((code) => codes.has(code))
    }),
  ).toEqual([])
})

test('every work has one class of the Chinese Library Classification', () => {
  expect(
    faults(
      ({ clc_codes: [code = '', ...more] }) =>
        more.length === 0 &&
        /^[A-Z]{1,2}[\d.-]*$/.test(code) &&
        clcCodes.some((known) => code.startsWith(known)),
    ),
  ).toEqual([])
})

test('every work has a Chinese summary of its own between 20 and 200 characters', () => {
  const summaries = lines.map((line) => line.work.abstract_zh ?? '')

  expect(faults(({ abstract_zh }) => han.test(abstract_zh ?? ''))).toEqual([])
  expect(
    faults(({ abstract_zh }) => abstract_zh !== null && inRange([...abstract_zh].length, 20, 200)),
  ).toEqual([])
  expect(repeated(summaries)).toEqual([])
})

test('foreign works also have a Chinese title, an English summary and keywords in both languages', () => {
  const foreign = ({ language }: Work) => language !== 'zh'

  expect(faults((each) => !foreign(each) || (each.title_zh !== null && han.test(each.title_zh)))).toEqual([])
  expect(faults((each) => !foreign(each) || (each.abstract !== null && latin.test(each.abstract)))).toEqual(
    [],
  )
  expect(
    faults(
      (each) =>
        !foreign(each) ||
        (each.keywords.some((word) => han.test(word)) && each.keywords.some((word) => latin.test(word))),
    ),
  ).toEqual([])
  expect(repeated(lines.map((line) => line.work.abstract))).toEqual([])
})

test('every work has three to six different keywords', () => {
  expect(faults(({ keywords }) => inRange(keywords.length, 3, 6) && repeated(keywords).length === 0)).toEqual(
    [],
  )
})

test('every date is one that sorts, and only living databases lack it', () => {
  expect(
    faults(({ publish_date, resource_type }) =>
      publish_date === null ? resource_type === 10 : /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/.test(publish_date),
    ),
  ).toEqual([])
})

test('every work has what its kind is cited by', () => {
  expect(
    faults(
      ({ resource_type, basic_sourcename }) =>
        ![1, 3, 5].includes(resource_type) || basic_sourcename !== null,
    ),
  ).toEqual([])
  expect(faults(({ resource_type, isbn }) => ![6, 7].includes(resource_type) || isbn !== null)).toEqual([])
  expect(
    faults(({ resource_type, publish_venue }) => resource_type !== 4 || publish_venue.length === 1),
  ).toEqual([])
  expect(faults(({ resource_type, url }) => ![9, 10].includes(resource_type) || url !== null)).toEqual([])
  expect(faults(({ resource_type, creators }) => resource_type === 6 || creators.length > 0)).toEqual([])
})

test('DOIs are lower case without resolver, and ISBNs have the right check digit', () => {
  expect(faults(({ doi }) => doi === null || /^10\.\d{4,9}\/[^\sA-Z]+$/.test(doi))).toEqual([])
  expect(faults(({ resource_type, isbn }) => resource_type !== 2 || isbn === null || isIsbn13(isbn))).toEqual(
    [],
  )
  expect(isIsbn13('978-0-262-03561-4')).toBe(false)
})

test('the disciplines map to ESI fields and library classes that exist', () => {
  const esi = new Set(esiFields.map(({ name_en }) => name_en))
  const unknown = subjects.filter(
    (subject) =>
      !subject.esi.every((field) => esi.has(field)) ||
      !subject.clc.every((code) => clcCodes.some((known) => code.startsWith(known))),
  )

  expect([disciplines.length, subjects.length, esi.size]).toEqual([14, 117, 22])
  expect(unknown).toEqual([])
  expect(
    subjects.filter(({ esi, clc, gbt13745 }) => [esi, clc, gbt13745].some((list) => list.length === 0)),
  ).toEqual([])
})

test('every discipline offers six to ten topics, each once', () => {
  const counts = subjects.map(({ code }) => topics.filter(({ subject_code }) => subject_code === code).length)

  expect(counts.every((count) => inRange(count, 6, 10))).toBe(true)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(topics.length)
  expect(repeated(topics.map(({ subject_code, name }) => `${subject_code} ${name}`))).toEqual([])
})
