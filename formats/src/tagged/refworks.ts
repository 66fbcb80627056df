import { type Creator, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { isoDate, normalizeDate } from '../fields/dates.ts'
import { toCreators } from '../fields/name-lists.ts'
import { pageRange } from '../fields/pages.ts'
import {
  findKind,
  isNumberedKind,
  isWholeBook,
  kindOrOther,
  parseDegree,
  type WorkKind,
} from '../fields/work-kinds.ts'
import { finishWork } from '../finish.ts'
import {
  allValues,
  assignAffiliations,
  firstValue,
  parseTagged,
  type TaggedFields,
  type Tagger,
  type TagRules,
} from '../input/tagged.ts'
import { cleanCnkiText, splitCnkiInstitutions, splitCnkiKeywords } from './cnki.ts'

/** Rules of RefWorks's tagged text. */
export const refworksRules: TagRules = {
  tagger: createRefworksTagger,
  begin: 'RT',
  oneLine: 'RT SR VO IS SP OP YR FD SN DO LA DS CN'.split(' '),
}
/**
 * All tags. Longer ones come after the shorter ones that they begin with (`U1`, `U10`), because the pattern below tries
 * them from the end.
 */
const REFWORKS_TAGS =
  'RT SR ID A1 A2 A3 A4 A5 A6 T1 T2 T3 JF JO YR FD VO IS SP OP K1 AB NO PB PP ED SN AV AD AN LA CL CN SF OT LK DO CT DB DS IP RD ST U1 U2 U3 U4 U5 U6 U7 U8 U9 U10 U11 U12 U13 U14 U15 UL URL SL LL CR WT A7 C1 C2 C3 C4 C5 RP NP PM'
/** Matches a line with a tag; CNKI omits the space before Chinese names: `A1林行众`. Captures the tag and the value. */
const TAGGED_LINE = new RegExp(
  `^[\\s\\ufeff]{0,3}(${REFWORKS_TAGS.split(' ').reverse().join('|')})(?:\\s+(\\S.*)?|(?=[^\\x00-\\x7f])(.*)|)$`,
)
/** Tags of long text, abstract and notes, which programs wrap. */
const PROSE_TAGS = new Set(['AB', 'NO'])

/** What has been read of the current record. */
interface ProseState {
  /** The tag of the last tagged line. */
  tag: string
  /** The last line that is not blank, without its tag. */
  lastLine: string
  /** Tags of the record so far. */
  seen: Set<string>
}

/**
 * Returns a tagger that accepts a tag within prose only if the value has the form of that tag, and the first line of a
 * record only if it names a kind.
 */
function createRefworksTagger(): Tagger {
  let state: ProseState = { tag: '', lastLine: '', seen: new Set() }
  return (text) => {
    // `glued` is a Chinese value that follows the tag without a space.
    const [whole, tag = '', spaced, glued] = TAGGED_LINE.exec(text) ?? []
    const value = spaced ?? glued ?? ''
    if (tag === 'RT' && (!PROSE_TAGS.has(state.tag) || findKind('named', value)))
      state = { tag: '', lastLine: '', seen: new Set() }
    if (whole === undefined || continuesProse(state, { tag, value, isGlued: glued !== undefined })) {
      if (text.trim() !== '') state.lastLine = text
      return null
    }
    state = { tag, lastLine: value, seen: state.seen.add(tag) }
    return [tag, value]
  }
}

/** Matches values of tags for numbers: `12`, `12-14`, `e1234`. */
const NUMBER_VALUE = /^(?:\d[\w./:()–-]{0,30}|[A-Za-z]{1,3}\d{2}[\w./-]{0,30})$/
const ADDRESS_VALUE = /^(?:https?:|ftp:|www\.|\/\/)/i
/** Matches one to three short words: `English`, `Web of Science`. */
const LABEL_VALUE = /^[^\s,，。；]{1,20}(?: [^\s,，。；]{1,20}){0,2}[;；]?$/u

/** The form of the values of tags, which distinguishes them from words at the beginning of a wrapped line. */
const VALUE_SHAPES: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries('SR ID VO IS SP OP YR IP NP'.split(' ').map((tag) => [tag, NUMBER_VALUE])),
  ...Object.fromEntries('LK UL URL LL'.split(' ').map((tag) => [tag, ADDRESS_VALUE])),
  ...Object.fromEntries('LA DS DB'.split(' ').map((tag) => [tag, LABEL_VALUE])),
  FD: /^[\w\s,./年月日-]{0,30}\d[\w\s,./年月日-]{0,10}$/,
  SN: /\d{4}/,
  CN: /^\d{2}-\d{4}/,
  ED: /^\d|版|^(?:first|second|third|rev)/i,
  K1: /^[^,，。.]{1,30}$|[;；]/,
  DO: /10\.\d{4}/,
}

