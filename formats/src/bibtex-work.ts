import type { Creator, Work } from '@scinav/contract'
import { annotate, bibtexNames } from './bibtex-names.ts'
import type { Entry } from './bibtex-parse.ts'
import { cslDate, dateOf, looseDate, monthOf } from './dates.ts'
import { type CslFields, type Draft, finishWork } from './finish.ts'
import { warn } from './format.ts'
import { normaliseArxiv, normalisePmcid, normalisePmid } from './identifiers.ts'
import { latexToMarkup, latexToText } from './latex.ts'
import { latexVerbatim } from './latex-verbatim.ts'
import { splitKeywords } from './names.ts'
import { degreeOf, type Kind, kindOf } from './resource-types.ts'

type Fields = Entry['fields']

/** The first of the fields that is there, as plain text. */
function text(fields: Fields, ...names: string[]): string | null {
  for (const name of names) {
    const value = fields.get(name)
    if (value !== undefined && value.trim() !== '') return latexToText(value).trim()
  }
  return null
}

function marked(fields: Fields, name: string): string | null {
  const value = fields.get(name)
  return value === undefined ? null : latexToMarkup(value).trim()
}

function verbatim(fields: Fields, ...names: string[]): string | null {
  for (const name of names) {
    const value = fields.get(name)
    if (value) return latexVerbatim(value)
  }
  return null
}

