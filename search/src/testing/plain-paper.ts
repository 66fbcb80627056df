import type { Creator } from '@scinav/contract'
import { forEachTerm } from '../analysis/analyze.ts'
import { authorTerms, foldName } from '../analysis/names.ts'
import { keywordKey, sourceKey, titleKey } from '../index/document.ts'
import type { IndexRecord } from '../index/schema.ts'
import { AUTHOR_MASKS, SPACES } from '../index/terms.ts'
import { workNameTerms } from '../index/work-names.ts'

/** Mask and positions of a term in a paper. */
interface TermOccurrences {
  mask: number
  places: number[]
}

/** A paper in the form in which a reader of docs/design/search.md would write it down to answer searches by hand. */
export interface PlainPaper {
  seq: number
  terms: Map<string, TermOccurrences>
  /** Field of each position: 0 title, 1 abstract, 2 keywords. */
  fields: Map<number, number>
  numbers: { year: number; type: number; cited: number; date: number; seq: number }
  oa: boolean
  degree: number
  /** Keys of its values, each once. */
  values: Record<'source' | 'author' | 'keyword' | 'subject' | 'language', string[]>
}

/** Distance of two texts of a paper in words. */
const TEXT_DISTANCE = 8
const FIELD_BITS = { title: 1, abstract: 2, keyword: 4, author: 8, source: 16 }

export function plainPaper(seq: number, work: IndexRecord, cited_by_count: number): PlainPaper {
  const paper: PlainPaper = {
    seq,
    terms: new Map(),
    fields: new Map(),
    numbers: { ...paperDates(work.publish_date), ...paperNumbers(work, cited_by_count), seq },
    oa: work.is_oa,
    degree: ['bachelor', 'master', 'doctor'].indexOf(work.degree ?? '') + 1,
    values: paperValues(work),
  }
  addTexts(paper, work)
  addNames(paper, work)
  addCodes(paper, work)
  if (work.named_by_title) addWorkNames(paper, work)
  return paper
}

function paperNumbers({ resource_type, citation_count }: IndexRecord, cited_by_count: number) {
  const known = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].includes(resource_type)
  return { type: known ? resource_type : 10, cited: Math.max(citation_count, cited_by_count) }
}

/** Reads a date: the first four digits are the year; month and day follow after hyphens. */
function paperDates(written: string | null): { year: number; date: number } {
  const [, year = '0', rest = ''] = /(\d{4})((?:-\d{1,2})*)/.exec(written ?? '') ?? []
  const [month = 0, day = 0] = rest.split('-').slice(1).map(Number)
  const date = Number(year) * 10_000 + Math.min(month, 12) * 100 + Math.min(day, 31)
  return { year: Number(year), date }
}

function addTerm(paper: PlainPaper, term: string, mask: number, place?: number): void {
  const known = paper.terms.get(term) ?? { mask: 0, places: [] }
  known.mask |= mask
  if (place !== undefined) known.places.push(place)
  paper.terms.set(term, known)
}

function addTexts(paper: PlainPaper, work: IndexRecord): void {
  const fields = [
    [FIELD_BITS.title, [work.title, work.title_zh]],
    [FIELD_BITS.abstract, [work.abstract, work.abstract_zh]],
    [FIELD_BITS.keyword, work.keywords],
  ] as const
  let base = 0
  for (const [field, [bit, texts]] of fields.entries())
    for (const text of texts) {
      if (!text) continue
      const length = forEachTerm(text, (term, position) => {
        addTerm(paper, term, bit, base + position)
        paper.fields.set(base + position, field)
      })
      base += length + TEXT_DISTANCE
    }
}

function paperAuthors({ creators }: IndexRecord): Creator[] {
  const writing = creators.filter(({ role }) => ['author', 'corresponding'].includes(role))
  return writing.length === 0 ? creators : writing
}

function addNames(paper: PlainPaper, work: IndexRecord): void {
  for (const [index, author] of paperAuthors(work).entries()) addAuthor(paper, author, index === 0)
  const { basic_sourcename: source } = work
  if (!source) return
  addTerm(paper, SPACES.source_whole + sourceKey(source), 0)
  forEachTerm(source, (term) => {
    addTerm(paper, term, FIELD_BITS.source)
    addTerm(paper, SPACES.source + term, 0)
  })
}

function addAuthor(paper: PlainPaper, author: Creator, isFirst: boolean): void {
  const { name, name_zh, role, affiliations } = author
  const first = isFirst ? AUTHOR_MASKS.first : 0
  const corresponding = role === 'corresponding' ? AUTHOR_MASKS.corresponding : 0
  for (const term of authorTerms(name, name_zh))
    addTerm(paper, SPACES.author + term, AUTHOR_MASKS.any | first | corresponding)
  for (const written of [name, name_zh ?? ''])
    forEachTerm(written, (term) => addTerm(paper, term, FIELD_BITS.author))
  for (const affiliation of affiliations)
    forEachTerm(affiliation, (term) => addTerm(paper, SPACES.affiliation + term, 0))
}

function addWorkNames(paper: PlainPaper, work: IndexRecord): void {
  for (const title of [work.title, work.title_zh ?? ''])
    if (titleKey(title) !== '') addTerm(paper, SPACES.title + titleKey(title), 0)
  for (const term of workNameTerms(work)) addTerm(paper, term, 0)
}

function addCodes(paper: PlainPaper, work: IndexRecord): void {
  for (const fund of work.funds) forEachTerm(fund, (term) => addTerm(paper, SPACES.fund + term, 0))
  for (const code of work.clc_codes) addTerm(paper, SPACES.clc + code.toUpperCase(), 0)
  const { doi, issn, isbn, external_ids } = work
  const plainNumbers = { issn: issn?.replace(/[- ]/g, ''), isbn: isbn?.replace(/[- ]/g, '') }
  for (const [kind, id] of Object.entries({ doi, ...plainNumbers, ...external_ids }))
    if (id) addTerm(paper, `${SPACES.identifier}${kind}:${id.toLowerCase()}`, 0)
}

function paperValues(work: IndexRecord): PlainPaper['values'] {
  const shown = ({ name, name_zh }: Creator) => (work.language === 'zh' ? (name_zh ?? name) : name)
  const once = (keys: string[]) => [...new Set(keys)]
  return {
    source: work.basic_sourcename ? [sourceKey(work.basic_sourcename)] : [],
    author: once(paperAuthors(work).map((author) => foldName(shown(author)))),
    keyword: once(work.keywords.map(keywordKey)),
    subject: once(work.subject_codes),
    language: work.language ? [work.language] : [],
  }
}