/** Tags that are not words of Chinese prose. */
const UNAMBIGUOUS_TAGS = new Set('PB PP JF JO CL NO AV OT'.split(' '))
/** Tags whose value may be one or two words in capitals. */
const PUBLISHING_TAGS = new Set('PB PP JF JO'.split(' '))
const MAX_SHORT_NAME_WORDS = 2

/** A line that starts like a tag. */
interface TaggedLine {
  tag: string
  value: string
  /** Whether no space separates tag and value. */
  isGlued: boolean
}

/**
 * Returns whether a line that starts like a tag continues the preceding abstract or note: `T2 加权成像`, `NO EFFECT WAS
 * SEEN`. CNKI's names without a space never follow an abstract.
 */
function continuesProse(state: ProseState, { tag, value, isGlued }: TaggedLine): boolean {
  if (!PROSE_TAGS.has(state.tag)) return false
  if (tag === state.tag) return tag === 'AB'
  if (isGlued || tag === 'RT' || state.seen.has(tag)) return true
  const shape = VALUE_SHAPES[tag]
  if (shape) return !shape.test(value)
  const isEnded = /[.。!?！？…"”）)\]]\s*$/.test(state.lastLine)
  if (/^\p{Script=Han}/u.test(value)) return !UNAMBIGUOUS_TAGS.has(tag) && (/\d/.test(tag) || !isEnded)
  if (/^\p{Ll}/u.test(value)) return true
  // Without lower-case letters: a heading inside the abstract, unless it is a short name such as `PB IEEE PRESS`.
  const isShortName = PUBLISHING_TAGS.has(tag) && value.trim().split(/\s+/).length <= MAX_SHORT_NAME_WORDS
  return !/\p{Ll}/u.test(value) && !isShortName && !isEnded
}

/**
 * Reads a record of RefWorks.
 *
 * @throws RecordFault when there is no title.
 */
export function refworksWork(text: string): Work {
  const fields = parseTagged(text, refworksRules)
  const kind = kindOrOther('named', firstValue(fields, 'RT'))
  const creators = readCreators(fields, kind)
  const unassigned = assignAffiliations(creators, splitCnkiInstitutions(allValues(fields, 'AD')))
  const isNumbered = isNumberedKind(kind)
  const isBook = isWholeBook(kind)
  return finishWork({
    kind,
    title: cleanCnkiText(firstValue(fields, 'T1')),
    abstract: cleanCnkiText(firstValue(fields, 'AB')),
    keywords: splitCnkiKeywords(allValues(fields, 'K1')),
    creators,
    source: isBook || kind.type === RESOURCE_TYPE.thesis ? null : firstValue(fields, 'JF', 'T2', 'JO'),
    volume: firstValue(fields, 'VO'),
    issue: firstValue(fields, 'IS'),
    number: isNumbered ? firstValue(fields, 'C1', 'ID', 'SN') : null,
    pages: pageRange(firstValue(fields, 'SP'), firstValue(fields, 'OP')),
    date: readDate(fields),
    isbn: allValues(fields, 'SN').join(' '),
    doi: firstValue(fields, 'DO'),
    url: firstValue(fields, 'LK', 'UL', 'URL', 'LL'),
    language: firstValue(fields, 'LA'),
    publisher: firstValue(fields, 'PB'),
    place: firstValue(fields, 'PP'),
    degree: kind.type === RESOURCE_TYPE.thesis ? parseDegree(firstValue(fields, 'CL', 'RT')) : null,
    csl: {
      edition: firstValue(fields, 'ED'),
      'collection-title': firstValue(fields, 'T3'),
      'container-title-short': firstValue(fields, 'JO'),
      'call-number': firstValue(fields, 'CN'),
      genre: firstValue(fields, 'CL'),
      note: allValues(fields, 'NO').join('\n'),
      source: firstValue(fields, 'DS', 'DB'),
      ...unassigned,
    },
  })
}

/** Reads the creators; the second author of a patent is its applicant, the third of a thesis its advisor. */
function readCreators(fields: TaggedFields, kind: WorkKind): Creator[] {
  return [
    ...toCreators(allValues(fields, 'A1')),
    ...toCreators(allValues(fields, 'A2'), kind.type === RESOURCE_TYPE.patent ? 'publisher' : 'editor'),
    ...toCreators(allValues(fields, 'A3'), kind.type === RESOURCE_TYPE.thesis ? 'advisor' : 'editor'),
    ...toCreators(allValues(fields, 'A4'), 'translator'),
  ]
}

/** Returns a full date, or month and day combined with the year. */
function readDate(fields: TaggedFields): string | null {
  const full = firstValue(fields, 'FD')
  const year = firstValue(fields, 'YR')
  if (full && normalizeDate(full)) return full
  return full && year ? (normalizeDate(`${full} ${year}`) ?? isoDate(year)) : year
}