/** A group in braces that is no argument of a command and begins with none, with the letters around it. */
const protectedGroup = /(?<![\\{\p{L}\p{N}])([\p{L}\p{N}]*)\{([^{}\\][^{}]{0,300})\}([\p{L}\p{N}]*)/gu

/** Words that braces protect; braces around a whole title say nothing about its words. */
function protectedIn(fields: Fields): string[] {
  return ['title', 'subtitle'].flatMap((name) => {
    const value = (fields.get(name) ?? '').trim()
    return [...value.matchAll(protectedGroup)].flatMap(([group, before = '', inner = '', after = '']) =>
      group === value ? [] : [latexToText(before + inner + after).trim()],
    )
  })
}

function withSubtitle(title: string | null, subtitle: string | null): string | null {
  return title && subtitle ? `${title}: ${subtitle}` : title
}

/** `date` of biblatex, else year, month and day; the month may carry the day: `jul # "~4"`, `2 sep`. */
function dateIn(fields: Fields): string | null {
  const date = verbatim(fields, 'date')
  // biblatex leaves out the end of a range that goes on.
  if (date && /\d{4}/.test(date)) return date.replace(/\/$/, '/..')
  const year = text(fields, 'year')
  const month = text(fields, 'month') ?? date
  const day = text(fields, 'day') ?? (month && /[a-z]/i.test(month) ? /\d{1,2}/.exec(month)?.[0] : null)
  return looseDate(year) ?? dateOf(year, monthOf(month), day) ?? year
}

interface Eprint {
  arxiv: string | null
  pmid: string | null
  pmcid: string | null
}

function eprintIn(fields: Fields): Eprint {
  const kind = (text(fields, 'eprinttype', 'archiveprefix') ?? '').toLowerCase()
  const number = verbatim(fields, 'eprint')
  const journal = text(fields, 'journal', 'journaltitle') ?? ''
  const elsewhere = /arxiv/i.test(journal) ? normaliseArxiv(journal) : null
  const url = verbatim(fields, 'url') ?? ''
  const named =
    kind === '' || kind === 'arxiv' ? normaliseArxiv(number ?? verbatim(fields, 'arxivid', 'arxiv')) : null
  const pmcid = text(fields, 'pmcid')
  return {
    arxiv: named ?? elsewhere ?? (/arxiv\.org/.test(url) ? normaliseArxiv(url) : null),
    pmid: normalisePmid(kind === 'pubmed' ? number : text(fields, 'pmid')),
    pmcid: pmcid ? normalisePmcid(pmcid) : null,
  }
}

/** What `entrysubtype` says more than the type does. */
const subtypes: Readonly<Record<string, Kind>> = {
  newspaper: { type: 3 },
  magazine: { type: 1, csl: 'article-magazine' },
  preprint: { type: 9 },
  map: { type: 10, csl: 'map' },
  dictionary: { type: 2, csl: 'entry-dictionary' },
}

/** Servers of preprints. */
const preprintServer =
  /^(?:\w{2,12}rxiv(?:\W.*)?|corr|ssrn(?:\W.*)?|research square|(?:osf )?preprints(?:\.org)?|preprint)$/i

/** `howpublished = {SSRN}`; a publisher stays one. */
function serverNamedIn(fields: Fields): string | null {
  const how = text(fields, 'howpublished')
  return how && preprintServer.test(how) ? how : null
}

const serverIn = (fields: Fields): string | null =>
  text(fields, 'journal', 'journaltitle', 'booktitle') ?? text(fields, 'howpublished', 'publisher')

/** What is published on a server of preprints alone is one. */
function kindIn(entry: Entry, eprint: Eprint): Kind {
  const subtype = subtypes[(text(entry.fields, 'entrysubtype') ?? '').toLowerCase()]
  if (subtype) return subtype
  const kind = kindOf('bibtex', entry.type)
  const journal = text(entry.fields, 'journal', 'journaltitle', 'booktitle')
  const loose = entry.type === 'article' || entry.type === 'misc' || entry.type === 'online'
  const isOnArxiv = eprint.arxiv !== null && (!journal || /arxiv|corr/i.test(journal))
  return loose && (isOnArxiv || preprintServer.test(serverIn(entry.fields) ?? '')) ? { type: 9 } : kind
}

function publisherIn(fields: Fields, kind: Kind): string | null {
  if (kind.type === 4) return text(fields, 'school', 'institution', 'organization', 'publisher')
  if (kind.type === 8) return text(fields, 'institution', 'publisher', 'organization', 'school')
  const named = text(fields, 'publisher', 'organization', 'institution', 'school')
  return named ?? (kind.type === 2 ? text(fields, 'howpublished') : null)
}

function creatorsIn(fields: Fields): Creator[] {
  const authors = bibtexNames(fields.get('author'), 'author')
  annotate(authors, fields.get('author+an:orcid') ?? fields.get('author+an'))
  return [
    ...authors,
    ...bibtexNames(fields.get('editor'), 'editor'),
    ...bibtexNames(fields.get('translator'), 'translator'),
    ...bibtexNames(fields.get('advisor') ?? fields.get('supervisor'), 'advisor'),
  ]
}

/** A number is the issue of a journal, the number of a report or thesis, or the place of a book in its series. */
function numberIn(
  fields: Fields,
  kind: Kind,
): { issue: string | null; number: string | null; inSeries: string | null } {
  const number = text(fields, 'number')
  const issue = text(fields, 'issue')
  if (kind.type === 9) return { issue, number, inSeries: null }
  if (kind.type === 1 || kind.type === 3) return { issue: number ?? issue, number: null, inSeries: null }
  const inSeries = kind.type === 2 || kind.type === 5
  return { issue, number: inSeries ? null : number, inSeries: inSeries ? number : null }
}

function cslIn(entry: Entry, inSeries: string | null): CslFields {
  const { fields } = entry
  const address = fields.has('address') && fields.has('location')
  return {
    'citation-key': entry.key || null,
    note: text(fields, 'note', 'annote', 'annotation', 'comment'),
    edition: text(fields, 'edition'),
    'collection-title': text(fields, 'series'),
    'collection-number': inSeries,
    'chapter-number': text(fields, 'chapter'),
    'number-of-pages': text(fields, 'pagetotal', 'numpages'),
    'number-of-volumes': text(fields, 'volumes'),
    'event-title': text(fields, 'eventtitle'),
    'event-place': text(fields, 'venue') ?? (address ? text(fields, 'location') : null),
    'event-date': cslDate(text(fields, 'eventdate')),
    accessed: cslDate(text(fields, 'urldate', 'accessed', 'lastchecked')),
    'original-date': cslDate(text(fields, 'origdate')),
    'original-title': text(fields, 'origtitle'),
    'original-publisher': text(fields, 'origpublisher'),
    'container-title-short': text(fields, 'shortjournal'),
    'title-short': text(fields, 'shorttitle'),
    'volume-title': text(fields, 'maintitle'),
    'title-addon': text(fields, 'titleaddon'),
    genre: text(fields, 'type'),
    version: text(fields, 'version'),
    medium: text(fields, 'howpublished'),
  }
}

function sourceIn(fields: Fields): string | null {
  const book = withSubtitle(text(fields, 'booktitle'), text(fields, 'booksubtitle'))
  return withSubtitle(text(fields, 'journal', 'journaltitle'), text(fields, 'journalsubtitle')) ?? book
}

function degreeIn(entry: Entry): Work['degree'] {
  const said = degreeOf(text(entry.fields, 'type'))
  if (said || entry.type === 'thesis') return said
  return entry.type === 'phdthesis' ? 'doctor' : entry.type === 'mastersthesis' ? 'master' : null
}

function bibtexDraft(entry: Entry): Draft {
  const { fields } = entry
  const eprint = eprintIn(fields)
  const kind = kindIn(entry, eprint)
  const { issue, number, inSeries } = numberIn(fields, kind)
  const how = verbatim(fields, 'howpublished')
  const source = sourceIn(fields)
  return {
    kind,
    title: withSubtitle(marked(fields, 'title'), marked(fields, 'subtitle')),
    protected_words: protectedIn(fields),
    title_zh: marked(fields, 'title_zh') ?? marked(fields, 'title-zh'),
    abstract: marked(fields, 'abstract'),
    keywords: splitKeywords(text(fields, 'keywords', 'keyword')),
    creators: creatorsIn(fields),
    source:
      kind.type === 9 && (!source || /arxiv/i.test(source))
        ? eprint.arxiv
          ? 'arXiv'
          : (source ?? serverNamedIn(fields))
        : source,
    volume: text(fields, 'volume'),
    issue,
    number,
    pages: text(fields, 'pages', 'articleno', 'eid', 'article-number'),
    date: dateIn(fields),
    isbn: text(fields, 'isbn'),
    issn: text(fields, 'issn'),
    doi: verbatim(fields, 'doi'),
    url: verbatim(fields, 'url', 'link') ?? (how && /^https?:/.test(how) ? how : null),
    language: text(fields, 'langid', 'language', 'hyphenation'),
    publisher: publisherIn(fields, kind),
    place: text(fields, 'address', 'location'),
    degree: kind.type === 4 ? degreeIn(entry) : null,
    external_ids: { ...eprint },
    csl: cslIn(entry, inSeries),
  }
}

export function bibtexWork(entry: Entry): Work {
  for (const warning of entry.warnings) warn(warning)
  return finishWork(bibtexDraft(entry))
}
