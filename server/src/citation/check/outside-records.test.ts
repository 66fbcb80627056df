import { formatReference, runsText, type StyleId, toCsl } from '@scinav/citation'
import { type Creator, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { readStarterWorks } from '../../library/import/starter-library.ts'
import { createRandom, SEEDS } from '../../testing/random.ts'
import { differingFields } from './compare-fields.ts'
import { type DifferingField, type ReferenceEntry, readEntry } from './entry.ts'
import { isSameWork } from './find-references.ts'

const STYLES: StyleId[] = [
  'gb-2015-numeric',
  'gb-2025-author-date',
  'apa-7',
  'ieee',
  'vancouver',
  'mla-9',
  'chicago-17-author-date',
]
interface PrintedWork {
  work: Work
  style: StyleId
  entry: ReferenceEntry
}

const LIBRARY = readStarterWorks().filter(
  // Entries may name other owners of a patent, and a standard without its issuer.
  ({ creators, resource_type }) =>
    creators.some(({ role }) => role === 'author') &&
    resource_type !== RESOURCE_TYPE.patent &&
    resource_type !== RESOURCE_TYPE.standard,
)

/** Works of the starter library, each printed in a style. */
const PRINTED = SEEDS.slice(0, 160).map((seed): PrintedWork => {
  const random = createRandom(seed)
  const [work, style] = [random.pick(LIBRARY), random.pick(STYLES)]
  return { work, style, entry: readEntry(print(style, work)) }
})

function print(style: StyleId, work: Work): string {
  return runsText(formatReference(style, toCsl(work)))
}

const isLatinPerson = ({ name, family, given }: Creator) =>
  Boolean(family && given) && !/\p{Script=Han}/u.test(name)

const exchanged = (each: Creator): Creator => {
  const { family, given, ...rest } = each
  return isLatinPerson(each) ? { ...rest, family: given, given: family, name: `${family} ${given}` } : each
}

const collaboration: Creator = {
  ...{ name: 'Northern Roofs Collaboration', is_body: true },
  ...{ role: 'author', affiliations: [] },
}

const withYear = (work: Work, change: number): Work => ({
  ...work,
  publish_date: String(Number((work.publish_date ?? '').slice(0, 4)) + change),
})

const compare = (recorded: Work, entry: ReferenceEntry): DifferingField[] =>
  differingFields(
    { ...recorded, authors: recorded.creators.map(({ name }) => name).join('; '), versions: [] },
    entry,
  )
const doubts = (fields: readonly DifferingField[]) => fields.map(({ field, doubt }) => [field, doubt])

test('names whose parts a source has exchanged are at most in doubt, names of others are not', () => {
  const drawn = PRINTED.filter(({ work }) => work.creators.every(isLatinPerson))
  expect(drawn.length).toBeGreaterThan(PRINTED.length / 4)
  for (const { work, style, entry } of drawn) {
    const recorded = { ...work, creators: work.creators.map(exchanged) }
    const about = [style, entry.text]
    for (const field of compare(recorded, entry)) expect([...about, field.doubt]).toEqual([...about, 'names'])
    expect([...about, isSameWork({ ...recorded, authors: '', versions: [] }, entry, work.title)]).toEqual([
      ...about,
      true,
    ])
    const quorn: Creator = {
      ...collaboration,
      is_body: false,
      name: 'Xenia Quorn',
      family: 'Quorn',
      given: 'Xenia',
    }
    const wrong = readEntry(print(style, { ...work, creators: [quorn, ...work.creators.slice(1)] }))
    expect([...about, doubts(compare(recorded, wrong))]).toEqual([...about, [['authors', undefined]]])
  }
})

test('people beside a record of a body alone are in doubt', () => {
  for (const { work, style, entry } of PRINTED.filter(({ work }) => work.creators.every(isLatinPerson))) {
    const about = [style, entry.text]
    const fields = compare({ ...work, creators: [collaboration] }, entry)
    expect([...about, doubts(fields)]).toEqual([...about, [['authors', 'group']]])
    const body = readEntry(print(style, { ...work, creators: [collaboration] }))
    expect([...about, doubts(compare(work, body))]).toEqual([...about, [['authors', 'group']]])
  }
})

test('a year beside that of the record is in doubt where the entry states the same place', () => {
  const drawn = PRINTED.filter(
    ({ work }) => work.basic_source_vo && work.basic_page && /^\d{4}/.test(work.publish_date ?? ''),
  )
  expect(drawn.length).toBeGreaterThan(PRINTED.length / 4)
  for (const { work, style, entry } of drawn) {
    const about = [entry.text]
    for (const by of [-1, 1])
      expect([...about, doubts(compare(withYear(work, by), entry))]).toEqual([...about, [['year', 'online']]])
    const early = { ...withYear(work, -1), basic_source_vo: null, basic_source_no: null, basic_page: null }
    expect([...about, doubts(compare(early, entry))]).toEqual([...about, [['year', 'online']]])
    expect([...about, doubts(compare(withYear(work, 2), entry))]).toEqual([...about, [['year', undefined]]])
    const withoutPlace = readEntry(
      print(style, { ...work, basic_source_vo: null, basic_source_no: null, basic_page: null }),
    )
    const isPresented = work.resource_type === RESOURCE_TYPE.conferencePaper
    expect([...about, doubts(compare(withYear(work, 1), withoutPlace))]).toEqual([
      ...about,
      [['year', 'online']],
    ])
    expect([...about, doubts(compare(withYear(work, -1), withoutPlace))]).toEqual([
      ...about,
      [['year', isPresented ? 'online' : undefined]],
    ])
    const elsewhere = { ...withYear(work, 1), basic_source_vo: '99901', basic_page: '99901' }
    expect(doubts(compare(elsewhere, entry))).toContainEqual(['year', undefined])
  }
})
