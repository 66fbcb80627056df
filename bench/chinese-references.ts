// Chinese references in shapes that a random generator chooses, of titles and names of the starter library and of terms:
// journals and theses print them in hundreds of ways, of which few labelled references are to be had.
import { readdirSync, readFileSync } from 'node:fs'
import { readStarterWorks } from './printed-references.ts'
import type { Random } from './random.ts'
import { createRandom } from './random.ts'
import type { GoldReference } from './reference-gold.ts'

const TERMS = new URL('../config/terms/', import.meta.url)
const PLACES = new URL('../formats/src/references/words/places.txt', import.meta.url)
const HAN = /^\p{Script=Han}{2,6}$/u

/** What a generated reference is made of. */
interface Stock {
  titles: string[]
  names: string[]
  terms: string[]
  cities: string[]
}

function readStock(): Stock {
  const works = readStarterWorks()
  const names = works.flatMap(({ creators }) => creators.map(({ name, name_zh }) => name_zh ?? name))
  const terms = readdirSync(TERMS)
    .toSorted()
    .flatMap((name) => readFileSync(new URL(name, TERMS), 'utf8').split('\n'))
    .map((line) => line.split('\t')[0] ?? '')
  const isHan = (text: string) => HAN.test(text)
  return {
    titles: works
      .map(({ title, title_zh }) => title_zh ?? title)
      .filter((title) => /\p{Script=Han}/u.test(title)),
    names: names.filter((name) => isHan(name) && name.length < 5),
    terms: [...new Set(terms)].filter(isHan),
    cities: readFileSync(PLACES, 'utf8').split('\n').filter(isHan),
  }
}

/** How one reference is printed: all its parts have the same marks. */
interface Shape {
  /** Between parts. */
  stop: string
  /** Within a part. */
  comma: string
  colon: string
  /** Between names. */
  name: string
  /** Marks around the title, and around the journal or book. */
  title: readonly [string, string]
  container: readonly [string, string]
  /** Whether the mark of the kind, `[J]`, is printed. */
  typed: boolean
  /** Where the year is printed. */
  year: 'after names' | 'in imprint' | 'last'
  /** What is printed around pages. */
  pages: readonly [string, string]
  /** Between the first and the last page. */
  dash: string
}

/** Marks around titles of articles, with the comma of styles that print it inside. */
const QUOTES = [
  ['“', '”'],
  ['〈', '〉'],
  ["'", "'"],
  ["'", ",'"],
  ['"', ',"'],
] as const

function chooseShape(random: Random): Shape {
  const wide = random.once(2)
  const bare = ['', ''] as const
  const books = ['《', '》'] as const
  const marked = random.once(3)
  const yearFirst = random.once(2)
  return {
    stop: random.pick(wide ? ['．', '，', '. ', '。'] : ['. ', '. ', ', ', '.']),
    comma: random.pick(wide ? ['，', '，', ', '] : [', ', ', ', ',', '，']),
    colon: random.pick(wide ? ['：', ': '] : [': ', ':', '：']),
    name: random.pick(wide ? ['，', '、', '，'] : [', ', ', ', '; ', '、', ',', ...(yearFirst ? ['.'] : [])]),
    title: marked ? random.pick([books, books, ...QUOTES]) : bare,
    container: marked || random.once(8) ? books : bare,
    typed: !marked && random.once(2),
    year: yearFirst ? 'after names' : random.pick(['in imprint', 'in imprint', 'in imprint', 'last']),
    pages: random.pick([
      ['', ''],
      ['', ''],
      ['第', '页'],
      ['pp. ', ''],
      ['pp.', ''],
      ['p. ', ''],
      ['頁', ''],
    ] as const),
    dash: random.pick(['-', '-', '–', '～', '—', '~']),
  }
}

/** Values of fields, by the names of `GoldReference.fields`. */
type Fields = Record<string, string | string[]>

/** A part that is printed behind the title. */
interface Printed {
  text: string
  /** The labelled values in the text. */
  fields: Fields
  /** Fields that are printed and not labelled. */
  unscored?: string[]
}

const wrap = ([open, close]: readonly [string, string], text: string): string => open + text + close

/** Returns a title: of a work, a work with a year, two joined works, or made of two terms. */
function makeTitle(random: Random, { titles, terms }: Stock, colon: string): string {
  const title = random.pick(titles)
  if (random.once(12))
    return `${random.pick([`${1900 + random.below(100)}—`, ''])}${2000 + random.below(25)}年${title}`
  if (random.once(10))
    return `${title}${colon.trim()}${random.once(2) ? 2000 + random.below(25) + colon.trim() : ''}${random.pick(titles)}`
  if (random.once(10))
    return `${random.pick(terms)}与${random.pick(terms)}${random.pick(['研究', '分析', '进展', '概论', '史', '方法'])}`
  return title
}

