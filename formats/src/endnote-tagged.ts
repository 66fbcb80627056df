import type { Creator, Work } from '@scinav/contract'
import { cnkiInstitutions, cnkiKeywords, cnkiText } from './cnki.ts'
import { cslDate, dateOf, looseDate, monthOf, normaliseDate } from './dates.ts'
import { finishWork } from './finish.ts'
import { normaliseArxiv, normaliseDoi, normalisePmcid, normalisePmid } from './identifiers.ts'
import { people } from './names.ts'
import { degreeOf, type Kind, kindOf } from './resource-types.ts'
import { affiliate, all, type Fields, first, parseTagged, type TagRules } from './tagged.ts'

/** EndNote's tagged text (`%0 Journal Article`), its own and CNKI's. */
export const endnoteRules: TagRules = {
  tagger: () => (text) => {
    const found = /^[\s\ufeff]{0,3}%([0-9A-Z!@#$&()*+,./:;<=>?[\]^_`{|}~-])(?:\s(.*)|)$/.exec(text)
    return found ? [`%${found[1]}`, found[2] ?? ''] : null
  },
  begin: '%0',
  lenient: true,
  oneLine: '%0 %D %8 %V %N %P %& %@ %R %G %7 %['.split(' '),
}

/** `%8` may be a whole date, a day of the year in `%D`, or the last change of a record. */
function dateIn(fields: Fields): string | null {
  const year = first(fields, '%D')
  const date = first(fields, '%8')
  if (year === null) return date
  if (looseDate(year)) return year
  const full = normaliseDate(date)
  if (full?.startsWith(year)) return full
  const month = date && !/\d{4}/.test(date) ? monthOf(date) : null
  return month === null ? year : (dateOf(year, month, /\d{1,2}/.exec(date ?? '')?.[0]) ?? year)
}

function creatorsIn(fields: Fields, kind: Kind): Creator[] {
  return [
    ...people(all(fields, '%A')),
    ...people(all(fields, '%E'), 'editor'),
    ...people(all(fields, '%Y'), kind.type === 4 ? 'advisor' : 'editor'),
    ...people(all(fields, '%?', '%H'), 'translator'),
  ]
}

/** EndNote keeps PubMed's number as that of the database, and of PubMed Central's in its own second field. */
function identifiersIn(fields: Fields): Record<string, string | null> {
  const pubmed = /pubmed|medline/i.test(first(fields, '%~') ?? '') ? first(fields, '%M') : null
  const pmc = first(fields, '%2') ?? ''
  const arxiv = all(fields, '%1', '%M').find((value) => /^arxiv:/i.test(value.trim()))
  return {
    pmid: normalisePmid(pubmed),
    pmcid: /^PMC\d+$/i.test(pmc) ? normalisePmcid(pmc) : null,
    arxiv: normaliseArxiv(arxiv),
  }
}

export function endnoteWork(text: string): Work {
  const fields = parseTagged(text, endnoteRules)
  const type = first(fields, '%0')
  const kind = type === null && first(fields, '%J') ? { type: 1 } : kindOf('named', type)
  const creators = creatorsIn(fields, kind)
  const beside = affiliate(creators, cnkiInstitutions(all(fields, '%+')))
  const numbered = kind.type >= 6 && kind.type <= 8
  const book = kind.type === 2 && !kind.csl
  const genre = first(fields, '%9')
  const number = numbered ? first(fields, '%N', '%@', '%M') : null
  const serials = all(fields, '%@').filter((each) => each.trim() !== number)
  return finishWork({
    kind,
    title: cnkiText(first(fields, '%T')),
    title_zh: first(fields, '%Q'),
    abstract: cnkiText(first(fields, '%X')),
    keywords: cnkiKeywords(all(fields, '%K').flatMap((value) => value.split('\n'))),
    creators,
    source: book || kind.type === 4 ? null : first(fields, '%J', '%B'),
    volume: first(fields, '%V'),
    issue: numbered ? null : first(fields, '%N'),
    number,
    pages: first(fields, '%P', '%&'),
    date: dateIn(fields),
    isbn: serials.join(' '),
    doi: all(fields, '%R').flatMap((value) => normaliseDoi(value) ?? [])[0],
    url: first(fields, '%U'),
    pdf_url: first(fields, '%>'),
    language: first(fields, '%G'),
    publisher: first(fields, '%I'),
    place: first(fields, '%C'),
    degree: kind.type === 4 ? degreeOf(genre ?? type) : null,
    external_ids: identifiersIn(fields),
    csl: {
      edition: first(fields, '%7'),
      genre,
      'collection-title': first(fields, '%S') ?? (book ? first(fields, '%B') : null),
      'call-number': first(fields, '%L'),
      note: all(fields, '%Z', '%O').join('\n'),
      source: first(fields, '%W', '%~'),
      'title-short': first(fields, '%!'),
      'citation-label': first(fields, '%F'),
      accessed: cslDate(first(fields, '%[')),
      ...beside,
    },
  })
}
