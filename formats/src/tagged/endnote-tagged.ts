import { type Creator, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { isoDate, looseDate, normalizeDate, parseMonth, toCslDate } from '../fields/dates.ts'
import { normalizeArxiv, normalizeDoi, normalizePmcid, normalizePmid } from '../fields/identifiers.ts'
import { toCreators } from '../fields/name-lists.ts'
import { isNumberedKind, isWholeBook, kindOrOther, parseDegree, type WorkKind } from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import {
  allValues,
  assignAffiliations,
  firstValue,
  parseTagged,
  type TaggedFields,
  type TagRules,
} from '../input/tagged.ts'
import { cleanCnkiText, splitCnkiInstitutions, splitCnkiKeywords } from './cnki.ts'

// The tags by EndNote's names of the fields, with what CNKI writes where that differs:
//
// %0 type    %T title   %Q translated title   %! short title   %A author   %E editor   %Y tertiary author: the
// advisor of a thesis, else the editor of a series   %? subsidiary author and %H translated author: the translators
// %J journal   %B book, conference or secondary title   %S series   %V volume   %N issue, or the number of a report, a
// standard or a patent   %P pages   %& section, which holds the first page   %@ ISSN and ISBN, or the number of a patent
// %D year   %8 date   %[ access date   %7 edition   %9 genre: `硕士`, `Ph.D. thesis`   %I publisher   %C place
// %R DOI   %U address   %> link to the file   %M accession number   %1, %2 custom fields   %~ name of the database
// %W database provider   %L call number   %F label   %G language   %K keywords   %X abstract   %Z, %O notes
// %+ addresses of the authors

/** A line with a tag: `%A Smith, John`. */
const TAGGED_LINE = /^[\s\ufeff]{0,3}%([0-9A-Z!@#$&()*+,./:;<=>?[\]^_`{|}~-])(?:\s(.*)|)$/

/** Rules of EndNote's tagged text (`%0 Journal Article`), as EndNote and CNKI write it. */
export const endnoteRules: TagRules = {
  tagger: () => (text) => {
    const [whole, sign, value = ''] = TAGGED_LINE.exec(text) ?? []
    return whole === undefined ? null : [`%${sign}`, value]
  },
  begin: '%0',
  lenient: true,
  oneLine: '%0 %D %8 %V %N %P %& %@ %R %G %7 %['.split(' '),
}

/**
 * Reads a record of EndNote's tagged text.
 *
 * @throws RecordFault when there is no title.
 */
export function endnoteWork(text: string): Work {
  const fields = parseTagged(text, endnoteRules)
  const type = firstValue(fields, '%0')
  // A record without a type that names a journal is an article.
  // The types are named in full, `Journal Article`, which is the vocabulary `named`.
  const kind =
    type === null && firstValue(fields, '%J')
      ? { type: RESOURCE_TYPE.journalArticle }
      : kindOrOther('named', type)
  const creators = readCreators(fields, kind)
  const unassigned = assignAffiliations(creators, splitCnkiInstitutions(allValues(fields, '%+')))
  // Standards, patents and reports have a number of their own, which some programs write into the field of the ISSN or
  // of the accession number.
  const isNumbered = isNumberedKind(kind)
  const isBook = isWholeBook(kind)
  const genre = firstValue(fields, '%9')
  const number = isNumbered ? firstValue(fields, '%N', '%@', '%M') : null
  const issnsAndIsbns = allValues(fields, '%@').filter((each) => each.trim() !== number)
  return finishWork({
    kind,
    title: cleanCnkiText(firstValue(fields, '%T')),
    // `finishWork` keeps a translated title that is not Chinese elsewhere.
    title_zh: firstValue(fields, '%Q'),
    abstract: cleanCnkiText(firstValue(fields, '%X')),
    keywords: splitCnkiKeywords(allValues(fields, '%K').flatMap((value) => value.split('\n'))),
    creators,
    source: isBook || kind.type === RESOURCE_TYPE.thesis ? null : firstValue(fields, '%J', '%B'),
    volume: firstValue(fields, '%V'),
    issue: isNumbered ? null : firstValue(fields, '%N'),
    number,
    pages: firstValue(fields, '%P', '%&'),
    date: readDate(fields),
    isbn: issnsAndIsbns.join(' '),
    doi: allValues(fields, '%R').flatMap((value) => normalizeDoi(value) ?? [])[0],
    url: firstValue(fields, '%U'),
    pdf_url: firstValue(fields, '%>'),
    language: firstValue(fields, '%G'),
    publisher: firstValue(fields, '%I'),
    place: firstValue(fields, '%C'),
    degree: kind.type === RESOURCE_TYPE.thesis ? parseDegree(genre ?? type) : null,
    external_ids: readIdentifiers(fields),
    csl: {
      edition: firstValue(fields, '%7'),
      genre,
      'collection-title': firstValue(fields, '%S') ?? (isBook ? firstValue(fields, '%B') : null),
      'call-number': firstValue(fields, '%L'),
      note: allValues(fields, '%Z', '%O').join('\n'),
      source: firstValue(fields, '%W', '%~'),
      'title-short': firstValue(fields, '%!'),
      'citation-label': firstValue(fields, '%F'),
      accessed: toCslDate(firstValue(fields, '%[')),
      ...unassigned,
    },
  })
}

/** Returns the contributors of a record with their roles, which partly depend on its kind. */
function readCreators(fields: TaggedFields, kind: WorkKind): Creator[] {
  return [
    ...toCreators(allValues(fields, '%A')),
    ...toCreators(allValues(fields, '%E'), 'editor'),
    ...toCreators(allValues(fields, '%Y'), kind.type === RESOURCE_TYPE.thesis ? 'advisor' : 'editor'),
    ...toCreators(allValues(fields, '%?', '%H'), 'translator'),
  ]
}

/**
 * Returns the date. `%D` is the year; `%8` may be a full date, a month and day in that year, or the date of the
 * record's last change, which is ignored. Without `%D`, `%8` is returned as it is.
 */
function readDate(fields: TaggedFields): string | null {
  const year = firstValue(fields, '%D')
  const detail = firstValue(fields, '%8')
  if (year === null) return detail
  // A range of years or an uncertain one: `1990-1998`, `ca. 1990`.
  if (looseDate(year)) return year
  const full = normalizeDate(detail)
  if (full?.startsWith(year)) return full
  // A date with another year is that of the last change.
  const month = detail && !/\d{4}/.test(detail) ? parseMonth(detail) : null
  return month === null ? year : (isoDate(year, month, /\d{1,2}/.exec(detail ?? '')?.[0]) ?? year)
}

/**
 * Returns the identifiers; EndNote stores PubMed's as accession number (`%M`) and PubMed Central's in custom field 2
 * (`%2`).
 */
function readIdentifiers(fields: TaggedFields): Record<string, string | null> {
  const pubmed = /pubmed|medline/i.test(firstValue(fields, '%~') ?? '') ? firstValue(fields, '%M') : null
  const pmc = firstValue(fields, '%2') ?? ''
  const arxiv = allValues(fields, '%1', '%M').find((value) => /^arxiv:/i.test(value.trim()))
  return {
    pmid: normalizePmid(pubmed),
    pmcid: /^PMC\d+$/i.test(pmc) ? normalizePmcid(pmc) : null,
    arxiv: normalizeArxiv(arxiv),
  }
}
