// References that the product prints of the works of its starter library, with the fields that stand in them: they teach
// the model the styles of GB/T 7714 and others over works that no collection of labelled references has.
import { readdirSync, readFileSync } from 'node:fs'
import { formatReference, runsText, type StyleId, toCsl } from '../citation/src/index.ts'
import { blankWork, type Work, work as workShape } from '../contract/src/index.ts'
import { createRandom, type Random } from './random.ts'
import type { GoldReference } from './reference-gold.ts'

const STYLES: StyleId[] = [
  'gb-2015-numeric',
  'gb-2015-author-date',
  'gb-2025-numeric',
  'gb-2025-author-date',
  'apa-7',
  'chicago-17-author-date',
  'chicago-17-notes',
  'mla-9',
  'vancouver',
  'ieee',
]
const YEAR_BEFORE_TITLE = /[\s,，.(（]*(?:1[0-9]|20)\d\d[a-z]?[)）]?[\s.,，:：“"]*$/u

const STARTER = new URL('../config/starter/', import.meta.url)

/** Reads the works of the starter library. */
export const readStarterWorks = (): Work[] =>
  readdirSync(STARTER)
    .toSorted()
    .flatMap((name) => readFileSync(new URL(name, STARTER), 'utf8').trim().split('\n'))
    .map((line) => {
      const found = JSON.parse(line)
      return workShape.parse({ ...blankWork(found.title, found.resource_type), ...found })
    })

/** Returns the names before the title of an entry; empty when the title does not stand behind the first name. */
function namesBefore(entry: string, title: string, { creators: [first] }: Work): string {
  const at = entry.toLowerCase().indexOf(title.toLowerCase())
  const before = entry.slice(0, Math.max(at, 0)).replace(YEAR_BEFORE_TITLE, '')
  const family = first?.family ?? first?.name ?? ''
  return family !== '' && before.toLowerCase().includes(family.toLowerCase()) ? before : ''
}

function printReference(random: Random, work: Work, style: StyleId, at: number): GoldReference {
  const printed = runsText(formatReference(style, toCsl(work)))
  const number = random.once(3) ? `[${1 + random.below(99)}] ` : ''
  const isArticle = work.basic_sourcename !== null
  const fields = {
    number: number.replace(/\D/g, ''),
    author: namesBefore(printed, work.title, work),
    title: work.title,
    container: work.basic_sourcename,
    date: work.publish_date?.slice(0, 4),
    volume: work.basic_source_vo,
    issue: work.basic_source_no,
    pages: work.basic_page,
    publisher: isArticle ? null : work.publisher,
    location: isArticle ? null : work.place,
    doi: printed.includes('doi.org') ? null : work.doi,
    url: /https?:\/\/\S+/.exec(printed)?.[0],
  }
  return {
    id: `printed:${at}:${style}`,
    text: number + printed,
    fields: Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    ),
    unscored: [],
    lang: work.language ?? '',
    source: 'printed',
  }
}

/** Returns references in styles that a random number chooses for each work. */
export function printedReferences(seed: number): GoldReference[] {
  const random = createRandom(seed)
  return readStarterWorks().map((work, at) => printReference(random, work, random.pick(STYLES), at))
}
