import type { Creator, Work } from '@scinav/contract'
import { cnkiInstitutions, cnkiKeywords, cnkiText } from './cnki.ts'
import { dateOf, normaliseDate } from './dates.ts'
import { finishWork } from './finish.ts'
import { people } from './names.ts'
import { pageRange } from './pages.ts'
import { degreeOf, type Kind, kindOf, knownKind } from './resource-types.ts'
import { affiliate, all, type Fields, first, parseTagged, type Tagger, type TagRules } from './tagged.ts'

const tags =
  'RT SR ID A1 A2 A3 A4 A5 A6 T1 T2 T3 JF JO YR FD VO IS SP OP K1 AB NO PB PP ED SN AV AD AN LA CL CN SF OT LK DO CT DB DS IP RD ST U1 U2 U3 U4 U5 U6 U7 U8 U9 U10 U11 U12 U13 U14 U15 UL URL SL LL CR WT A7 C1 C2 C3 C4 C5 RP NP PM'
/** CNKI leaves the blank out before Chinese names: `A1林行众`. */
const line = new RegExp(
  `^[\\s\\ufeff]{0,3}(${tags.split(' ').reverse().join('|')})(?:\\s+(\\S.*)?|(?=[^\\x00-\\x7f])(.*)|)$`,
)

const number = /^(?:\d[\w./:()–-]{0,30}|[A-Za-z]{1,3}\d{2}[\w./-]{0,30})$/
const address = /^(?:https?:|ftp:|www\.|\/\/)/i
const label = /^[^\s,，。；]{1,20}(?: [^\s,，。；]{1,20}){0,2}[;；]?$/u
/** What the values of tags look like, by which they are told from words at the beginning of a wrapped line. */
const shapes: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries('SR ID VO IS SP OP YR IP NP'.split(' ').map((tag) => [tag, number])),
  ...Object.fromEntries('LK UL URL LL'.split(' ').map((tag) => [tag, address])),
  ...Object.fromEntries('LA DS DB'.split(' ').map((tag) => [tag, label])),
  FD: /^[\w\s,./年月日-]{0,30}\d[\w\s,./年月日-]{0,10}$/,
  SN: /\d{4}/,
  CN: /^\d{2}-\d{4}/,
  ED: /^\d|版|^(?:first|second|third|rev)/i,
  K1: /^[^,，。.]{1,30}$|[;；]/,
  DO: /10\.\d{4}/,
}
/** Tags that are no words of Chinese prose. */
const bookish = new Set('PB PP JF JO CL NO AV OT'.split(' '))
/** Tags whose value may be a word or two in capitals. */
const publishing = new Set('PB PP JF JO'.split(' '))
const prose = new Set(['AB', 'NO'])

interface ProseState {
  tag: string
  lastLine: string
  seen: Set<string>
}

/**
 * Whether a line that begins like a tag goes on with the abstract or note before it: `T2 加权成像`, `NO EFFECT WAS SEEN`.
 * CNKI's names without a blank before them never stand behind an abstract.
 */
function isProse(state: ProseState, tag: string, value: string, isGlued: boolean): boolean {
  if (!prose.has(state.tag)) return false
  if (tag === state.tag) return tag === 'AB'
  if (isGlued || tag === 'RT' || state.seen.has(tag)) return true
  const shape = shapes[tag]
  if (shape) return !shape.test(value)
  const isEnded = /[.。!?！？…"”）)\]]\s*$/.test(state.lastLine)
  if (/^\p{Script=Han}/u.test(value)) return !bookish.has(tag) && (/\d/.test(tag) || !isEnded)
  if (/^\p{Ll}/u.test(value)) return true
  const isName = publishing.has(tag) && value.trim().split(/\s+/).length < 3
  return !/\p{Ll}/u.test(value) && !isName && !isEnded
}

/** Within prose a line is a tag only where its value is like one of that tag, and a record's first line where it names a kind. */
function refworksTagger(): Tagger {
  let state: ProseState = { tag: '', lastLine: '', seen: new Set() }
  return (text) => {
    const [whole, tag = '', spaced, glued] = line.exec(text) ?? []
    const value = spaced ?? glued ?? ''
    if (tag === 'RT' && (!prose.has(state.tag) || knownKind('named', value)))
      state = { tag: '', lastLine: '', seen: new Set() }
    if (whole === undefined || isProse(state, tag, value, glued !== undefined)) {
      if (text.trim() !== '') state.lastLine = text
      return null
    }
    state = { tag, lastLine: value, seen: state.seen.add(tag) }
    return [tag, value]
  }
}

export const refworksRules: TagRules = {
  tagger: refworksTagger,
  begin: 'RT',
  oneLine: 'RT SR VO IS SP OP YR FD SN DO LA DS CN'.split(' '),
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
