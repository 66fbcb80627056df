import type { Creator, Work } from '@scinav/contract'
import { cnkiInstitutions, cnkiKeywords, cnkiText } from './cnki.ts'
import { dateOf, normaliseDate } from './dates.ts'
import { finishWork } from './finish.ts'
import { people } from './names.ts'
import { pageRange } from './pages.ts'
import { degreeOf, type Kind, kindOf } from './resource-types.ts'
import { affiliate, all, type Fields, first, parseTagged, type TagRules } from './tagged.ts'

const tags =
  'RT SR ID A1 A2 A3 A4 A5 A6 T1 T2 T3 JF JO YR FD VO IS SP OP K1 AB NO PB PP ED SN AV AD AN LA CL CN SF OT LK DO CT DB DS IP RD ST U1 U2 U3 U4 U5 U6 U7 U8 U9 U10 U11 U12 U13 U14 U15 UL URL SL LL CR WT A7 C1 C2 C3 C4 C5 RP NP PM'
/** CNKI leaves the blank out before Chinese names: `A1林行众`. */
const line = new RegExp(
  `^[\\s\\ufeff]{0,3}(${tags.split(' ').reverse().join('|')})(?:\\s+(\\S.*)?|(?=[^\\x00-\\x7f])(.*)|)$`,
)

export const refworksRules: TagRules = {
  tag(text) {
    const found = line.exec(text)
    return found ? [found[1] ?? '', found[2] ?? found[3] ?? ''] : null
  },
  begin: 'RT',
}

/** A full date, or month and day that belong to the year. */
function dateIn(fields: Fields): string | null {
  const full = first(fields, 'FD')
  const year = first(fields, 'YR')
  if (full && normaliseDate(full)) return full
  return full && year ? (normaliseDate(`${full} ${year}`) ?? dateOf(year)) : year
}

/** The second author of a patent is its applicant, the third of a thesis its advisor. */
function creatorsIn(fields: Fields, kind: Kind): Creator[] {
  return [
    ...people(all(fields, 'A1')),
    ...people(all(fields, 'A2'), kind.type === 7 ? 'publisher' : 'editor'),
    ...people(all(fields, 'A3'), kind.type === 4 ? 'advisor' : 'editor'),
    ...people(all(fields, 'A4'), 'translator'),
  ]
}

export function refworksWork(text: string): Work {
  const fields = parseTagged(text, refworksRules)
  const kind = kindOf('named', first(fields, 'RT'))
  const creators = creatorsIn(fields, kind)
  const beside = affiliate(creators, cnkiInstitutions(all(fields, 'AD')))
  const numbered = kind.type >= 6 && kind.type <= 8
  const book = kind.type === 2 && !kind.csl
  return finishWork({
    kind,
    title: cnkiText(first(fields, 'T1')),
    abstract: cnkiText(first(fields, 'AB')),
    keywords: cnkiKeywords(all(fields, 'K1')),
    creators,
    source: book || kind.type === 4 ? null : first(fields, 'JF', 'T2', 'JO'),
    volume: first(fields, 'VO'),
    issue: first(fields, 'IS'),
    number: numbered ? first(fields, 'C1', 'ID', 'SN') : null,
    pages: pageRange(first(fields, 'SP'), first(fields, 'OP')),
    date: dateIn(fields),
    isbn: all(fields, 'SN').join(' '),
    doi: first(fields, 'DO'),
    url: first(fields, 'LK', 'UL', 'URL', 'LL'),
    language: first(fields, 'LA'),
    publisher: first(fields, 'PB'),
    place: first(fields, 'PP'),
    degree: kind.type === 4 ? degreeOf(first(fields, 'CL', 'RT')) : null,
    csl: {
      edition: first(fields, 'ED'),
      'collection-title': first(fields, 'T3'),
      'container-title-short': first(fields, 'JO'),
      'call-number': first(fields, 'CN'),
      genre: first(fields, 'CL'),
      note: all(fields, 'NO').join('\n'),
      source: first(fields, 'DS', 'DB'),
      ...beside,
    },
  })
}
