import { expect, test } from 'vitest'
import { cleanMarkup } from './fields/text.ts'
import { readAll, successfulWorks } from './testing/read-all.ts'

/** Records drawn by chance, the same every time: what is written in a format comes out of its reader. */

function chance(start: number): () => number {
  let state = start
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const ROUNDS = 200

interface Draws {
  pick<Item>(items: readonly Item[]): Item
  upTo(most: number): number
}

function drawsFrom(seed: number): Draws {
  const random = chance(seed)
  const upTo = (most: number) => Math.floor(random() * most)
  return {
    upTo,
    pick(items) {
      const item = items[upTo(items.length)]
      if (item === undefined) throw new Error('there is nothing to pick')
      return item
    },
  }
}

interface Person {
  family: string
  given: string
  suffix: string
}

const families = [
  'Ness',
  'Ruud',
  'van der Meer',
  'García Márquez',
  'O’Brien',
  'Müller-Lüdenscheidt',
  'de la Cruz',
  'Łoś',
]
const givens = ['Ada', 'Bo Ture', 'Kai-lin', 'Jean-Luc', 'Peter Z.', 'Th. M.', 'Élise']
const initials = ['A.', 'B. C.', 'J.-L.', 'Th. M.', 'É.']

const personOf = ({ pick, upTo }: Draws, names: readonly string[]): Person => ({
  family: pick(families),
  given: pick(names),
  suffix: upTo(6) === 0 ? pick(['Jr.', 'III']) : '',
})

const inverted = ({ family, given, suffix }: Person): string =>
  [family, given, suffix].filter((part) => part).join(', ')
const parts = ({ family, given, suffix }: Person) => ({
  name: [given, family, suffix].filter((part) => part).join(' '),
  family,
  given,
})

/** How programs write several people into one field. */
const lists: Record<string, { names: readonly string[]; write: (people: string[]) => string }> = {
  'with semicolons': { names: givens, write: (people) => people.join('; ') },
  'with "and"': { names: givens, write: (people) => people.join(' and ') },
  'with semicolons and a last "and"': {
    names: givens,
    write: (people) => `${people.slice(0, -1).join('; ')} and ${people.at(-1)}`,
  },
  'with commas between initials': { names: initials, write: (people) => people.join(', ') },
  'with commas and a last "&"': {
    names: initials,
    write: (people) => `${people.slice(0, -1).join(', ')}, & ${people.at(-1)}`,
  },
}

const files: Record<string, (people: string) => string> = {
  'a.ris': (people) => `TY  - JOUR\nAU  - ${people}\nTI  - T\nER  - \n`,
  'a.enw': (people) => `%0 Journal Article\n%A ${people}\n%T T\n`,
  'a.csv': (people) => `Title,Authors,Year\nT,"${people}",2020\n`,
  'a.bib': (people) => `@article{a, author={${people}}, title={T}}\n`,
}

test.each(Object.keys(lists))(
  'people in one field, written %s, come out one by one from every format',
  async (how) => {
    const { names = givens, write = String } = lists[how] ?? {}
    const draws = drawsFrom(how.length)
    for (let round = 0; round < ROUNDS; round++) {
      const people = Array.from({ length: 2 + draws.upTo(4) }, () => personOf(draws, names))
      const written = write(people.map(inverted))
      const name = draws.pick(Object.keys(files))
      const works = successfulWorks(await readAll({ name, bytes: files[name]?.(written) ?? '' }))
      expect([name, written, works[0]?.creators]).toMatchObject([name, written, people.map(parts)])
      expect(works[0]?.creators).toHaveLength(people.length)
    }
  },
)

test('a name in its natural order keeps its suffix in BibTeX', async () => {
  const draws = drawsFrom(7)
  for (let round = 0; round < ROUNDS; round++) {
    const person = { ...personOf(draws, givens), family: draws.pick(['Stene', 'Vale', 'von Trott']) }
    const works = successfulWorks(
      await readAll({ name: 'a.bib', bytes: `@book{a, title={T}, author={${parts(person).name}}}` }),
    )
    expect(works[0]?.creators).toMatchObject([parts(person)])
  }
})

const english = [
  'IS',
  'NO',
  'AD',
  'SP',
  'receptor',
  'blockers',
  'were',
  'CT',
  'the',
  'ED',
  'patients',
  'A1',
  'T2',
  'C3',
]
/** Words that are tags, in the one-blank form of RIS. */
const oneBlank = ['IS - this', 'A1 - receptor', 'TY - no', 'PY - 2016', 'T1 - map']
const chinese = ['T1', 'T2加权', 'A1受体', 'C3补体', 'U1', 'K1', 'SP', '本研究', '观察', 'A2', '，', '治疗']

/** Lines of words, none of them empty. */
function linesOf({ pick, upTo }: Draws, words: readonly string[]): string[] {
  return Array.from({ length: 2 + upTo(4) }, () =>
    Array.from({ length: 2 + upTo(4) }, () => pick(words)).join(' '),
  )
}

test('a wrapped abstract in RIS stays whole whatever its lines begin with', async () => {
  const draws = drawsFrom(11)
  for (let round = 0; round < ROUNDS; round++) {
    const lines = ['Begins', ...linesOf(draws, [...english, ...oneBlank])]
    const text = `TY  - JOUR\nAU  - Ness, Ada\nTI  - T\nAB  - ${lines.join('\n')}\nPY  - 2012\nER  - \n`
    const works = successfulWorks(await readAll({ name: 'a.ris', bytes: text.repeat(2) }))
    const work = {
      abstract: lines.join(' '),
      publish_date: '2012',
      basic_source_no: null,
      creators: [{ name: 'Ada Ness' }],
    }
    expect(works).toMatchObject([work, work])
  }
})

test('a wrapped abstract in RefWorks stays whole where its lines begin with words of biology', async () => {
  const draws = drawsFrom(13)
  for (let round = 0; round < ROUNDS; round++) {
    const isChinese = draws.upTo(2) === 0
    const first = isChinese ? '本研究' : 'we saw'
    const lines = isChinese
      ? linesOf(draws, chinese).map((line) => line.replaceAll(' ', ''))
      : linesOf(draws, english).map((line) => line.toUpperCase())
    const text = `RT Journal Article\nSR 1\nA1 Ness, Ada\nT1 T\nJF J\nYR 2012\nAB ${[first, ...lines].join('\n')}\nLA 中文;\nDS CNKI\n\n`
    const works = successfulWorks(await readAll({ name: 'a.txt', bytes: text.repeat(2) }))
    // Where a line ends and the next begins with Latin letters nobody can know whether a blank belongs there.
    const bare = (abstract: string | null | undefined) => abstract?.replaceAll(' ', '')
    expect(works.map(({ abstract }) => bare(abstract))).toEqual(
      works.map(() => bare([first, ...lines].join(' '))),
    )
    const work = {
      basic_sourcename: 'J',
      publish_date: '2012',
      creators: [{ name: 'Ada Ness' }],
      csl: { source: 'CNKI' },
    }
    expect(works).toMatchObject([work, work])
    expect(works[0]?.csl).not.toHaveProperty('note')
  }
})

test('an inequality is no tag, whatever its variables are called', () => {
  const draws = drawsFrom(17)
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
  for (let round = 0; round < ROUNDS * 5; round++) {
    const [x, y, z] = [draws.pick(letters), draws.pick(letters), draws.pick(letters)]
    const text = draws.pick([
      `We saw ${x}<${y} and ${z}>d, also p<0.05`,
      `for ${x} <${y} or ${z} > 3`,
      `if ${x}<${y} , ${z}=2 and ${y}>${x}`,
      `where ${x}<${y} > ${z}`,
      `${x} < ${y} and ${y} > ${z}`,
      `H<sub>2</sub> for ${x}<${y} and ${z}>0`,
    ])
    expect(cleanMarkup(text, 1000)).toBe(text)
  }
})

test('what is left out of a record, or kept as it is written, is named in its warnings', async () => {
  const bib = `@article{a, title={T}, author={Lund, Bo}, doi={none yet}, url={see library}, year={in press}, journal=jm, volume=3, volume=4}`
  const ris = 'TY  - JOUR\nTI  - T\nVL  - 7\n\nLink to the full text: https://ex.org/kelp2\nER  - \n'
  const warnings = async (name: string, bytes: string) =>
    (await readAll({ name, bytes })).map((read) => (read.ok ? (read.warnings ?? []) : read.reason))
  expect(await warnings('a.bib', bib)).toEqual([
    [
      '缩写「jm」没有定义，按原样保留',
      '字段「volume」有两个值，只保留第一个',
      '日期「in press」无法识别，按原文保留',
      '链接「see library」不是网址，没有收入',
      'DOI「none yet」不符合格式，没有收入',
    ],
  ])
  expect(await warnings('a.ris', ris)).toEqual([
    ['有一行不属于任何字段，没有收入：Link to the full text: https://ex.org/kelp2'],
  ])
  expect(await warnings('b.bib', '@article{a, title={T}, month=October, year=2015, journal={J}}')).toEqual([
    [],
  ])
})

test('tags before the first record of a RIS file are no record; a record without its first line is one', async () => {
  const record = 'TY  - JOUR\nTI  - T\nER  - \n'
  const read = async (bytes: string) =>
    (await readAll({ name: 'a.ris', bytes })).map((each) => (each.ok ? each.work.title : each.line))
  expect(await read(`DB  - Some base\nDP  - Some host\n\n${record}`)).toEqual(['T'])
  expect(await read(`TI  - Lost\nDB  - Some base\nER  - \n${record}`)).toEqual([1, 'T'])
})

test('a brace too many, and entries of any type behind one that is not closed, cost one entry', async () => {
  const { pick, upTo } = drawsFrom(23)
  const types = ['video', 'movie', 'artwork', 'letter', 'jurisdiction', 'mytype', 'article', 'Book']
  for (let round = 0; round < ROUNDS; round++) {
    const good = (i: number) =>
      `@${pick(types)}{k${i},\n  title={Basalt ${i}},\n  author={Holm, Per}, year={2013}\n}`
    const bad = pick([
      '@article{bad,\n  title={Basalt fjord}} beta},\n  author={Torv, Ann},\n  year={2012}\n}',
      '@article{bad,\n  title={Basalt fjord}} beta,\n  author={Torv, Ann},\n  year={2012}\n}',
      '@article{bad,\n  title={Basalt {fjord},\n  author={Torv, Ann},\n  year={2012}\n}',
    ])
    const at = upTo(3)
    const entries = [good(1), good(2), good(3)]
    entries.splice(at, 0, bad)
    const reads = await readAll({ name: 'a.bib', bytes: `${entries.join('\n')}\n` })
    const titles = successfulWorks(reads).map(({ title }) => title)
    expect([entries.join('\n'), titles]).toEqual([entries.join('\n'), ['Basalt 1', 'Basalt 2', 'Basalt 3']])
    expect(reads.filter((read) => !read.ok)).toHaveLength(1)
  }
})

test('a kind that EndNote gives as a number alone is known', async () => {
  const numbers = { 17: 1, 0: 1, 6: 2, 5: 2, 10: 5, 47: 5, 32: 4, 25: 7, 27: 8, 58: 6, 23: 3, 12: 10 }
  const record = (type: string) =>
    `<record><ref-type>${type}</ref-type><titles><title>T</title><secondary-title>S</secondary-title></titles></record>`
  const bytes = `<xml><records>${Object.keys(numbers).map(record).join('')}</records></xml>`
  const works = successfulWorks(await readAll({ name: 'a.xml', bytes }))
  expect(works.map((work) => work.resource_type)).toEqual(Object.values(numbers))
})
