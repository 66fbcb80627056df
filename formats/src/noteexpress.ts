import type { Creator, Work } from '@scinav/contract'
import { cnkiInstitutions, cnkiKeywords, cnkiText } from './cnki.ts'
import { finishWork } from './finish.ts'
import { normaliseArxiv, normalisePmcid, normalisePmid } from './identifiers.ts'
import { people } from './names.ts'
import { degreeOf, type Kind, kindOf } from './resource-types.ts'
import { affiliate, all, type Fields, first, parseTagged, type TagRules } from './tagged.ts'

/** `{Title}: …`; in copied pages the brackets may be square and the first line stick to what was before it. */
const line = /^[\s\ufeff]*[{[]([A-Za-z\p{Script=Han}][^{}[\]]{0,39})[}\]]\s*[:：]\s?(.*)$/u
/** The fields that copied pages write in square brackets; `[Methods]: …` is a part of an abstract. */
const known = new Set(
  'reference type|title|translated title|author|inventor|secondary author|tertiary author|subsidiary author|editor|advisor|tutor|导师|author address|author affiliation|year|date|journal|source|newspaper|secondary title|tertiary title|conference name|conference location|volume|issue|period|pages|page|number|number of volumes|edition|keywords|abstract|isbn/issn|isbn|issn|doi|url|link|language|publisher|university|institution|place published|place|type of work|degree|patent number|standard number|assignee|notes|label|short title|call number|accession number|database provider|database|series title|fund|funding|pmid|pmcid|subject|original publication'.split(
    '|',
  ),
)
const glued = /;\s*[{[](Reference Type)[}\]]\s*[:：]\s?(.*)$/

export const noteExpressRules: TagRules = {
  tagger: () => (text) => {
    const found = line.exec(text) ?? glued.exec(text)
    const name = (found?.[1] ?? '').trim().toLowerCase()
    return found && (known.has(name) || !/^[\s\ufeff]*\[/.test(text)) ? [name, found[2] ?? ''] : null
  },
  begin: 'reference type',
}

function creatorsIn(fields: Fields, kind: Kind): Creator[] {
  const applicant = kind.type === 7
  return [
    ...people(all(fields, 'author', 'inventor')),
    ...people(all(fields, 'secondary author', 'editor'), 'editor'),
    ...people(
      all(fields, 'tertiary author', 'advisor', 'tutor', '导师'),
      kind.type === 4 ? 'advisor' : 'editor',
    ),
    ...people(all(fields, 'subsidiary author', 'assignee'), applicant ? 'publisher' : 'translator'),
  ]
}

function identifiersIn(fields: Fields): Record<string, string | null> {
  const pmcid = first(fields, 'pmcid')
  const arxiv = all(fields, 'number').find((value) => /^arxiv:/i.test(value.trim()))
  return {
    pmid: normalisePmid(first(fields, 'pmid')),
    pmcid: pmcid ? normalisePmcid(pmcid) : null,
    arxiv: normaliseArxiv(arxiv),
  }
}

export function noteExpressWork(text: string): Work {
  const fields = parseTagged(text, noteExpressRules)
  const kind = kindOf('named', first(fields, 'reference type'))
  const creators = creatorsIn(fields, kind)
  const beside = affiliate(creators, cnkiInstitutions(all(fields, 'author address')))
  const numbered = kind.type >= 6 && kind.type <= 8
  const book = kind.type === 2 && !kind.csl
  const genre = first(fields, 'type of work')
  return finishWork({
    kind,
    title: cnkiText(first(fields, 'title')),
    title_zh: first(fields, 'translated title'),
    abstract: cnkiText(first(fields, 'abstract')),
    keywords: cnkiKeywords(all(fields, 'keywords')),
    creators,
    source:
      book || kind.type === 4
        ? null
        : first(
            fields,
            'journal',
            'source',
            'newspaper',
            'tertiary title',
            'secondary title',
            'conference name',
          ),
    volume: first(fields, 'volume'),
    issue: first(fields, 'issue', 'period'),
    number: numbered
      ? first(fields, 'patent number', 'standard number', 'number', 'isbn/issn', 'notes')
      : null,
    pages: first(fields, 'pages', 'page'),
    date: first(fields, 'date', 'year'),
    isbn: all(fields, 'isbn/issn', 'isbn', 'issn', '图书印刷版isbn').join(' '),
    doi: first(fields, 'doi'),
    url: first(fields, 'url', 'link'),
    language: first(fields, 'language'),
    publisher: first(fields, 'publisher', 'university', 'institution'),
    place: first(fields, 'place published', 'place'),
    external_ids: identifiersIn(fields),
    degree: kind.type === 4 ? degreeOf(genre ?? first(fields, 'degree')) : null,
    funds: all(fields, 'fund', 'funding').flatMap((value) => value.split(/[;；]/)),
    csl: {
      edition: first(fields, 'edition'),
      'collection-title': first(fields, 'series title'),
      genre,
      'call-number': first(fields, 'call number'),
      'event-place': first(fields, 'conference location'),
      note: numbered ? null : first(fields, 'notes'),
      source: first(fields, 'database provider', 'database'),
      ...beside,
    },
  })
}
