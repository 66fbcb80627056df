import { RESOURCE_TYPE, type Work } from '@scinav/contract'
import { normalizePmid } from '../fields/identifiers.ts'
import { splitKeywords, toCreators } from '../fields/name-lists.ts'
import { findKind, type WorkKind } from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import { allValues, firstValue, parseTagged, type TaggedFields, type TagRules } from '../input/tagged.ts'

/** Tag given to the line `<1>` with which a record starts. */
const RECORD_START = '<>'
/** Matches a line that holds only the name of a field, `Publication Type`; a value is indented. */
const FIELD_NAME = /^[A-Z][A-Za-z /()&-]{1,50}:?$/

/** Rules of Ovid's text: `<1>`, then field names at the margin with their values indented below. */
export const ovidRules: TagRules = {
  tagger: () => (text) => {
    const line = text.trimEnd()
    const number = /^\ufeff?<(\d{1,7})>$/.exec(line)?.[1]
    if (number !== undefined) return [RECORD_START, number]
    // The value of a field is on the lines below its name.
    return FIELD_NAME.test(line) ? [line.replace(':', '').toLowerCase(), ''] : null
  },
  begin: RECORD_START,
  essential: ['title', 'original title'],
}

/** Characters in which the first record starts; the search history stands before it. */
const MAX_HISTORY_CHARS = 20_000
/** The certainty of a recognized file, from 0 (no) to 1. */
const OVID_CERTAINTY = 0.95

/**
 * Returns how likely a text has this format: `OVID_CERTAINTY` if a first record starts in it, possibly after the search
 * history, else 0.
 */
export function looksLikeOvid(head: string): number {
  const lines = head.slice(0, MAX_HISTORY_CHARS).split(/\r\n|\n|\r/)
  const first = lines.findIndex((line) => /^\ufeff?\s{0,9}<1>\s{0,9}$/.test(line))
  const [name = '', value = ''] = lines.slice(first + 1, first + 3)
  const hasField = FIELD_NAME.test(name.trimEnd()) && /^\s+\S/.test(value)
  return first >= 0 && hasField ? OVID_CERTAINTY : 0
}

/**
 * Reads a record of Ovid's text.
 *
 * @throws RecordFault when there is no title.
 */
export function ovidWork(text: string): Work {
  const fields = parseTagged(text, ovidRules)
  const source = parseSource(lineValue(fields, 'source', 'journal', 'journal name'))
  const headings = allValues(fields, 'mesh subject headings', 'subject headings', 'mesh headings')
  return finishWork({
    kind: readKind(fields),
    title: lineValue(fields, 'title', 'original title').replace(/(?<!\.)\.$/, ''),
    abstract: firstValue(fields, 'abstract'),
    keywords: [
      ...splitKeywords(lineValue(fields, 'keyword heading', 'author keywords', 'keywords')),
      ...headings.flatMap((value) => value.split('\n')),
    ],
    creators: toCreators(readNames(fields)),
    source: source.journal,
    volume: lineValue(fields, 'volume') || source.volume,
    issue: lineValue(fields, 'issue', 'issue/part', 'issue number') || source.issue,
    pages: lineValue(fields, 'pages', 'page', 'pagination') || source.pages,
    // The complete date, else that of the source, which mostly has a month, else the year alone.
    date:
      lineValue(fields, 'date of publication') ||
      source.date ||
      lineValue(fields, 'year of publication', 'publication year', 'year'),
    issn: allValues(fields, 'issn', 'issn print', 'issn electronic', 'issn linking').join(' '),
    isbn: allValues(fields, 'isbn').join(' '),
    doi: lineValue(fields, 'doi', 'digital object identifier'),
    url: lineValue(fields, 'url'),
    language: lineValue(fields, 'language'),
    publisher: lineValue(fields, 'publisher'),
    external_ids: {
      pmid: normalizePmid(firstValue(fields, 'pmid', 'unique identifier', 'medline identifier')),
    },
    csl: { source: lineValue(fields, 'database') || null },
  })
}

/** Where a work was published, as the source of a record states it. */
interface OvidSource {
  journal: string
  volume?: string | undefined
  issue?: string | undefined
  pages?: string | undefined
  date?: string | undefined
}

/** Parses a source, `Journal of Weirs. 3(2):5-9, 2013 Mar 4.`, whose parts other than the journal may be missing. */
function parseSource(text: string): OvidSource {
  const date = /(?:1[89]|20)\d{2}[^.]{0,20}/.exec(text)?.[0]
  // The volume, behind the title of the journal: `. 3`, `, vol. 3`.
  const journalEnd = text.search(/[.,] (?:vol\.? ?)?\d/i)
  if (journalEnd < 0) return { journal: text.replace(/\.$/, ''), date }
  const numbers = text.slice(journalEnd + '. '.length).replace(/^vol\.? ?/i, '')
  return {
    journal: text.slice(0, journalEnd),
    volume: /^[\w-]{1,12}(?=[ (:,])/.exec(numbers)?.[0],
    issue: /\(([^()]{1,30})\)/.exec(numbers)?.[1],
    pages: /:\s?(?:pp?\. ?)?([\w-]{1,20})/.exec(numbers)?.[1],
    date,
  }
}

/** Returns the value of the first non-blank field on one line. */
const lineValue = (fields: TaggedFields, ...names: string[]): string =>
  (firstValue(fields, ...names) ?? '').replace(/\s+/g, ' ').trim()

/** Returns the kind; most records are journal articles too, so a rarer type takes precedence. */
function readKind(fields: TaggedFields): WorkKind {
  const types = allValues(fields, 'publication type').flatMap((value) => value.split(/[\n.;]/))
  const known = types.flatMap((type) => findKind('pubmed', type) ?? findKind('named', type) ?? [])
  return (
    known.find(({ type }) => type !== RESOURCE_TYPE.journalArticle) ?? { type: RESOURCE_TYPE.journalArticle }
  )
}

/** Matches an identifier in brackets: ` (ORCID: https://orcid.org/…)`. */
const BRACKETED = / ?\([^()]{0,60}\)/g
/**
 * Matches the numbers of institutions behind a name, and the full stop that ends the list: ` 1, 2.`. The
 * lookbehind lets a match begin only where such characters begin, so that a long run of them is not tried
 * from each.
 */
const INSTITUTION_NUMBERS = /(?<![\d., ])[\d., ]+$/

/**
 * Returns the names without the identifiers and numbers of institutions that Ovid appends: `Smith, John (ORCID …) 1,
 * 2.; Ness, Ada 1.` are `Smith, John` and `Ness, Ada`.
 */
function readNames(fields: TaggedFields): string[] {
  const names = lineValue(fields, 'authors full name', 'author', 'authors')
  return names.split(';').map((name) => name.replace(BRACKETED, '').replace(INSTITUTION_NUMBERS, ''))
}