const makePages = (random: Random, { pages, dash }: Shape): Printed => {
  const first = 1 + random.below(400)
  const value = random.once(4) ? String(first) : `${first}${dash}${first + 1 + random.below(30)}`
  return { text: wrap(pages, value), fields: { pages: value } }
}

/** Returns the name of a journal. */
function makeJournal(random: Random, { terms }: Stock): string {
  const subject = random.pick(terms)
  const endings = [
    '学报',
    '研究',
    '杂志',
    '通报',
    '',
    '评论',
    '与实践',
    '大学学报（社会科学版）',
    '学刊',
    '进展',
    `：${random.pick(terms)}版`,
    `: ${subject}科学`,
  ]
  return subject + random.pick(endings)
}

/** Prints journal, volume, issue and pages, with the year where the shape puts it. */
function printArticle(random: Random, stock: Stock, shape: Shape, year: string): Printed {
  const container = makeJournal(random, stock)
  const [volume, issue] = [String(1 + random.below(80)), String(1 + random.below(12))]
  const dated = shape.year === 'in imprint' ? `${shape.comma}${year}${random.pick(['', '年'])}` : ''
  const [numbers, fields] = random.pick<[string, Fields]>([
    [`${dated}${shape.comma}${volume}(${issue})`, { volume, issue }],
    [`${dated}${shape.comma}${volume}（${issue}）`, { volume, issue }],
    [`${dated}(${issue})`, { issue }],
    [`${dated}第${issue}期`, { issue }],
    [`${dated}${shape.comma}第${volume}卷第${issue}期`, { volume, issue }],
    [`${dated}${shape.comma}${volume}卷${issue}期`, { volume, issue }],
    [`${dated} ${volume}卷 ${issue}期`, { volume, issue }],
    [`${dated}${shape.comma}vol. ${volume}, no. ${issue}`, { volume, issue }],
    [`${dated}${shape.comma}Vol.${volume}, No.${issue}`, { volume, issue }],
    [`${dated}. ${volume}(${issue})`, { volume, issue }],
    [`${dated};${volume}(${issue})`, { volume, issue }],
    [`${dated}${shape.comma}总第${issue}期`, { issue }],
    [`${dated} ${issue}期`, { issue }],
    [`${dated}${shape.comma}${issue}月号`, { issue }],
    [dated, {}],
  ])
  const pages = random.once(6) ? { text: '', fields: {} } : makePages(random, shape)
  const last = shape.year === 'last' ? shape.comma + year : ''
  return {
    text: `${wrap(shape.container, container)}${numbers}${pages.text && random.pick([shape.colon, shape.comma])}${pages.text}${last}`,
    fields: { container, ...fields, ...pages.fields },
  }
}

/** Prints the place, the publisher and the year, in one of several orders, with pages behind them. */
function printHouse(random: Random, stock: Stock, shape: Shape, publisher: string, year: string): Printed {
  const location = random.pick(stock.cities)
  const hasPlace = !random.once(4)
  const pages = random.once(2) ? { text: '', fields: {} } : makePages(random, shape)
  const house = hasPlace
    ? location + random.pick([shape.colon, shape.colon, shape.comma]) + publisher
    : publisher
  const dated =
    shape.year === 'after names'
      ? ''
      : random.pick([`${shape.comma}${year}`, `${shape.comma}${year}年`, `${year}年版`, `${year}`])
  return {
    text: `${house}${dated}${pages.text && random.pick([shape.colon, shape.comma, shape.stop])}${pages.text}`,
    fields: { publisher, ...(hasPlace ? { location } : {}), ...pages.fields },
  }
}

const makePublisher = (random: Random, { terms, cities }: Stock): string =>
  random.pick([random.pick(terms), random.pick(cities), `中国${random.pick(terms)}`]) +
  random.pick(['出版社', '出版社', '书局', '图书馆', '大学出版社', '印书馆', '研究所', '信息中心'])

/** Prints a translator or the edition of a book, or neither, and its imprint. */
function printBook(random: Random, stock: Stock, shape: Shape, year: string): Printed {
  const translator = random.pick(stock.names)
  const [text, fields] = random.pick<[string, Fields]>([
    ['', {}],
    ['', {}],
    [`${translator}${random.pick(['', '，', ', '])}译${shape.stop}`, { translator }],
    [`${translator}${shape.stop}`, { translator }],
    [`${1 + random.below(5)} 版${shape.stop}`, {}],
    [`第${1 + random.below(5)}版${shape.stop}`, {}],
  ])
  const house = printHouse(random, stock, shape, makePublisher(random, stock), year)
  return { text: text + house.text, fields: { ...fields, ...house.fields } }
}

