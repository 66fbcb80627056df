import { describe, expect, test } from 'vitest'
import { createRandom, type Random, SEEDS } from '../../../testing/random.ts'
import { findListFindings, type ManuscriptBlock, readManuscript } from './index.ts'

const block = (text: string, kind: ManuscriptBlock['kind'] = 'paragraph'): ManuscriptBlock => ({
  text,
  kind,
  page: null,
})

const FAMILIES = [
  'Doe',
  'Roe',
  'Poe',
  'Moe',
  'van der Loe',
  'Frost',
  'Hale-Bopp',
  'O’Neal',
  'Ängström',
  'Łoś',
]
const LETTERS = 'ABCDEFGHJKLM'

interface DrawnWork {
  families: string[]
  year: string
}

/** Draws works, no two of which have the same first author. */
const drawWorks = ({ below, pick }: Random): DrawnWork[] =>
  FAMILIES.map((first, at) => {
    const others = FAMILIES.filter((name) => name !== first)
    const count = below(4)
    return {
      families: [first, ...Array.from({ length: count }, (_, more) => others[(at + more * 2) % 9] ?? '')],
      year: `${1981 + below(40)}${pick(['', '', 'a'])}`,
    }
  })

/** Joins names as a citation does. */
function joinNames(names: readonly string[], { pick }: Random): string {
  const last = names.at(-1) ?? ''
  if (names.length === 1) return last
  const comma = names.length > 2 ? pick([', ', ' ']) : ' '
  return `${names.slice(0, -1).join(', ')}${comma}${pick(['and', '&', 'und', 'et', 'y'])} ${last}`
}

const LIST_STYLES: readonly ((work: DrawnWork, at: number) => string)[] = [
  ({ families, year }, at) =>
    `${families.map((name) => `${name} ${LETTERS[at]}`).join(', ')} (${year}). “Rain ${at}.” Example Press.`,
  ({ families, year }, at) =>
    `${families.map((name) => `${name}, ${LETTERS[at]}.`).join(', ')} (${year}). Rain ${at}. Example Press.`,
  ({ families, year }, at) =>
    `${families.map((name) => `Ada ${name}`).join(' and ')}. Rain ${at}. Example Press, ${year}.`,
]

/** Ways to cite works; each cites all that it is given. */
const SPELLINGS: readonly ((works: DrawnWork[], random: Random) => string)[] = [
  (works, random) =>
    `So it was (${works.map(({ families, year }) => `${joinNames(families, random)} ${year}`).join('; ')}).`,
  (works, random) => {
    const [first, ...more] = works.map(({ families, year }) => ({ names: joinNames(families, random), year }))
    const aside = more.map(({ names, year }) => `; see also ${names} ${year}`).join('')
    return `${random.pick(['Later, ', 'Originally, ', ''])}${first?.names} (${first?.year}${aside || random.pick(['', ', p. 4', ', S. 24', ', pág. 9', ': 7'])}) said so.`
  },
  (works, random) =>
    works
      .map(({ families, year }) => {
        const lead = random.pick([
          'built on gauges, ',
          'GLM, see Equation 12.3 in ',
          'due to ',
          'for a textbook, and ',
        ])
        return `It rains (${lead}${joinNames(families, random)} ${year}).`
      })
      .join(' '),
  (works, random) =>
    works
      .map(({ families, year }) =>
        families.length > 2
          ? `It rains (see ${families[0]} ${random.pick(['et al.', 'u. a.', 'and others'])} ${year}).`
          : `It rains (see e.g., ${joinNames(families, random)} ${year}, p. 4).`,
      )
      .join(' '),
]

test('citations by names are linked, however names are joined and whatever stands before them', () => {
  for (const seed of SEEDS) {
    const random = createRandom(seed)
    const works = drawWorks(random)
    const style = random.pick(LIST_STYLES)
    const from = random.below(works.length - 2)
    const cited = works.slice(from, from + 1 + random.below(2))
    const text = random.pick(SPELLINGS)(cited, random)
    const list = works.map((work, at) => block(style(work, at)))
    const { markers } = readManuscript([block(text), block('References', 'heading'), ...list])
    expect(
      [markers.flatMap(({ entries }) => entries), markers.flatMap(({ unmatched }) => unmatched)],
      `seed ${seed}: ${text}`,
    ).toEqual([cited.map((_, at) => from + at), []])
  }
})

/** Ways to cite the works of one author of one year, which differ in the number of authors. */
const COUNTED: readonly ((families: string[], random: Random) => string)[] = [
  (families, random) => `(${joinNames(families, random)}, 2005)`,
  ([first, ...more], { pick }) =>
    more.length > 1
      ? `(${first} ${pick(['et al.', 'and others'])}, 2005)`
      : `(${[first, ...more].join(' & ')}, 2005)`,
  ([first, ...more], { pick }) =>
    `${first}${more.length > 1 ? pick([' et al.', ' u. a.']) : more.map((name) => ` and ${name}`).join('')} (2005)`,
]

