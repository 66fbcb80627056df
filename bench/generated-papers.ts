import type { Work } from '../contract/src/index.ts'
import { type AclPaper, aclWork } from './corpus.ts'
import {
  coinLatinWord,
  createEndlessWords,
  type EndlessWords,
  measureWords,
  spellWith,
} from './endless-words.ts'
import { readSetLines } from './judged-sets.ts'
import { createRandom, type Random } from './random.ts'

/*
 * Papers generated from those of the ACL Anthology and, in Chinese, of CSL. A new paper has the first half of one
 * title and the second half of another, the sentences of one abstract with every second one exchanged, and the authors
 * of one paper. Words, authors and Chinese keywords come from endless vocabularies, so that their numbers grow as in a
 * real library. English keywords are adjacent words of the new title. Sources, subjects and institutions are drawn
 * from lists of a fixed length with a skewed distribution, citations from a power law; the number of papers a year
 * grows linearly.
 */

/** A paper to start from. */
interface SourcePaper extends AclPaper {
  keywords?: string[]
}

/** Text in pieces; an empty one stands for a word to be drawn. */
type Pieces = string[]

/** The material of generated papers in one language. */
interface Pool {
  language: 'en' | 'zh'
  papers: SourcePaper[]
  titles: Pieces[]
  /** By paper, the sentences of its abstract. */
  abstracts: Pieces[][]
  sentences: Pieces[]
  words: EndlessWords
  authors: EndlessWords
  keywords: EndlessWords | null
}

/** How texts of a language are divided. */
interface Division {
  /** Divides a text without loss. */
  tokens: (text: string) => string[]
  /** Matches the tokens that are words. */
  word: RegExp
  sentenceEnd: RegExp
}

const LATIN: Division = {
  tokens: (text) => text.split(/([A-Za-z][a-z]{2,})/).filter((token) => token !== ''),
  word: /^[A-Za-z][a-z]{2,}$/,
  sentenceEnd: /(?<=[.!?])\s+/,
}
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
const CHINESE: Division = {
  tokens: (text) => [...segmenter.segment(text)].map(({ segment }) => segment),
  word: /^\p{Script=Han}{2,}$/u,
  sentenceEnd: /(?<=[。！？；.;])/,
}

/** Numbers of words, authors and keywords that stay where they are in sampled papers. */
const KEPT = { words: 5_000, authors: 1_000, keywords: 500 }

/**
 * Generates `count` papers: first those of the files, then new ones made of parts of them, identical in every run.
 *
 * @param chinese share of the papers that are in Chinese
 */
export function* growPapers(papers: AclPaper[], count: number, chinese = 0): Generator<Work> {
  const random = createRandom(1)
  const english = englishPool(papers)
  const other = chinese > 0 ? chinesePool(papers) : english
  const used = { en: 0, zh: 0 }
  for (let at = 0; at < count; at += 1) {
    const pool = random.share() < chinese ? other : english
    const own = pool.papers[used[pool.language]]
    used[pool.language] += 1
    yield completeWork(own ?? recombinePaper(random, pool, at), random, pool)
  }
}

function createPool(
  language: Pool['language'],
  papers: SourcePaper[],
  { tokens, word, sentenceEnd }: Division,
  coin: (number: number) => string,
  names: Pick<Pool, 'authors' | 'keywords'>,
): Pool {
  function* wordsOfPapers(): Generator<string[]> {
    for (const { title, abstract } of papers)
      yield tokens(`${title} ${abstract}`.toLowerCase()).filter((token) => word.test(token))
  }
  const measured = measureWords(wordsOfPapers())
  const words = createEndlessWords(measured, KEPT.words, coin)
  const pieces = (text: string): Pieces =>
    tokens(text).map((token) => (word.test(token) && !words.isKept(token.toLowerCase()) ? '' : token))
  const abstracts = papers.map(({ abstract }) =>
    abstract === '' ? [] : abstract.split(sentenceEnd).map((sentence) => joinPieces(pieces(sentence))),
  )
  const titles = papers.map(({ title }) => pieces(title))
  return { language, papers, titles, abstracts, sentences: abstracts.flat(), words, ...names }
}

/** Joins adjacent pieces of text. */
function joinPieces(pieces: Pieces): Pieces {
  const joined: Pieces = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (piece === '' || last === undefined || last === '') joined.push(piece)
    else joined[joined.length - 1] = last + piece
  }
  return joined
}

const fillPieces = (random: Random, { words }: Pool, pieces: Pieces) =>
  pieces.map((piece) => (piece === '' ? words.draw(random) : piece)).join('')

function englishPool(papers: AclPaper[]): Pool {
  const measured = measureWords(papers.map(({ authors }) => authors))
  const parts = measured.words.map((name) => name.split(' '))
  const givenNames = [...new Set(parts.map((part) => part[0] ?? ''))]
  const familyNames = [...new Set(parts.map((part) => part.at(-1) ?? ''))]
  const coinName = (number: number) => pairOf(number, givenNames, familyNames).join(' ')
  const authors = createEndlessWords(measured, KEPT.authors, coinName)
  return createPool('en', papers, LATIN, coinLatinWord, { authors, keywords: null })
}

/** Returns the pair at a number; neighbouring numbers differ in both parts. */
function pairOf(number: number, firsts: string[], seconds: string[]): [first: string, second: string] {
  const first = number % firsts.length
  const second = (Math.floor(number / firsts.length) + first) % seconds.length
  return [firsts[first] ?? '', seconds[second] ?? '']
}