/** Prints the university of a thesis, with or without its kind and place. */
function printThesis(random: Random, stock: Stock, shape: Shape, year: string): Printed {
  const publisher =
    random.pick([random.pick(stock.cities), random.pick(stock.cities), `中国${random.pick(stock.terms)}`]) +
    random.pick(['大学', '师范大学', '理工大学', '学院', '科技大学'])
  const genre = `${random.pick(['博士', '硕士', ''])}学位论文`
  const dated = shape.year === 'after names' ? '' : `${shape.comma}${year}`
  const house = printHouse(random, stock, shape, publisher, year)
  return random.pick<Printed>([
    house,
    house,
    { text: `${publisher}${genre}${dated}`, fields: { publisher, genre } },
    {
      text: `${wrap(
        random.pick([
          ['[', ']'],
          ['〔', '〕'],
          ['［', '］'],
          ['（', '）'],
        ] as const),
        genre,
      )}${shape.stop}${house.text}`,
      fields: { genre, ...house.fields },
    },
    { text: `${genre}${shape.stop}${house.text}`, fields: { genre, ...house.fields } },
  ])
}

/** Prints the proceedings or collection of a paper, with or without its editor. */
function printPaper(random: Random, stock: Stock, shape: Shape, year: string): Printed {
  const container = `${random.pick(['中国', '全国', '第三届', ''])}${random.pick(stock.terms)}${random.pick(['研讨会论文集', '年会论文集', '大会', '学术会议论文集', '文集', '全集', `集·${random.pick(stock.terms)}`])}`
  const editor = random.pick(stock.names)
  const lead = random.pick(['//', '//', '见: ', '见：', '载', 'In: ', '收入: ', ''])
  const edited = random.once(2)
  const house = printHouse(random, stock, shape, makePublisher(random, stock), year)
  return {
    text: `${lead}${edited ? `${editor}${random.pick(['', '编', '主编', ', 编'])}${shape.stop}` : ''}${wrap(shape.container, container)}${shape.stop}${house.text}`,
    fields: { container, ...(edited ? { editor } : {}), ...house.fields },
  }
}

/** Returns a month and a day, `-05-17`. */
const makeDay = (random: Random): string =>
  `-${String(1 + random.below(12)).padStart(2, '0')}-${String(1 + random.below(28)).padStart(2, '0')}`

/** Prints newspaper, date and page. Whether the page counts as pages or as the issue is not scored. */
function printNewspaper(random: Random, { cities, terms }: Stock, shape: Shape, year: string): Printed {
  const container = `${random.pick([random.pick(cities), random.pick(terms)])}${random.pick(['日报', '晚报', '报', '青年报'])}`
  const page = 1 + random.below(16)
  const text = random.pick([
    `${shape.comma}${year}${makeDay(random)}(${page})`,
    `${shape.comma}${year}${makeDay(random)}（${page}）`,
    `${shape.comma}${year}年${1 + random.below(12)}月${1 + random.below(28)}日`,
    `${shape.comma}${year}年${1 + random.below(12)}月${1 + random.below(28)}日，第${page}版`,
  ])
  return {
    text: `${wrap(shape.container, container)}${text}`,
    fields: { container },
    unscored: ['pages', 'issue'],
  }
}

const printPatent = (random: Random, _stock: Stock, _shape: Shape, year: string): Printed => ({
  text: year + random.pick([makeDay(random), makeDay(random), '']),
  fields: {},
})

const printStandard = (random: Random, stock: Stock, shape: Shape, year: string): Printed =>
  printHouse(random, stock, shape, makePublisher(random, stock), year)

/** Prints the dates and the address of a web page. */
function printPage(random: Random, _: Stock, shape: Shape, year: string): Printed {
  const day = makeDay(random)
  const url = `https://www.${random.pick(['example', 'library', 'news'])}.org.cn/${random.below(1e6)}`
  const dated = random.pick([`(${year}${day})`, `（${year}${day}）`, `${year}${day}`, ''])
  return { text: `${dated}${random.pick([`[2024${day}]`, ''])}${shape.stop}${url}`, fields: { url } }
}

