import { type Creator, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { normalizeArxiv, normalizePmcid, normalizePmid } from '../fields/identifiers.ts'
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

/** Matches a line `{Title}: …`, with square brackets in copied pages; captures the name of the field and the value. */
const FIELD_LINE = /^[\s\ufeff]*[{[]([A-Za-z\p{Script=Han}][^{}[\]]{0,39})[}\]]\s*[:：]\s?(.*)$/u
/** Fields that are accepted in square brackets, as copied pages write them; `[Methods]: …` is part of an abstract. */
const KNOWN_FIELDS = new Set(
  'reference type|title|translated title|author|inventor|secondary author|tertiary author|subsidiary author|editor|advisor|tutor|导师|author address|author affiliation|year|date|journal|source|newspaper|secondary title|tertiary title|conference name|conference location|volume|issue|period|pages|page|number|number of volumes|edition|keywords|abstract|isbn/issn|isbn|issn|doi|url|link|language|publisher|university|institution|place published|place|type of work|degree|patent number|standard number|assignee|notes|label|short title|call number|accession number|database provider|database|series title|fund|funding|pmid|pmcid|subject|original publication'.split(
    '|',
  ),
)
/** Matches the first line of a record that the preceding text runs into: `…;{Reference Type}: Journal Article`. */
const GLUED_FIRST_LINE = /;\s*[{[](Reference Type)[}\]]\s*[:：]\s?(.*)$/

/** Rules of NoteExpress's tagged text. */
export const noteExpressRules: TagRules = {
  tagger: () => (text) => {
    const match = FIELD_LINE.exec(text) ?? GLUED_FIRST_LINE.exec(text)
    if (!match) return null
    const [, printedName = '', value = ''] = match
    const name = printedName.trim().toLowerCase()
    const isInSquareBrackets = /^[\s\ufeff]*\[/.test(text)
    return isInSquareBrackets && !KNOWN_FIELDS.has(name) ? null : [name, value]
  },
  begin: 'reference type',
}

/**
 * Reads a record of NoteExpress.
 *
 * @throws RecordFault when there is no title.
 */
export function noteExpressWork(text: string): Work {
  const fields = parseTagged(text, noteExpressRules)
  const kind = kindOrOther('named', firstValue(fields, 'reference type'))
  const creators = readCreators(fields, kind)
  const unassigned = assignAffiliations(creators, splitCnkiInstitutions(allValues(fields, 'author address')))
  const isNumbered = isNumberedKind(kind)
  const isBook = isWholeBook(kind)
  const genre = firstValue(fields, 'type of work')
  return finishWork({
    kind,
    title: cleanCnkiText(firstValue(fields, 'title')),
    title_zh: firstValue(fields, 'translated title'),
    abstract: cleanCnkiText(firstValue(fields, 'abstract')),
    keywords: splitCnkiKeywords(allValues(fields, 'keywords')),
    creators,
    source:
      isBook || kind.type === RESOURCE_TYPE.thesis
        ? null
        : firstValue(
            fields,
            'journal',
            'source',
            'newspaper',
            'tertiary title',
            'secondary title',
            'conference name',
          ),
    volume: firstValue(fields, 'volume'),
    issue: firstValue(fields, 'issue', 'period'),
    number: isNumbered
      ? firstValue(fields, 'patent number', 'standard number', 'number', 'isbn/issn', 'notes')
      : null,
    pages: firstValue(fields, 'pages', 'page'),
    date: firstValue(fields, 'date', 'year'),
    isbn: allValues(fields, 'isbn/issn', 'isbn', 'issn', '图书印刷版isbn').join(' '),
    doi: firstValue(fields, 'doi'),
    url: firstValue(fields, 'url', 'link'),
    language: firstValue(fields, 'language'),
    publisher: firstValue(fields, 'publisher', 'university', 'institution'),
    place: firstValue(fields, 'place published', 'place'),
    external_ids: readIdentifiers(fields),
    degree: kind.type === RESOURCE_TYPE.thesis ? parseDegree(genre ?? firstValue(fields, 'degree')) : null,
    funds: allValues(fields, 'fund', 'funding').flatMap((value) => value.split(/[;；]/)),
    csl: {
      edition: firstValue(fields, 'edition'),
      'collection-title': firstValue(fields, 'series title'),
      genre,
      'call-number': firstValue(fields, 'call number'),
      'event-place': firstValue(fields, 'conference location'),
      note: isNumbered ? null : firstValue(fields, 'notes'),
      source: firstValue(fields, 'database provider', 'database'),
      ...unassigned,
    },
  })
}

/**
 * Reads the creators; the tertiary authors of a thesis are its advisors, the subsidiary ones of a patent its owners.
 */
function readCreators(fields: TaggedFields, kind: WorkKind): Creator[] {
  const isPatent = kind.type === RESOURCE_TYPE.patent
  return [
    ...toCreators(allValues(fields, 'author', 'inventor')),
    ...toCreators(allValues(fields, 'secondary author', 'editor'), 'editor'),
    ...toCreators(
      allValues(fields, 'tertiary author', 'advisor', 'tutor', '导师'),
      kind.type === RESOURCE_TYPE.thesis ? 'advisor' : 'editor',
    ),
    ...toCreators(allValues(fields, 'subsidiary author', 'assignee'), isPatent ? 'publisher' : 'translator'),
  ]
}

/** Returns the identifiers of a record besides its DOI. */
function readIdentifiers(fields: TaggedFields): Record<string, string | null> {
  const pmcid = firstValue(fields, 'pmcid')
  const arxiv = allValues(fields, 'number').find((value) => /^arxiv:/i.test(value.trim()))
  return {
    pmid: normalizePmid(firstValue(fields, 'pmid')),
    pmcid: pmcid ? normalizePmcid(pmcid) : null,
    arxiv: normalizeArxiv(arxiv),
  }
}