const CHINESE_FAMILY_NAMES = [
  ...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈',
]
const FIRST_YEAR = 1998
const YEARS = 25

/** Reads the Chinese papers, whose authors and years are not known. */
export function readChinesePapers(): SourcePaper[] {
  return readSetLines('csl-papers', 'papers.jsonl').map((line, at) => {
    const { id, title, abstract, keywords, discipline } = JSON.parse(line)
    const year = FIRST_YEAR + (at % YEARS)
    return { id, title, abstract, keywords, authors: ['', '', ''], year, venue: discipline, type: 'journal' }
  })
}

const MIN_CHINESE_CHARACTERS = 2

/** The Chinese papers; their authors are as varied as the others', under names of two or three characters. */
function chinesePool(english: AclPaper[]): Pool {
  const papers = readChinesePapers()
  const characters = [...new Set(papers.flatMap(({ title }) => title.match(/\p{Script=Han}/gu) ?? []))]
  const spell = spellWith(characters, MIN_CHINESE_CHARACTERS)
  const givenNames = spellWith(characters.slice(0, 300), 1)
  const coinName = (number: number) => {
    const family = number % CHINESE_FAMILY_NAMES.length
    return CHINESE_FAMILY_NAMES[family] + givenNames(Math.floor(number / CHINESE_FAMILY_NAMES.length))
  }
  const { beta } = measureWords(english.map(({ authors }) => authors))
  const authors = createEndlessWords({ words: [], beta }, KEPT.authors, coinName)
  const measuredKeywords = measureWords(papers.map(({ keywords = [] }) => keywords))
  const pool = createPool('zh', papers, CHINESE, spell, { authors, keywords: null })
  const coinKeyword = (number: number) => pool.words.draw(createRandom(number + 1)) + spell(number)
  return { ...pool, keywords: createEndlessWords(measuredKeywords, KEPT.keywords, coinKeyword) }
}

function recombinePaper(random: Random, pool: Pool, at: number): SourcePaper {
  const { papers, titles, abstracts, sentences, authors, language } = pool
  const base = random.below(papers.length)
  const paper = papers[base]
  if (!paper) throw new Error('no papers to start from')
  const [head, tail] = [titles[base] ?? [], random.pick(titles)]
  const first = fillPieces(random, pool, head.slice(0, head.length >> 1))
  const second = fillPieces(random, pool, tail.slice(tail.length >> 1))
  // Few Chinese titles are known: without a new word between them, many pairs of halves would be drawn twice.
  const joint = language === 'zh' ? pool.words.draw(random) : ' '
  const chosen = (abstracts[base] ?? []).map((own) => (random.once(2) ? random.pick(sentences) : own))
  return {
    ...paper,
    id: `made.${at}`,
    title: `${first.trim()}${joint}${second.trim()}`,
    abstract: chosen.map((sentence) => fillPieces(random, pool, sentence)).join(language === 'zh' ? '' : ' '),
    authors: [...new Set(paper.authors.map((name) => (authors.isKept(name) ? name : authors.draw(random))))],
    year: 1980 + Math.floor(45 * Math.sqrt(random.share())),
  }
}

const SUBJECTS = 117
const SOURCES_PER_VENUE = 50
const INSTITUTIONS = 3_000

/** Adds what the files lack: keywords, subjects, languages, citations, institutions, identifiers. */
function completeWork(paper: SourcePaper, random: Random, pool: Pool): Work {
  const { creators, ...work } = aclWork(paper)
  const isChinese = pool.language === 'zh'
  return {
    ...work,
    keywords: drawKeywords(random, paper, pool),
    creators: creators.map((creator) => ({
      ...creator,
      name: creator.name === '' ? pool.authors.draw(random) : creator.name,
      affiliations: random.once(2) ? [`University of Place ${random.skewed(INSTITUTIONS)}`] : [],
    })),
    basic_sourcename: `${paper.venue}${isChinese ? '学报' : ''} ${random.skewed(SOURCES_PER_VENUE)}`,
    resource_type: random.once(5) ? 1 + random.below(10) : work.resource_type,
    is_oa: random.once(2),
    language: isChinese ? 'zh' : random.once(12) ? random.pick(['zh', 'de', 'fr', 'ja']) : 'en',
    citation_count: Math.floor(1 / (random.share() + 1e-3)) - 1,
    subject_codes: [subject(random), subject(random)].slice(random.below(2)),
    doi: random.once(5) ? null : `10.1000/${paper.id}`,
  }
}

const subject = (random: Random) => String(1000 + random.skewed(SUBJECTS))

/**
 * Draws keywords: those of the paper, with rare ones exchanged, or pairs of adjacent words of the title and long words
 * of another title.
 */
function drawKeywords(random: Random, { title, keywords }: SourcePaper, pool: Pool): string[] {
  const vocabulary = pool.keywords
  if (keywords && vocabulary)
    return keywords.map((keyword) => (vocabulary.isKept(keyword) ? keyword : vocabulary.draw(random)))
  const words = title.toLowerCase().match(/[a-z]{4,}/g) ?? []
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`)
  const long =
    random
      .pick(pool.papers)
      .title.toLowerCase()
      .match(/[a-z]{7,}/g) ?? []
  return [...pairs.slice(0, 3), ...long.slice(0, 1 + random.below(2))]
}
