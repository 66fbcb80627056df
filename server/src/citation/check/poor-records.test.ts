import { formatReference, runsText, type StyleId, toCsl } from '@scinav/citation'
import { blankWork, type Creator, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { differingFields } from './compare-fields.ts'
import { readEntry } from './entry.ts'

const STYLES: StyleId[] = [
  'gb-2015-numeric',
  'gb-2025-author-date',
  'apa-7',
  'ieee',
  'vancouver',
  'mla-9',
  'chicago-17-author-date',
]

const person = (given: string, family: string): Creator => ({
  ...{ name: `${given} ${family}`, family, given },
  ...{ role: 'author', affiliations: [] },
})

const work = (title: string, creators: Creator[], language: string, source: string): Work => ({
  ...blankWork(title, 1),
  ...{ creators, language, publish_date: '2021', basic_sourcename: source },
  ...{ basic_source_vo: '16', basic_source_no: '4', basic_page: '110-119' },
})

const LATIN = [
  person('Lotte', 'van der Meer'),
  person('Zoë Anna', 'Müller'),
  person('Wei', 'Zhang'),
  person('Seán', "O'Brien"),
  person('Ada', 'Ness'),
  person('Per', 'Lindqvist'),
]
const HAN = ['柳青山', '欧阳岭', '方晓', '林远', '程知微'].map(
  (name): Creator => ({
    ...{ name, role: 'author', affiliations: [] },
  }),
)
const WORKS = [2, 4, 6].flatMap((count) => [
  work(
    'Moss cover on northern roofs and its water budget',
    LATIN.slice(0, count),
    'en',
    'Annals of Bryology',
  ),
  work('屋顶苔藓覆盖及其水量收支', HAN.slice(0, count), 'zh', '城市水文'),
])

type Change = (creators: Creator[]) => Creator[]
const without = ({ family: _, given: __, ...rest }: Creator): Creator => rest
const body: Creator = {
  ...{ name: 'Northern Roofs Collaboration', is_body: true },
  ...{ role: 'author', affiliations: [] },
}
const cutAt =
  (count: number): Change =>
  (all) =>
    all.length <= count
      ? all
      : all.slice(0, count).map((each, at) => (at === count - 1 ? { ...each, and_others: true } : each))

/** What sources make of the authors of a work. */
const CHANGES: [string, Change][] = [
  ['only the first, with a mark', cutAt(1)],
  ['the first three, with a mark', cutAt(3)],
  [
    'initials',
    (all) => all.map((each) => (each.given ? person(each.given.charAt(0), each.family ?? '') : each)),
  ],
  [
    'undivided names, family names first',
    (all) =>
      all.map((each) => ({
        ...without(each),
        name: each.family ? `${each.family} ${each.given}` : each.name,
      })),
  ],
  [
    'no diacritics',
    (all) =>
      all.map((each) =>
        each.family
          ? person(
              ...([each.given, each.family].map((name = '') =>
                name.normalize('NFD').replace(/\p{M}/gu, ''),
              ) as [string, string]),
            )
          : each,
      ),
  ],
  ['a body behind the people', (all) => [...all, body]],
  ['a body before the people', (all) => [body, ...all]],
]

const compare = (style: StyleId, printed: Work, recorded: Work) =>
  differingFields(
    { ...recorded, authors: recorded.creators.map(({ name }) => name).join('; '), versions: [] },
    readEntry(runsText(formatReference(style, toCsl(printed)))),
  )
const stranger = ({ name }: Creator): Creator =>
  /\p{Script=Han}/u.test(name)
    ? { name: '闻人雪', role: 'author', affiliations: [] }
    : person('Xenia', 'Quorn')

test.each(CHANGES)('a record with %s agrees with right entries, not with those of others', (_, change) => {
  for (const style of STYLES)
    for (const each of WORKS) {
      const recorded = { ...each, creators: change(each.creators) }
      expect([style, compare(style, each, recorded)]).toEqual([style, []])
      const wrong = { ...each, creators: each.creators.map((one, at) => (at === 0 ? stranger(one) : one)) }
      expect([style, compare(style, wrong, recorded).map(({ field }) => field)]).toEqual([style, ['authors']])
    }
})

test('a record of the first authors without a mark leaves the user to decide', () => {
  for (const style of STYLES)
    for (const each of WORKS.filter(({ creators }) => creators.length > 3)) {
      const [field] = compare(style, each, { ...each, creators: each.creators.slice(0, 3) })
      expect([style, field?.field ?? 'authors', field?.doubt ?? 'more']).toEqual([style, 'authors', 'more'])
      const [other] = compare(style, each, { ...each, creators: each.creators.slice(0, 1).map(stranger) })
      expect([style, other?.field, other?.doubt]).toEqual([style, 'authors', undefined])
    }
})
