import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { blankWork, type Work } from '../contract/src/index.ts'
import { createRandom, type Random } from './random.ts'

/** A paper of the ACL Anthology as in its file. */
export interface AclPaper {
  id: string
  title: string
  abstract: string
  authors: string[]
  year: number
  venue: string
  type: 'conference' | 'workshop' | 'journal'
}

const FILE = new URL('../../shared/data/acl/acl.jsonl.gz', import.meta.url)

/** Reads all papers of the file; null, with a message, when the file is absent. */
export function readAcl(): AclPaper[] | null {
  if (!existsSync(FILE)) {
    console.log('ACL papers are not here (shared/data/acl): nothing to measure')
    return null
  }
  const lines = gunzipSync(readFileSync(FILE)).toString().trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

const TYPES = { conference: 5, workshop: 5, journal: 1 }

/** Returns a paper with only the fields of the file. */
export function aclWork({ id, title, abstract, authors, year, venue, type }: AclPaper): Work {
  return {
    ...blankWork(title, TYPES[type]),
    abstract: abstract || null,
    creators: authors.map((name) => ({ name, role: 'author', affiliations: [] })),
    basic_sourcename: venue,
    publish_date: String(year),
    language: 'en',
    external_ids: { acl: id },
  }
}

/** The material of generated papers. */
interface PaperPools {
  papers: AclPaper[]
  sentences: string[]
  words: string[]
}

/**
 * Generates `count` papers: first those of the file, then new ones composed of parts of them, identical in every run.
 * Halves of titles, sentences and names are recombined, and occasionally a word is coined, so that terms, authors and
 * keywords keep growing as in a real library: a million papers have about half a million authors.
 */
export function* growPapers(papers: AclPaper[], count: number): Generator<Work> {
  const random = createRandom(1)
  const pools: PaperPools = { papers, sentences: abstractSentences(papers), words: findRareWords(papers) }
  for (let at = 0; at < count; at += 1) {
    const own = papers[at]
    yield completeWork(own ?? recombinePaper(random, pools, at), random, pools)
  }
}

function abstractSentences(papers: AclPaper[]): string[] {
  return papers.flatMap(({ abstract }) => splitSentences(abstract))
}

const splitSentences = (abstract: string) =>
  abstract.split(/(?<=[.!?])\s+/).filter((sentence) => sentence !== '')

function findRareWords(papers: AclPaper[]): string[] {
  const counts = new Map<string, number>()
  for (const { title } of papers)
    for (const word of title.match(/[A-Za-z]{6,}/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].flatMap(([word, count]) => (count < 5 ? [word] : []))
}

function recombinePaper(random: Random, { papers, sentences, words }: PaperPools, at: number): AclPaper {
  const [base, other] = [random.pick(papers), random.pick(papers)]
  const [head, tail] = [base.title.split(' '), other.title.split(' ')]
  const title = [...head.slice(0, head.length >> 1), ...tail.slice(tail.length >> 1)].join(' ')
  const abstract = splitSentences(base.abstract)
    .map((sentence) => (random.once(2) ? random.pick(sentences) : sentence))
    .join(' ')
  const authors = base.authors.map((name) => (random.once(6) ? recombineName(random, papers, name) : name))
  const coin = (text: string) => insertCoinedWords(random, words, text)
  return {
    ...base,
    id: `made.${at}`,
    title: coin(title),
    abstract: coin(abstract),
    authors,
    year: 1980 + Math.floor(45 * Math.sqrt(random.share())),
  }
}

/** Replaces one long word in 250 by a word joined from two rare ones. */
function insertCoinedWords(random: Random, words: string[], text: string): string {
  if (text === '') return text
  return text.replace(/[a-z]{5,}/g, (word) => {
    if (!random.once(250)) return word
    return random.pick(words).slice(0, 4).toLowerCase() + random.pick(words).slice(2).toLowerCase()
  })
}

function recombineName(random: Random, papers: AclPaper[], name: string): string {
  const other = random.pick(papers).authors[0] ?? name
  return [...name.split(' ').slice(0, -1), other.split(' ').at(-1)].join(' ')
}

const SUBJECTS = 117
const SOURCES_PER_VENUE = 50
const INSTITUTIONS = 3_000

/** Adds what the file lacks: keywords, subjects, languages, citations, institutions, identifiers. */
function completeWork(paper: AclPaper, random: Random, { papers }: PaperPools): Work {
  const { creators, ...work } = aclWork(paper)
  return {
    ...work,
    keywords: drawKeywords(random, paper.title, random.pick(papers).title),
    creators: creators.map((creator) => ({
      ...creator,
      affiliations: random.once(2) ? [`University of Place ${random.skewed(INSTITUTIONS)}`] : [],
    })),
    basic_sourcename: `${paper.venue} ${random.skewed(SOURCES_PER_VENUE)}`,
    resource_type: random.once(5) ? 1 + random.below(10) : work.resource_type,
    is_oa: random.once(2),
    language: random.once(12) ? random.pick(['zh', 'de', 'fr', 'ja']) : 'en',
    citation_count: Math.floor(1 / (random.share() + 1e-3)) - 1,
    subject_codes: [subject(random), subject(random)].slice(random.below(2)),
    doi: random.once(5) ? null : `10.1000/${paper.id}`,
  }
}

const subject = (random: Random) => String(1000 + random.skewed(SUBJECTS))

/** Draws keywords: pairs of adjacent words of the title, and long words of another title. */
function drawKeywords(random: Random, title: string, other: string): string[] {
  const words = title.toLowerCase().match(/[a-z]{4,}/g) ?? []
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`)
  const long = other.toLowerCase().match(/[a-z]{7,}/g) ?? []
  return [...pairs.slice(0, 3), ...long.slice(0, 1 + random.below(2))]
}
