import { type Creator, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { isoDate, looseDate, parseMonth, toCslDate } from '../fields/dates.ts'
import { normalizeArxiv, normalizePmcid, normalizePmid } from '../fields/identifiers.ts'
import { splitKeywords } from '../fields/name-lists.ts'
import { kindOrOther, parseDegree, type WorkKind } from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import { addWarning, boundedField } from '../format.ts'
import type { CslFields, WorkDraft } from '../work-draft.ts'
import { type EntryFields, markupField, plainField, verbatimField, withSubtitle } from './bibtex-fields.ts'
import { applyAnnotations, bibtexNames } from './bibtex-names.ts'
import type { BibtexEntry } from './bibtex-parse.ts'
import { latexToText } from './latex.ts'

/**
 * Converts an entry to a `Work` and adds its warnings.
 *
 * @throws RecordFault when there is no title.
 */
export function bibtexWork(entry: BibtexEntry): Work {
  for (const warning of entry.warnings) addWarning(warning)
  for (const [name, value] of entry.fields) entry.fields.set(name, boundedField(name, value))
  return finishWork(bibtexDraft(entry))
}

/** Collects the fields of an entry. */
function bibtexDraft(entry: BibtexEntry): WorkDraft {
  const { fields } = entry
  const eprint = readEprint(fields)
  const kind = readKind(entry, eprint)
  const { issue, number, inSeries } = readNumbers(fields, kind)
  const howPublished = verbatimField(fields, 'howpublished')
  return {
    kind,
    title: withSubtitle(markupField(fields, 'title'), markupField(fields, 'subtitle')),
    protected_words: readProtectedWords(fields),
    title_zh: markupField(fields, 'title_zh') ?? markupField(fields, 'title-zh'),
    abstract: markupField(fields, 'abstract'),
    keywords: splitKeywords(plainField(fields, 'keywords', 'keyword')),
    creators: readCreators(fields),
    source: kind.type === RESOURCE_TYPE.preprint ? readServer(fields, eprint) : readSource(fields),
    volume: plainField(fields, 'volume'),
    issue,
    number,
    pages: plainField(fields, 'pages', 'articleno', 'eid', 'article-number'),
    date: readDate(fields),
    isbn: plainField(fields, 'isbn'),
    issn: plainField(fields, 'issn'),
    doi: verbatimField(fields, 'doi'),
    url:
      verbatimField(fields, 'url', 'link') ??
      (howPublished && /^https?:/.test(howPublished) ? howPublished : null),
    language: plainField(fields, 'langid', 'language', 'hyphenation'),
    publisher: readPublisher(fields, kind),
    place: plainField(fields, 'address', 'location'),
    degree: kind.type === RESOURCE_TYPE.thesis ? readDegree(entry) : null,
    external_ids: { ...eprint },
    csl: readCslFields(entry, inSeries),
  }
}

/** The identifiers of a preprint or of a record in PubMed, in their normal forms. */
interface EprintIds {
  arxiv: string | null
  pmid: string | null
  pmcid: string | null
}

/** Returns the identifiers of a preprint, from the fields for it, else from the address or the name of the journal. */
function readEprint(fields: EntryFields): EprintIds {
  const kind = (plainField(fields, 'eprinttype', 'archiveprefix') ?? '').toLowerCase()
  const number = verbatimField(fields, 'eprint')
  const isArxiv = kind === '' || kind === 'arxiv'
  const inField = isArxiv ? normalizeArxiv(number ?? verbatimField(fields, 'arxivid', 'arxiv')) : null
  // `journal = {arXiv preprint arXiv:1810.04805}`
  const journal = plainField(fields, 'journal', 'journaltitle') ?? ''
  const inJournal = /arxiv/i.test(journal) ? normalizeArxiv(journal) : null
  const url = verbatimField(fields, 'url') ?? ''
  const inAddress = /arxiv\.org/.test(url) ? normalizeArxiv(url) : null
  const pmcid = plainField(fields, 'pmcid')
  return {
    arxiv: inField ?? inJournal ?? inAddress,
    pmid: normalizePmid(kind === 'pubmed' ? number : plainField(fields, 'pmid')),
    pmcid: pmcid ? normalizePmcid(pmcid) : null,
  }
}

/** Kinds by `entrysubtype`, which is more specific than the entry type. */
const KIND_BY_SUBTYPE: Readonly<Record<string, WorkKind>> = {
  newspaper: { type: RESOURCE_TYPE.newspaperArticle },
  magazine: { type: RESOURCE_TYPE.journalArticle, csl: 'article-magazine' },
  preprint: { type: RESOURCE_TYPE.preprint },
  map: { type: RESOURCE_TYPE.other, csl: 'map' },
  dictionary: { type: RESOURCE_TYPE.book, csl: 'entry-dictionary' },
}

/** Matches names of preprint servers: `bioRxiv`, `CoRR`, `SSRN Electronic Journal`. */
const PREPRINT_SERVER =
  /^(?:\w{2,12}rxiv(?:\W.*)?|corr|ssrn(?:\W.*)?|research square|(?:osf )?preprints(?:\.org)?|preprint)$/i

/** Returns the kind of an entry; a work published only on a preprint server is a preprint. */
function readKind(entry: BibtexEntry, eprint: EprintIds): WorkKind {
  const subtype = KIND_BY_SUBTYPE[(plainField(entry.fields, 'entrysubtype') ?? '').toLowerCase()]
  if (subtype) return subtype
  const kind = kindOrOther('bibtex', entry.type)
  const journal = plainField(entry.fields, 'journal', 'journaltitle', 'booktitle')
  // Programs use these types for preprints, too.
  const isLooseType = entry.type === 'article' || entry.type === 'misc' || entry.type === 'online'
  const isOnArxiv = eprint.arxiv !== null && (!journal || /arxiv|corr/i.test(journal))
  return isLooseType && (isOnArxiv || PREPRINT_SERVER.test(possibleServer(entry.fields) ?? ''))
    ? { type: RESOURCE_TYPE.preprint }
    : kind
}

/** Returns the text that may name a preprint server. */
const possibleServer = (fields: EntryFields): string | null =>
  plainField(fields, 'journal', 'journaltitle', 'booktitle') ??
  plainField(fields, 'howpublished', 'publisher')

/** What the fields `number` and `issue` mean for a kind of work. */
interface EntryNumbers {
  /** The issue of a journal or newspaper. */
  issue: string | null
  /** The number of a report, thesis or preprint. */
  number: string | null
  /** The position of a book or of proceedings in their series. */
  inSeries: string | null
}

/** Reads `number` and `issue`, which many records of articles use for the same thing. */
function readNumbers(fields: EntryFields, kind: WorkKind): EntryNumbers {
  const number = plainField(fields, 'number')
  const issue = plainField(fields, 'issue')
  if (kind.type === RESOURCE_TYPE.preprint) return { issue, number, inSeries: null }
  if (kind.type === RESOURCE_TYPE.journalArticle || kind.type === RESOURCE_TYPE.newspaperArticle)
    return { issue: number ?? issue, number: null, inSeries: null }
  const isInSeries = kind.type === RESOURCE_TYPE.book || kind.type === RESOURCE_TYPE.conferencePaper
  return isInSeries ? { issue, number: null, inSeries: number } : { issue, number, inSeries: null }
}

/**
 * Matches a group in braces with the letters next to it, `pre{DNA}s`, that is not the argument of a command and
 * contains none.
 */
const PROTECTED_GROUP = /(?<![\\{\p{L}\p{N}])([\p{L}\p{N}]*)\{([^{}\\][^{}]{0,300})\}([\p{L}\p{N}]*)/gu

/** Returns the words that braces protect; braces around a whole title say nothing about single words. */
function readProtectedWords(fields: EntryFields): string[] {
  return ['title', 'subtitle'].flatMap((name) => {
    const value = (fields.get(name) ?? '').trim()
    return [...value.matchAll(PROTECTED_GROUP)].flatMap(([group, before = '', inner = '', after = '']) =>
      group === value ? [] : [latexToText(before + inner + after).trim()],
    )
  })
}

/** Reads the creators; ORCID iDs are in an annotation of the authors, as biblatex defines it. */
function readCreators(fields: EntryFields): Creator[] {
  const authors = bibtexNames(fields.get('author'), 'author')
  applyAnnotations(authors, fields.get('author+an:orcid') ?? fields.get('author+an'))
  return [
    ...authors,
    ...bibtexNames(fields.get('editor'), 'editor'),
    ...bibtexNames(fields.get('translator'), 'translator'),
    ...bibtexNames(fields.get('advisor') ?? fields.get('supervisor'), 'advisor'),
  ]
}

/** Returns the server of a preprint: the named one, which for any name with `arXiv` in it is `arXiv`. */
function readServer(fields: EntryFields, { arxiv }: EprintIds): string | null {
  const source = readSource(fields)
  if (source && !/arxiv/i.test(source)) return source
  return arxiv ? 'arXiv' : (source ?? serverInHowpublished(fields))
}

/** Returns the journal or, without one, the book in which a work appeared. */
function readSource(fields: EntryFields): string | null {
  const book = withSubtitle(plainField(fields, 'booktitle'), plainField(fields, 'booksubtitle'))
  return (
    withSubtitle(plainField(fields, 'journal', 'journaltitle'), plainField(fields, 'journalsubtitle')) ?? book
  )
}

/** Returns the preprint server in `howpublished`, as in `howpublished = {SSRN}`; other values are publishers. */
function serverInHowpublished(fields: EntryFields): string | null {
  const value = plainField(fields, 'howpublished')
  return value && PREPRINT_SERVER.test(value) ? value : null
}

/** Returns the `date` of biblatex, else year, month and day. The month may contain the day: `jul # "~4"`, `2 sep`. */
function readDate(fields: EntryFields): string | null {
  const date = verbatimField(fields, 'date')
  // biblatex omits the end of an open range.
  if (date && /\d{4}/.test(date)) return date.replace(/\/$/, '/..')
  const year = plainField(fields, 'year')
  // A `date` without a year may state the month.
  const month = plainField(fields, 'month') ?? date
  const day = plainField(fields, 'day') ?? (month && /[a-z]/i.test(month) ? /\d{1,2}/.exec(month)?.[0] : null)
  return looseDate(year) ?? isoDate(year, parseMonth(month), day) ?? year
}

/** Returns the publisher; of theses and reports the institution, which different styles write into different fields. */
function readPublisher(fields: EntryFields, kind: WorkKind): string | null {
  if (kind.type === RESOURCE_TYPE.thesis)
    return plainField(fields, 'school', 'institution', 'organization', 'publisher')
  if (kind.type === RESOURCE_TYPE.report)
    return plainField(fields, 'institution', 'publisher', 'organization', 'school')
  const named = plainField(fields, 'publisher', 'organization', 'institution', 'school')
  return named ?? (kind.type === RESOURCE_TYPE.book ? plainField(fields, 'howpublished') : null)
}

/** Returns the degree of a thesis, from the field `type` or the type of the entry. */
function readDegree(entry: BibtexEntry): Work['degree'] {
  const stated = parseDegree(plainField(entry.fields, 'type'))
  if (stated || entry.type === 'thesis') return stated
  if (entry.type === 'phdthesis') return 'doctor'
  return entry.type === 'mastersthesis' ? 'master' : null
}

/** Returns the fields that a `Work` has no columns for, under their CSL names; null where the entry lacks them. */
function readCslFields(entry: BibtexEntry, inSeries: string | null): CslFields {
  const { fields } = entry
  // With both fields, `address` is that of the publisher and `location` that of the event.
  const hasBothPlaces = fields.has('address') && fields.has('location')
  return {
    'citation-key': entry.key || null,
    note: plainField(fields, 'note', 'annote', 'annotation', 'comment'),
    edition: plainField(fields, 'edition'),
    'collection-title': plainField(fields, 'series'),
    'collection-number': inSeries,
    'chapter-number': plainField(fields, 'chapter'),
    'number-of-pages': plainField(fields, 'pagetotal', 'numpages'),
    'number-of-volumes': plainField(fields, 'volumes'),
    'event-title': plainField(fields, 'eventtitle'),
    'event-place': plainField(fields, 'venue') ?? (hasBothPlaces ? plainField(fields, 'location') : null),
    'event-date': toCslDate(plainField(fields, 'eventdate')),
    accessed: toCslDate(plainField(fields, 'urldate', 'accessed', 'lastchecked')),
    'original-date': toCslDate(plainField(fields, 'origdate')),
    'original-title': plainField(fields, 'origtitle'),
    'original-publisher': plainField(fields, 'origpublisher'),
    'container-title-short': plainField(fields, 'shortjournal'),
    'title-short': plainField(fields, 'shorttitle'),
    'volume-title': plainField(fields, 'maintitle'),
    'title-addon': plainField(fields, 'titleaddon'),
    genre: plainField(fields, 'type'),
    version: plainField(fields, 'version'),
    medium: plainField(fields, 'howpublished'),
  }
}
