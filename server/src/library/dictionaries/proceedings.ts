import { RESOURCE_TYPE, type Work } from '@scinav/contract'
import { venueName } from './venue.ts'

/**
 * Meetings by the first letter of ACL Anthology volume ids used until 2019. W and the letters not listed cover many
 * meetings.
 */
const MEETINGS_BY_LETTER: Record<string, string> = {
  A: 'anlp',
  C: 'coling',
  D: 'emnlp',
  E: 'eacl',
  H: 'hlt',
  I: 'ijcnlp',
  J: 'cl',
  K: 'conll',
  L: 'lrec',
  M: 'muc',
  N: 'naacl',
  O: 'rocling',
  P: 'acl',
  Q: 'tacl',
  R: 'ranlp',
  U: 'alta',
  Y: 'paclic',
}
const MEETINGS: ReadonlySet<string> = new Set(Object.values(MEETINGS_BY_LETTER))
/** `P19` or `P19-1`: the letter of the meeting and the year, with or without the volume. */
const OLD_VOLUME_CODE = /^([A-Z])\d{2}(?:-\d{1,4})?$/
/** `2020.acl-main` or `2020.acl-main.5`: year, meeting and volume, with or without the paper. */
const NEW_VOLUME_CODE = /^(\d{4})\.([a-z0-9]{2,20})-([a-z0-9]{1,20})(?:\.\d{1,4})?$/

/**
 * Names of publications rather than of meetings, which are printed as they are: "Lecture Notes in Computer Science",
 * "Transactions of the ACL".
 */
const PUBLICATION_NAME =
  /^(?:proceedings|actes|findings|transactions|advances|lecture notes|journal)\b|journal\b/i
/** The first annual meeting of the ACL was in 1963, and each meeting is numbered: number = year − 1962. */
const YEAR_BEFORE_FIRST_ACL = 1962
/** Meetings whose proceedings carry the year in their title. */
const MEETINGS_BY_YEAR = new Set(['emnlp', 'naacl'])

/**
 * Returns the short word of a venue when a record has a volume code instead (`P19`, `2020.acl-main`), else the text
 * itself.
 */
function venueWord(source: string): string {
  const [, letter = ''] = OLD_VOLUME_CODE.exec(source) ?? []
  return MEETINGS_BY_LETTER[letter] ?? NEW_VOLUME_CODE.exec(source)?.[2] ?? source
}

/** Returns the full name of a venue given by its short word or by a volume code, or null for any other source. */
export const fullSourceName = (source: string | null): string | null =>
  source === null ? null : venueName(venueWord(source))

/**
 * Returns the title of a volume of Findings, such as "Findings of the Association for Computational Linguistics:
 * EMNLP 2020", or null for any other work.
 */
function findingsTitle({ external_ids }: Pick<Work, 'external_ids'>, source: string): string | null {
  const [, year, word, volume] =
    NEW_VOLUME_CODE.exec(source) ?? NEW_VOLUME_CODE.exec(external_ids.acl ?? '') ?? []
  return word === 'findings' && volume
    ? `Findings of the Association for Computational Linguistics: ${volume.toUpperCase()} ${year}`
    : null
}

const ORDINAL_SUFFIXES: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const ORDINAL_RULES = new Intl.PluralRules('en', { type: 'ordinal' })
const ordinal = (number: number): string => `${number}${ORDINAL_SUFFIXES[ORDINAL_RULES.select(number)]}`

/**
 * Returns the title of the proceedings of a meeting, with the number or the year of the meeting where its title has
 * one.
 */
function proceedingsTitle(word: string, name: string, date: string | null): string {
  const year = Number(/\d{4}/.exec(date ?? '')?.[0] ?? 0)
  if (word === 'acl' && year > YEAR_BEFORE_FIRST_ACL)
    return `Proceedings of the ${ordinal(year - YEAR_BEFORE_FIRST_ACL)} ${name}`
  return `Proceedings of the ${MEETINGS_BY_YEAR.has(word) && year > 0 ? `${year} ` : ''}${name}`
}

type PrintedWork = Pick<Work, 'basic_sourcename' | 'external_ids' | 'publish_date' | 'resource_type'>

/**
 * Returns the source title printed in a reference list for a work whose record has only a short word or code: the
 * title of the proceedings, or the name of the journal. Returns null when the record's own name is printed.
 */
export function printedSourceTitle(work: PrintedWork): string | null {
  const { basic_sourcename: source, external_ids, publish_date, resource_type } = work
  if (source === null) return null
  const findings = findingsTitle(work, source)
  if (findings !== null) return findings
  const name = fullSourceName(source)
  if (name === null) return null
  const word = venueWord(source)
  // Workshops have ids in W. One held with a meeting has proceedings of its own, whose title the record lacks.
  const isWorkshopOfMeeting = /^W\d/.test(external_ids.acl ?? '') && MEETINGS.has(word)
  const isMeeting =
    resource_type === RESOURCE_TYPE.conferencePaper && !PUBLICATION_NAME.test(name) && !isWorkshopOfMeeting
  return isMeeting ? proceedingsTitle(word, name, publish_date) : name
}