test('of the works of an author in a year, the one with as many authors as the citation has is meant', () => {
  for (const seed of SEEDS) {
    const random = createRandom(seed)
    const [first = '', second = '', third = '', fourth = ''] = FAMILIES.slice(
      random.below(FAMILIES.length - 4),
    )
    const works = [
      [first],
      [first, second],
      random.pick([
        [first, third, fourth],
        [first, second, third],
      ]),
    ].map((families) => ({ families, year: '2005' }))
    const style = random.pick(LIST_STYLES)
    const at = random.below(works.length)
    const text = `It rains ${random.pick(COUNTED)(works[at]?.families ?? [], random)}.`
    const { markers } = readManuscript([
      ...[block(text), block('References', 'heading')],
      ...works.map((work, index) => block(style(work, index))),
    ])
    expect(
      markers.map(({ entries, ambiguous }) => [entries, ambiguous]),
      `seed ${seed}: ${text}`,
    ).toEqual([[[at], []]])
  }
})

test.each([
  'Literatur',
  'Literaturverzeichnis',
  'Bibliographie',
  'Références bibliographiques',
  'Bibliografía',
])('a list has the title %s', (title) => {
  const list = drawWorks(createRandom(1)).map((work, at) => block(LIST_STYLES[0]?.(work, at) ?? ''))
  const { entries } = readManuscript([block('So it was.'), block(`7. ${title}`, 'heading'), ...list])
  expect(entries).toHaveLength(list.length)
})

describe('what follows a list without numbers is no entry', () => {
  const ADDRESS = [
    'Affiliation:',
    'Ada Doe',
    'Institute of Rain',
    '1020 Example City',
    'E-mail: doe@example.org',
  ]
  const TEXT = [
    'The gauges were read twice, and the rain that they',
    'gave was compared with the radar. The two',
    'agree.',
  ]

  test.each([
    ['addresses', [...ADDRESS, 'URL: https://example.org/doe', ...ADDRESS]],
    ['lines of an appendix', [...TEXT, ...TEXT, 'All of it was done in 2019 by', ...TEXT]],
  ])('%s', (_, after) => {
    for (const seed of SEEDS.slice(0, 50)) {
      const random = createRandom(seed)
      const works = drawWorks(random).slice(0, 4 + random.below(6))
      const list = works.map((work, at) => block(LIST_STYLES[0]?.(work, at) ?? '', 'reference'))
      const { entries } = readManuscript([
        ...[block('So it was.'), block('References', 'heading'), ...list],
        ...after.map((each) => block(each, 'reference')),
      ])
      expect(entries, `seed ${seed}`).toHaveLength(list.length)
    }
  })
})

test('a block that goes on with the source of an entry begins none', () => {
  const rest = ['In: Rain and radar, pp. 1–9. Example Press.', 'ISBN: 978-0-00-000000-2', 'doi:10.1234/rain']
  const list = drawWorks(createRandom(2)).flatMap((work, at) => [
    block(LIST_STYLES[0]?.(work, at) ?? ''),
    ...rest.slice(at % 4).map((each) => block(each)),
  ])
  const { entries } = readManuscript([block('So it was.'), block('References', 'heading'), ...list])
  expect(entries).toHaveLength(FAMILIES.length)
})

describe('a numbered list', () => {
  const numbered = (families: readonly string[]) => [
    block('References', 'heading'),
    ...families.map((name, at) => block(`[${at + 1}] A. ${name}. Rain ${at}. Example Press, ${1990 + at}.`)),
  ]
  const sorted = ['Doe', 'Hale', 'Moe', 'Poe', 'Roe', 'Winter']

  test('that is sorted by names is not out of order', () => {
    const kinds = (families: readonly string[]) =>
      findListFindings(
        readManuscript([block('It rains [1], [2], [4], [5], [6] and [3].'), ...numbered(families)]),
      ).map(({ kind }) => kind)
    expect(kinds(sorted)).toEqual([])
    expect(kinds(sorted.toReversed())).toEqual(['out-of-order'])
  })

  test('has no entry that begins with a year', () => {
    const list = numbered(sorted).flatMap((each, at) => [
      each,
      ...(at > 0
        ? [block(`(${1970 + at}), DOI:10.1234/rain${at}.`), block(`${1980 + at}). Reprinted.`)]
        : []),
    ])
    const { entries } = readManuscript([block('It rains [1].'), ...list])
    expect(entries.map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  const raisedText = (signs: string[]) => block(signs.map((sign) => `It has rained so${sign}. `).join(''))

  test('is not cited by the marks of notes', () => {
    const marks = ['¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸']
    const read = readManuscript([
      raisedText(marks),
      block('It rains [2, 3], but not here [5].'),
      ...numbered(sorted),
    ])
    expect(read.markers.map(({ text }) => text)).toEqual(['[2, 3]', '[5]'])
  })

  test('is cited in the way in which more of its entries are', () => {
    const powers = block(`So ${'x¹ + y² and z¹xa. '.repeat(9)}it is by version⁰.⁹ᵃ and rain¹ᵃ.`)
    const read = readManuscript([powers, block('It rains [1, 2] and pours [3].'), ...numbered(sorted)])
    expect(read.markers.map(({ text }) => text)).toEqual(['[1, 2]', '[3]'])
  })
})

test('a list of labels is not cited by numbers', () => {
  const list = ['Doe19', 'Moe20', 'Poe21'].map((label) =>
    block(`[${label}] A. Doe. Rain. Example Press, 2019.`),
  )
  const text = block('It rains [Doe19, Poe21], says version [4b] of 3 [7].')
  const { markers } = readManuscript([text, block('References', 'heading'), ...list])
  expect(markers.map((marker) => marker.text)).toEqual(['[Doe19, Poe21]'])
})