/** Kinds of works with their marks; one that stands twice is drawn twice as often. */
const KINDS = [
  { mark: 'J', print: printArticle },
  { mark: 'J', print: printArticle },
  { mark: 'M', print: printBook },
  { mark: 'M', print: printBook },
  { mark: 'D', print: printThesis },
  { mark: 'C', print: printPaper },
  { mark: 'EB/OL', print: printPage },
  { mark: 'N', print: printNewspaper },
  { mark: 'P', print: printPatent },
  { mark: 'S', print: printStandard },
]

/** Volumes and editions that follow the title of a book. */
const AFTER_TITLE = ['：第2册', ': 卷 35', '：第3卷', '（上册）', '（第2版）']

/** Returns the number of a patent or a standard. */
function makeWorkNumber(random: Random, mark: string, year: string): string {
  if (mark === 'P')
    return `${random.pick(['CN', 'ZL', 'CN ', '中国专利：CN'])}${year}${10_000_000 + random.below(9e7)}${random.pick(['.3', '.X', 'A', 'B'])}`
  return `${random.pick(['GB/T', 'GB', 'YD/T', 'SL'])} ${100 + random.below(30_000)}${random.pick(['—', '-'])}${year}`
}

/** Returns what stands behind a title: the number of a patent or standard, or the volume of a book. */
function printTitleEnd(random: Random, { mark, colon, year }: { mark: string; colon: string; year: string }) {
  if (mark === 'P' || mark === 'S') {
    return { text: random.pick([colon, colon, '，']) + makeWorkNumber(random, mark, year), fields: {} }
  }
  return { text: mark === 'M' && random.once(6) ? random.pick(AFTER_TITLE) : '', fields: {} }
}

const DYNASTY_MARKS = [
  ['（', '）'],
  ['(', ')'],
  ['[', ']'],
  ['〔', '〕'],
] as const

/** Returns the dynasty in brackets that some lists print before an author of old; '' for most. */
const printDynasty = (random: Random): string =>
  random.once(20)
    ? wrap(random.pick([...DYNASTY_MARKS]), random.pick(['汉', '唐', '宋', '元', '明', '清']))
    : ''

/** Prints the mark of the kind, `[J]`, with half-width or full-width brackets. */
function printMark(random: Random, mark: string): string {
  const opening = random.pick(['[', '［', ' ['])
  return opening + mark + (opening === '［' ? '］' : ']')
}

/** Makes a reference; the order of the calls decides which random numbers each part takes. */
function makeReference(random: Random, stock: Stock, index: number): GoldReference {
  const shape = chooseShape(random)
  const { mark, print } = random.pick(KINDS)
  const year = String(1930 + random.below(96))
  const title = makeTitle(random, stock, shape.colon)
  const author = Array.from({ length: 1 + random.below(4) }, () => random.pick(stock.names))
  const others = random.once(4) ? `${shape.name}等` : ''
  const names = printDynasty(random) + author.join(shape.name) + others
  const yearAfterNames = random.pick([
    `${shape.comma}${year}${shape.stop}`,
    `${shape.comma}${year}${shape.comma}`,
    `(${year})${random.pick(['. ', ', '])}`,
    `（${year}）${random.pick(['：', '。', '．'])}`,
    ` (${year}). `,
    `${shape.comma}${year}${shape.colon}`,
    `${shape.stop}${year}${shape.stop}`,
  ])
  const end = printTitleEnd(random, { mark, colon: shape.colon, year })
  const printedMark = shape.typed ? printMark(random, mark) : ''
  const rest = print(random, stock, shape, year)
  // `//` and brackets follow the title directly.
  const separator = /^(?:\/\/|\[)/.test(rest.text) ? '' : random.pick([shape.stop, shape.stop, '，'])
  const afterNames =
    shape.year === 'after names' ? yearAfterNames : random.pick([shape.stop, shape.stop, '：'])
  const head = `${names}${afterNames}${wrap(shape.title, title + end.text)}`
  const number = random.once(3) ? String(1 + random.below(99)) : ''
  const text = `${number && `[${number}] `}${head}${printedMark}${separator}${rest.text}${random.pick(['.', '。', '', '．'])}`
  // Some kinds print no year of their own.
  const isDated = shape.year === 'after names' || text.includes(year, head.length)
  return {
    id: `made:${index}`,
    text,
    fields: {
      ...(number ? { number } : {}),
      author,
      title,
      ...end.fields,
      ...(isDated ? { date: year } : {}),
      ...rest.fields,
    },
    unscored: rest.unscored ?? [],
    lang: 'zh',
    source: 'made',
  }
}

/** Returns references that a seed determines. */
export function chineseReferences(count: number, seed: number): GoldReference[] {
  const random = createRandom(seed)
  const stock = readStock()
  return Array.from({ length: count }, (_, at) => makeReference(random, stock, at))
}
