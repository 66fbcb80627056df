import { expect, test } from 'vitest'
import type { CslItem } from '../csl.ts'
import type { Romanize } from './bibtex-keys.ts'
import { exportText, exportWriter } from './exports.ts'
import { chineseArticle, latinArticle, thesis } from './items.cases.ts'

test('BibTeX escapes text, keeps capitals of names and abbreviations, and leaves addresses alone', () => {
  expect(exportText('bibtex', [latinArticle])).toBe(
    [
      '@article{muller2020effect,',
      '  author = {Müller, Jörg and Davis, Jr., Sammy and {World Health Organization}},',
      '  title = {The effect of {CO2} \\& {DNA} on 50\\% of {Chinese} \\{mice\\}: a β-study},',
      '  journal = {Nature \\& Science},',
      '  year = {2020},',
      '  volume = {7},',
      '  pages = {1--9},',
      '  url = {https://example.org/a_b?c=%20&d=%7Bx%7D},',
      '  month = may',
      '}',
      '',
      '',
    ].join('\n'),
  )
})

test('BibTeX writes Chinese names and titles as they are, theses with school and degree', () => {
  const text = exportText('bibtex', [chineseArticle, thesis])
  expect(text).toContain('  author = {王利平 and 刘洪},\n  title = {过冷大水滴环境粒径分布模拟方法研究进展},')
  expect(text).toContain('  abstract = {第一段。 第二段。},')
  expect(text).toMatch(/@mastersthesis\{ref2016[a-z0-9]+,/)
  expect(text).toContain('  school = {武汉大学},')
})

test.each([
  ['article-journal', 'article'],
  ['article-newspaper', 'article'],
  ['book', 'book'],
  ['chapter', 'incollection'],
  ['dataset', 'dataset'],
  ['entry-encyclopedia', 'inreference'],
  ['paper-conference', 'inproceedings'],
  ['patent', 'patent'],
  ['report', 'techreport'],
  ['standard', 'standard'],
  ['webpage', 'online'],
  ['map', 'misc'],
] as const)('in BibTeX a %s is an entry of the type %s', (type, entry) => {
  expect(exportText('bibtex', [{ ...latinArticle, type }])).toMatch(new RegExp(`^@${entry}\\{`))
})

test('a title in headline style keeps only its abbreviations in braces', () => {
  const title = (text: string) =>
    exportText('bibtex', [{ ...latinArticle, title: text }]).match(/title = \{(.*)\},\n/)?.[1]
  expect(title('Deep Learning for mRNA and DNA Sequences')).toBe(
    'Deep Learning for {mRNA} and {DNA} Sequences',
  )
  expect(title('Learning about Darwin in small island schools')).toBe(
    'Learning about {Darwin} in small island schools',
  )
})

test('BibTeX keys are unique, ASCII and the same every time, for ten thousand alike items too', () => {
  const items = Array.from({ length: 10_000 }, (_, i) => (i % 2 === 0 ? latinArticle : chineseArticle))
  const keys = () => {
    const writer = exportWriter('bibtex', { items })
    return items.map((item, i) => writer.entry(item, i).match(/^@\w+\{([^,]+),/)?.[1] ?? '')
  }
  const first = keys()
  expect(new Set(first).size).toBe(items.length)
  expect(first.every((key) => /^[a-z0-9-]+$/.test(key))).toBe(true)
  expect(keys()).toEqual(first)
})

const keysOf = (items: readonly CslItem[], romanize?: Romanize): string[] => {
  const writer = exportWriter('bibtex', { items, ...(romanize && { romanize }) })
  return items.map((item, at) => writer.entry(item, at).match(/^@\w+\{([^,]+),/)?.[1] ?? '')
}

test('a key stays with its paper in whatever order a list stands, and tells its authors’ papers of a year apart', () => {
  const items = Array.from(
    { length: 60 },
    (_, at): CslItem => ({
      ...latinArticle,
      ...(at % 3 > 0 && { DOI: `10.1/${at % 20}` }),
      page: `${at}-${at + 3}`,
      title: `Solid state ${at % 5}`,
    }),
  )
  const keys = new Map(items.map((item, at) => [item, keysOf(items)[at]]))
  expect(new Set(keys.values()).size).toBe(items.length)
  for (const other of [
    items.toReversed(),
    items.toSorted((a, b) => (a.title ?? '').localeCompare(b.title ?? '')),
  ])
    expect(keysOf(other)).toEqual(other.map((item) => keys.get(item)))
  const [first = latinArticle] = items
  expect(keysOf([first])[0]).toMatch(/^[a-z]+\d{4}[a-z]+$/)
})

test('Chinese names and titles stand in keys as they are read', () => {
  const readings = new Map([
    ['王利平', 'wang li ping'],
    ['过冷大水', 'guo leng da shui'],
  ])
  expect(keysOf([chineseArticle], (text) => readings.get(text) ?? '')).toEqual([
    'wangliping2024guolengdashui',
  ])
})

test('no text can break out of its BibTeX field', () => {
  const nasty = 'a}b{c\\ % # _ ^ ~ $ & "@"\n\ty'
  const text = exportText('bibtex', [
    { ...latinArticle, title: nasty, abstract: nasty, URL: nasty, publisher: nasty },
  ])
  const bare = text.replace(/\\[{}]/g, '')
  expect(bare.split('{').length).toBe(bare.split('}').length)
  expect(text).toContain('a\\}b\\{c\\textbackslash{}')
})

test('a preprint of arXiv names its number where BibTeX looks for it', () => {
  const preprint: CslItem = {
    id: 'x',
    type: 'article',
    title: 'A',
    number: 'arXiv:1112.6136',
    publisher: 'arXiv',
  }
  expect(exportText('bibtex', [preprint])).toContain('  eprint = {1112.6136},\n  archiveprefix = {arXiv}\n')
})

test('no value begins with a sign that a spreadsheet would run', () => {
  const risky = {
    ...latinArticle,
    title: '=1+1',
    publisher: '@SUM(A1)',
    volume: '-7',
    abstract: '+a',
    URL: '=cmd',
    DOI: '@x',
  }
  const values = exportText('bibtex', [risky]).match(/= \{.*/g) ?? []
  expect(values.length).toBeGreaterThan(8)
  for (const value of values) expect(value).not.toMatch(/^= \{[=+\-@]/)
})
