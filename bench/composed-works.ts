// Works of the kinds that hardly stand in collections of labelled references, composed at random of terms, places and
// names: standards, patents, laws, software, data, reports and pages of bodies, and articles and books of short titles.
import { readdirSync, readFileSync } from 'node:fs'
import { blankWork, RESOURCE_TYPE, type Work } from '../contract/src/index.ts'
import { readStarterWorks } from './printed-references.ts'
import type { Random } from './random.ts'

type Creators = Work['creators']

const PLACES = new URL('../formats/src/references/words/places.txt', import.meta.url)
const TERMS = new URL('../config/terms/', import.meta.url)
/** Matches a Chinese term or name of two to eight characters. */
const HAN = /^\p{Script=Han}{2,8}$/u
/** Matches a term or name in Latin letters. */
const LATIN = /^[\p{Script=Latin} -]{4,40}$/u

/** What works in one language are composed of. */
interface Stock {
  isChinese: boolean
  terms: string[]
  cities: string[]
  persons: Creators
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const titleCase = (text: string): string =>
  text.replace(/(?<![\p{L}’'])\p{Ll}/gu, (letter) => letter.toUpperCase())

/** Reads the Chinese stock and the English one, from the word lists and the starter works. */
function readStocks(): Stock[] {
  const terms = readdirSync(TERMS)
    .toSorted()
    .flatMap((name) => readFileSync(new URL(name, TERMS), 'utf8').split('\n'))
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.split('\t'))
  const cities = readFileSync(PLACES, 'utf8').split('\n')
  const works = readStarterWorks()
  return [true, false].map((isChinese) => {
    const pattern = isChinese ? HAN : LATIN
    const isOwn = (text: string) => pattern.test(text)
    return {
      isChinese,
      terms: terms.filter(isOwn),
      cities: cities.filter(isOwn).map(titleCase),
      persons: works.flatMap(({ creators }) =>
        creators.filter(
          ({ name, family, is_body }) => family && !is_body && /\p{Script=Han}/u.test(name) === isChinese,
        ),
      ),
    }
  })
}

/** Returns one term or two: 注意力机制迁移学习, `transfer learning and attention`. */
const composeTopic = (random: Random, { isChinese, terms }: Stock): string =>
  isChinese
    ? random.pick(terms) + random.pick(['', '', random.pick(terms)])
    : random.pick([random.pick(terms), `${random.pick(terms)} and ${random.pick(terms)}`])

/** Returns the name of a body that publishes or owns works. */
function composeBody(random: Random, stock: Stock): string {
  const term = random.pick(stock.terms)
  const city = random.pick(stock.cities)
  if (stock.isChinese)
    return random.pick([
      `${random.pick(['中国', '全国', '国家'])}${term}${random.pick(['标准化技术委员会', '局', '委员会', '协会', '管理总局', '部'])}`,
      `${city}${term}${random.pick(['研究院', '学会', '中心', '科技有限公司', '股份有限公司'])}`,
      `${city}${random.pick(['大学', '理工大学', '统计局', '人民政府'])}`,
      `中华人民共和国${term}部`,
    ])
  return random.pick([
    `${random.pick(['International', 'National', 'European', 'American', 'World'])} ${titleCase(term)} ${random.pick(['Organization', 'Association', 'Agency', 'Society', 'Council'])}`,
    `${random.pick(['Institute', 'Bureau', 'Ministry', 'Office', 'Committee', 'Center'])} ${random.pick(['of', 'for', 'on'])} ${titleCase(term)}`,
    `${random.pick(['International Organization', 'National Institute', 'Department'])} for ${titleCase(term)}`,
    `${titleCase(term)} ${random.pick(['Inc.', 'Ltd', 'Pty Ltd', 'GmbH', 'Corporation', 'Consortium', 'Core Team', 'Working Group'])}`,
    `University of ${city}`,
  ])
}

/** Returns a body as the only creator. */
const bodyOf = (name: string): Creators => [{ name, role: 'author', affiliations: [], is_body: true }]

/** Draws one person to four. */
const composePersons = (random: Random, { persons }: Stock): Creators =>
  Array.from({ length: 1 + random.below(4) }, () => ({ ...random.pick(persons), role: 'author' as const }))

/** Returns a year from 1950 to 2025, or a day of it. */
const makeDate = (random: Random): string => {
  const year = String(1950 + random.below(76))
  const twoDigits = (most: number) => String(1 + random.below(most)).padStart(2, '0')
  return random.once(2) ? year : `${year}-${twoDigits(12)}-${twoDigits(28)}`
}

/** Returns the title of a standard or an invention. */
const composeSubject = (random: Random, stock: Stock): string =>
  stock.isChinese
    ? composeTopic(random, stock) +
      random.pick(['技术规范', '测定方法', '装置及方法', '要求', ' 第2部分：总则', '系统'])
    : capitalize(composeTopic(random, stock)) +
      random.pick([
        ' — Requirements',
        ' system',
        ': methods of testing',
        ' — Part 2: General rules',
        ' device',
        ' guidelines',
      ])

/** Returns the number of a standard with its year: `GB/T 7714-2015`, `ISO 690:2021`. */
function makeStandardNumber(random: Random, isChinese: boolean, year: string): string {
  const number = random.pick([
    String(100 + random.below(40_000)),
    `${100 + random.below(9_000)}.${1 + random.below(20)}`,
  ])
  const issuer = isChinese
    ? random.pick(['GB/T', 'GB', 'NB/T', 'YD/T', 'DL/T', 'JGJ', 'SL', 'HJ'])
    : random.pick(['ISO', 'ISO/IEC', 'IEEE Std', 'IEC', 'ANSI', 'EN', 'BS EN', 'DIN EN ISO'])
  return `${issuer} ${number}${isChinese ? random.pick(['-', '—']) : random.pick([':', '-'])}${year}`
}

/** Composes a standard, of its issuer or without creators. */
function composeStandard(random: Random, stock: Stock): Partial<Work> {
  const publish_date = makeDate(random)
  return {
    resource_type: RESOURCE_TYPE.standard,
    title: composeSubject(random, stock),
    creators: random.once(3) ? [] : bodyOf(composeBody(random, stock)),
    isbn: makeStandardNumber(random, stock.isChinese, publish_date.slice(0, 4)),
    publish_date,
    ...(random.once(2)
      ? {
          publisher: stock.isChinese ? `${composeTopic(random, stock)}出版社` : composeBody(random, stock),
          place: random.pick(stock.cities),
        }
      : {}),
  }
}

/** Composes a patent, of a body or of persons. */
const composePatent = (random: Random, stock: Stock): Partial<Work> => ({
  resource_type: RESOURCE_TYPE.patent,
  title: composeSubject(random, stock),
  creators: random.once(3) ? bodyOf(composeBody(random, stock)) : composePersons(random, stock),
  isbn: `${random.pick(stock.isChinese ? ['CN', 'CN', 'ZL'] : ['US', 'EP', 'WO', 'AU', 'JP'])}${10_000_000 + random.below(9e7)}${random.pick(['A', 'B2', '.3', 'U', ''])}`,
  publish_date: makeDate(random),
})

/** Composes a law or a regulation, of a body or without creators. */
const composeLaw = (random: Random, stock: Stock): Partial<Work> => ({
  resource_type: RESOURCE_TYPE.other,
  csl: { type: 'legislation' },
  title: stock.isChinese
    ? `${random.pick(['中华人民共和国', '中华人民共和国', `${random.pick(stock.cities)}市`])}${random.pick(stock.terms)}${random.pick(['法', '法', '条例', '管理办法', '实施细则'])}`
    : `${titleCase(random.pick(stock.terms))} ${random.pick(['Act', 'Regulation', 'Directive', 'Act (Amendment)'])}`,
  creators: random.once(2) ? [] : bodyOf(composeBody(random, stock)),
  publish_date: makeDate(random),
})

/** Composes software or a dataset with its version and address. */
function composeProgram(random: Random, stock: Stock): Partial<Work> {
  const name = `${titleCase(random.pick(stock.terms)).slice(0, 3 + random.below(5))}${random.pick(['', 'Kit', 'Py', '3', 'Lab'])}`
  return {
    resource_type: RESOURCE_TYPE.other,
    csl: {
      type: random.pick(['software', 'dataset']),
      version: `${1 + random.below(6)}.${random.below(12)}`,
    },
    title: random.pick([name.trim(), `${name.trim()}: ${composeTopic(random, stock)}`]),
    creators: random.once(2) ? bodyOf(composeBody(random, stock)) : composePersons(random, stock),
    publish_date: makeDate(random),
    publisher: random.once(2) ? composeBody(random, stock) : null,
    url: `https://www.example.org/${random.below(1e5)}`,
  }
}

/** Composes a report or a web page of a body. */
function composeReport(random: Random, stock: Stock): Partial<Work> {
  const body = composeBody(random, stock)
  const isPage = random.once(2)
  return {
    resource_type: isPage ? RESOURCE_TYPE.other : RESOURCE_TYPE.report,
    csl: isPage ? { type: 'webpage' } : {},
    title: stock.isChinese
      ? `${random.pick(['', `${2000 + random.below(25)}年`])}${composeTopic(random, stock)}${random.pick(['报告', '统计公报', '白皮书', '指南'])}`
      : `${capitalize(composeTopic(random, stock))} ${random.pick(['report', 'statistics', 'guidelines', `outlook ${2000 + random.below(25)}`])}`,
    creators: random.once(6) ? [] : bodyOf(body),
    publish_date: makeDate(random),
    publisher: random.once(2) && !isPage ? composeBody(random, stock) : null,
    place: random.once(2) && !isPage ? random.pick(stock.cities) : null,
    url: isPage || random.once(3) ? `https://www.example.org/${random.below(1e5)}/` : null,
  }
}

/** Returns a title of one word to three. */
const composeShortTitle = (random: Random, stock: Stock): string =>
  stock.isChinese
    ? random.pick(stock.terms)
    : capitalize(random.pick([random.pick(stock.terms), random.pick(stock.terms).split(' ')[0] ?? '']))

/** Composes an article with a short title. */
function composeArticle(random: Random, stock: Stock): Partial<Work> {
  const first = 1 + random.below(900)
  return {
    resource_type: RESOURCE_TYPE.journalArticle,
    title: composeShortTitle(random, stock),
    creators: composePersons(random, stock),
    publish_date: makeDate(random).slice(0, 4),
    basic_sourcename: stock.isChinese
      ? random.pick(stock.terms) + random.pick(['学报', '研究', '杂志', '通报'])
      : random.pick(['The ', 'Journal of ', 'Annals of ', '']) +
        titleCase(random.pick(stock.terms)) +
        random.pick(['', ' Journal', ' Letters']),
    basic_source_vo: String(1 + random.below(120)),
    basic_source_no: random.once(3) ? null : String(1 + random.below(12)),
    basic_page: `${first}-${first + 1 + random.below(30)}`,
  }
}

/** Composes a book with a short title. */
const composeBook = (random: Random, stock: Stock): Partial<Work> => ({
  resource_type: RESOURCE_TYPE.book,
  title: composeShortTitle(random, stock),
  creators: composePersons(random, stock),
  publish_date: makeDate(random).slice(0, 4),
  publisher: stock.isChinese
    ? `${random.pick([random.pick(stock.cities), random.pick(stock.terms)])}${random.pick(['出版社', '大学出版社', '书局'])}`
    : `${titleCase(random.pick(stock.terms))} ${random.pick(['Press', 'Books', '& Sons', 'University Press'])}`,
  place: random.once(3) ? null : random.pick(stock.cities),
})

/** The composers, in the order in which they take turns. */
const KINDS = [
  composeStandard,
  composePatent,
  composeLaw,
  composeProgram,
  composeReport,
  composeArticle,
  composeBook,
]

/** Returns works of all kinds of `KINDS` in turn, every other one Chinese. */
export function composeWorks(random: Random, count: number): Work[] {
  const stocks = readStocks()
  return Array.from({ length: count }, (_, at) => {
    const stock = stocks[at % stocks.length]
    const compose = KINDS[Math.floor(at / stocks.length) % KINDS.length]
    if (!stock || !compose) throw new Error('nothing to compose from')
    return {
      ...blankWork('', RESOURCE_TYPE.other),
      language: stock.isChinese ? 'zh' : 'en',
      ...compose(random, stock),
    }
  })
}
