import { blankWork, type Creator, reference, type Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { referenceToCsl, toCsl } from './from-work.ts'
import { formatGb } from './gb/gb.ts'
import { readCsl } from './read-csl.ts'
import { runsText } from './runs.ts'
import { formatSpec } from './spec-format.ts'
import { formatReference, styles } from './styles.ts'
import { cslToReference, workToReference } from './to-reference.ts'

const person = (name: string, more: Partial<Creator> = {}): Creator => ({
  name,
  role: 'author',
  affiliations: [],
  ...more,
})

const article: Work = {
  ...blankWork('过冷大水滴环境粒径分布模拟方法研究进展', 1),
  creators: [
    person('王利平', { affiliations: ['南京航空航天大学'] }),
    person('刘洪', { role: 'corresponding' }),
  ],
  basic_sourcename: '航空学报',
  basic_source_vo: '45',
  basic_source_no: '增刊1',
  basic_page: '730570',
  publish_date: '2024-04-25',
  doi: '10.7527/s1000-6893.2024.30570',
  keywords: ['结冰', '过冷大水滴'],
}

test('a work becomes CSL-JSON with names, date, numbers and keywords', () => {
  expect(toCsl(article, 'p1')).toEqual({
    id: 'p1',
    type: 'article-journal',
    title: '过冷大水滴环境粒径分布模拟方法研究进展',
    'container-title': '航空学报',
    volume: '45',
    issue: '增刊1',
    page: '730570',
    issued: { 'date-parts': [[2024, 4, 25]] },
    DOI: '10.7527/s1000-6893.2024.30570',
    keyword: '结冰;过冷大水滴',
    author: [{ literal: '王利平' }, { literal: '刘洪' }],
    custom: { affiliations: '南京航空航天大学' },
  })
})

test('the finer kind and the fields an importer kept are used, the own columns win', () => {
  const chapter: Work = {
    ...blankWork('Walking', 2),
    basic_sourcename: 'The Making of the American Essay',
    csl: { type: 'chapter', title: 'old', 'collection-title': 'Essays', edition: 2 },
  }
  const item = toCsl(chapter)
  expect(item).toMatchObject({
    type: 'chapter',
    title: 'Walking',
    'collection-title': 'Essays',
    edition: '2',
  })
  expect(toCsl({ ...chapter, resource_type: 1 }).type).toBe('article-journal')
})

test('a Western name is taken apart, a body and a Chinese name stay whole', () => {
  const work: Work = {
    ...blankWork('X', 1),
    creators: [
      person('Kyle L. Dunbar'),
      person('van der Merwe, Karen'),
      person('Dunbar KL'),
      person('Ludwig van Beethoven'),
      person('Sammy Davis Jr.'),
      person('World Health Organization'),
      person('Zhang San', { name_zh: '张三' }),
    ],
  }
  expect(toCsl(work).author).toEqual([
    { given: 'Kyle L.', family: 'Dunbar' },
    { family: 'van der Merwe', given: 'Karen' },
    { family: 'Dunbar', given: 'K. L.' },
    { given: 'Ludwig', family: 'van Beethoven' },
    { given: 'Sammy', family: 'Davis', suffix: 'Jr' },
    { literal: 'World Health Organization' },
    { given: 'Zhang', family: 'San' },
  ])
  expect(toCsl({ ...work, language: 'zh' }).author?.at(-1)).toEqual({ literal: '张三' })
})

test('editors, translators and advisors are kept apart, a person named twice is printed once', () => {
  const work: Work = {
    ...blankWork('甲', 4),
    degree: 'master',
    creators: [
      person('张三'),
      person('张三', { role: 'corresponding' }),
      person('李四', { role: 'advisor' }),
      person('王五', { role: 'editor' }),
      person('赵六', { role: 'translator' }),
    ],
  }
  expect(toCsl(work)).toMatchObject({
    author: [{ literal: '张三' }],
    contributor: [{ literal: '李四' }],
    editor: [{ literal: '王五' }],
    translator: [{ literal: '赵六' }],
    genre: '硕士学位论文',
  })
})

test('publisher and place come from their columns, else from the venues', () => {
  const book = blankWork('甲', 2)
  expect(toCsl({ ...book, publish_venue: ['北京', '', '科学出版社'] })).toMatchObject({
    publisher: '科学出版社',
    'publisher-place': '北京',
  })
  expect(toCsl({ ...book, publisher: '甲社', place: '上海', publish_venue: ['乙社'] })).toMatchObject({
    publisher: '甲社',
    'publisher-place': '上海',
  })
  expect(toCsl({ ...blankWork('甲', 5), publish_venue: ['Seattle'] })['event-place']).toBe('Seattle')
})

test('numbers find their places: standard, patent, preprint, book', () => {
  expect(toCsl({ ...blankWork('甲', 6), isbn: 'GB/T 1-2020' }).number).toBe('GB/T 1-2020')
  expect(toCsl({ ...blankWork('甲', 7), isbn: 'CN1' }).number).toBe('CN1')
  expect(toCsl({ ...blankWork('甲', 2), isbn: '978-7-03-007245-0' }).ISBN).toBe('978-7-03-007245-0')
  expect(toCsl({ ...blankWork('甲', 9), external_ids: { arxiv: '1112.6136', cstr: '1.2' } })).toMatchObject({
    number: 'arXiv:1112.6136',
    custom: { cstr: '1.2' },
  })
})

test('a resource of type 10 with an address alone is a web page, with a DOI a data set', () => {
  expect(toCsl({ ...blankWork('甲', 10), url: 'https://example.org/' }).type).toBe('webpage')
  expect(toCsl({ ...blankWork('甲', 10), url: 'https://example.org/', doi: '10.1/x' }).type).toBe('dataset')
})

test('a resource of type 10 keeps the type that its importer gave it, and is a document where nothing is known', () => {
  for (const type of ['map', 'legislation', 'software', 'motion_picture'] as const)
    expect(toCsl({ ...blankWork('甲', 10), csl: { type } }).type).toBe(type)
  expect(toCsl({ ...blankWork('甲', 10), csl: { type: 'nothing known' } }).type).toBe('document')
  expect(toCsl({ ...blankWork('甲', 1), csl: { type: 'map' } }).type).toBe('article-journal')
})

test('a posted reference prints in other styles too', () => {
  const posted = reference.parse({
    resource_type: 1,
    title: 'Shaking without quaking',
    authors: 'Kanamori, Hiroo; Smith, John',
    authors_short: ['Kanamori H'],
    basic_sourcename: 'Science',
    basic_source_vo: 279,
    basic_source_no: 5359,
    basic_page: '2063',
    publish_date: '1998',
  })
  expect(formatGb(referenceToCsl(posted), 2015, 'numeric')).toBe(
    'KANAMORI H, SMITH J. Shaking without quaking[J]. Science, 1998, 279(5359): 2063.',
  )
})

test('authors in one text are parted by semicolons, Chinese commas, or commas between whole names', () => {
  const authorsOf = (authors: string) =>
    referenceToCsl(reference.parse({ title: 'x', authors })).author?.map(
      (name) => name.literal ?? name.family,
    )
  expect(authorsOf('张三;李四；王五')).toEqual(['张三', '李四', '王五'])
  expect(authorsOf('张三，李四')).toEqual(['张三', '李四'])
  expect(authorsOf('张三、李四')).toEqual(['张三', '李四'])
  expect(authorsOf('John Smith, Ann Weiss')).toEqual(['Smith', 'Weiss'])
  expect(authorsOf('Smith, John')).toEqual(['Smith'])
  expect(authorsOf('John Smith and Ann Weiss')).toEqual(['Smith', 'Weiss'])
})

test("CSL-JSON becomes the specification's citation source and prints in its format", () => {
  const item = readCsl({
    id: 'x',
    type: 'article-journal',
    title: 'Revealing nature',
    author: [{ family: 'Dunbar', given: 'Kyle L.' }, { literal: '王利平' }],
    'container-title': 'ACS Chemical Biology',
    volume: 8,
    issue: '3',
    page: '473-487',
    issued: { 'date-parts': [['2013', 1, 3]] },
  })
  expect(cslToReference(item)).toMatchObject({
    authors: ['Kyle L. Dunbar', '王利平'],
    publish_date: '2013-01-03',
    basic_source_vo: '8',
  })
  expect(formatSpec(cslToReference(item))).toBe(
    'Dunbar K L,王利平.Revealing nature[J].ACS Chemical Biology,2013,8(3):473-487',
  )
})

test("a work prints in the specification's format with its own venues and date as stored", () => {
  expect(formatSpec(workToReference(article), 1)).toBe(
    '[1]王利平,刘洪.过冷大水滴环境粒径分布模拟方法研究进展[J].航空学报,2024,45(1):730570',
  )
  const patent: Work = { ...blankWork('全智能节电器', 7), isbn: 'CN2006', publish_date: '2008.01.16' }
  expect(formatSpec(workToReference(patent))).toBe('全智能节电器[P].CN2006,2008.01.16')
  const newspaper: Work = {
    ...blankWork('数字革命', 3),
    basic_sourcename: '中国青年报',
    basic_page: '15',
    publish_date: '2000-11-20',
  }
  expect(formatSpec(workToReference(newspaper))).toBe('数字革命[N].中国青年报,2000-11-20(15)')
})

test('an institution stays whole in every style, and a suffix stays behind the name', () => {
  const work: Work = {
    ...blankWork('On things', 1),
    publish_date: '2020',
    basic_sourcename: 'Letters',
    language: 'en',
    creators: [
      { name: 'World Bank', is_body: true, role: 'author', affiliations: [] },
      { name: 'Sammy Davis Jr.', family: 'Davis', given: 'Sammy', role: 'author', affiliations: [] },
    ],
  }
  expect(toCsl(work).author).toEqual([
    { literal: 'World Bank' },
    { family: 'Davis', given: 'Sammy', suffix: 'Jr.' },
  ])
  for (const { id } of styles) expect(runsText(formatReference(id, toCsl(work)))).toMatch(/World Bank/i)
})

test('the Chinese name of a foreigner keeps its parts apart', () => {
  const name = { name: '里德大卫', family: '里德', given: '大卫', role: 'author' as const, affiliations: [] }
  const item = toCsl({ ...blankWork('导论', 2), language: 'zh', creators: [name] })
  expect(item.author).toEqual([{ family: '里德', given: '大卫' }])
  expect(runsText(formatReference('apa-7', item))).toMatch(/^大卫·里德/)
})
