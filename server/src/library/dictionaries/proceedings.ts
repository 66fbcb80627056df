// The source titles that a reference list prints. Terms of this file:
// - the source of a work is the text in `basic_sourcename`: a full name, a word or a volume code;
// - a word is the short lower-case name of a venue in the dictionary `venues.json`, such as `acl` or `tacl`;
// - a venue is a meeting, a journal or a series; its name is the full one, "Transactions of the Association for …";
// - a volume code is the id of a volume or paper in the ACL Anthology, `P19-1` or `2020.acl-main.5`, and gives a word.
import { RESOURCE_TYPE, type Work } from '@scinav/contract/stored-works'
import { venueName } from './venue.ts'

/**
 * The words of venues by the letter with which their volume codes began until 2019: meetings, and the journals `cl` and
 * `tacl`. W, for workshops, and the other letters cover many venues each.
 */
const WORDS_BY_LETTER: Record<string, string> = {
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
const ANTHOLOGY_WORDS: ReadonlySet<string> = new Set(Object.values(WORDS_BY_LETTER))
/** `P19` or `P19-1`: the letter of the venue and the year, with or without the volume. */
const OLD_VOLUME_CODE = /^([A-Z])\d{2}(?:-\d{1,4})?$/
/** `2020.acl-main` or `2020.acl-main.5`: year, word and volume, with or without the paper. */
const NEW_VOLUME_CODE = /^(\d{4})\.([a-z0-9]{2,20})-([a-z0-9]{1,20})(?:\.\d{1,4})?$/

/**
 * Names of publications rather than of meetings, which are printed as they are: "Lecture Notes in Computer Science",
 * "Transactions of the ACL".
 */
const PUBLICATION_NAME =
  /^(?:proceedings|actes|findings|transactions|advances|lecture notes|journal)\b|journal\b/i
/** The first annual meeting of the ACL was in 1963, and each meeting is numbered: number = year − 1962. */
const YEAR_BEFORE_FIRST_ACL = 1962
/** The words of meetings whose proceedings carry the year in their title. */
const WORDS_OF_DATED_MEETINGS = new Set(['emnlp', 'naacl'])

/** The ACL Anthology ids of workshop papers until 2019: `W19-1234`. */
const WORKSHOP_ID = /^W\d/

/** Returns the word that a volume code gives (`P19` and `2020.acl-main` give `acl`), any other source unchanged. */
function venueWord(source: string): string {
  const [, letter = ''] = OLD_VOLUME_CODE.exec(source) ?? []
  return WORDS_BY_LETTER[letter] ?? NEW_VOLUME_CODE.exec(source)?.[2] ?? source
}

/**
 * Returns the name of the venue whose word or volume code the source is; null for null and for any other source. Words
 * match in lower case only: `ACL` gives null.
 */
export const fullSourceName = (source: string | null): string | null =>
  source === null ? null : venueName(venueWord(source))

/**
 * Returns the title of a volume of Findings, such as "Findings of the Association for Computational Linguistics:
 * EMNLP 2020", or null for any other work. The code `2020.findings-emnlp` is in the source or in the Anthology id.
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
/** Writes a number as an English ordinal: `58th`. */
const ordinal = (number: number): string => `${number}${ORDINAL_SUFFIXES[ORDINAL_RULES.select(number)]}`

/**
 * Returns the title of the proceedings of a meeting: of the ACL with its number ("Proceedings of the 58th Annual Meeting
 * of …"), of EMNLP and NAACL with the year, of others with neither. Without a year in `date` both are omitted.
 */
function proceedingsTitle(word: string, name: string, date: string | null): string {
  const year = Number(/\d{4}/.exec(date ?? '')?.[0] ?? 0)
  if (word === 'acl' && year > YEAR_BEFORE_FIRST_ACL)
    return `Proceedings of the ${ordinal(year - YEAR_BEFORE_FIRST_ACL)} ${name}`
  return `Proceedings of the ${WORDS_OF_DATED_MEETINGS.has(word) && year > 0 ? `${year} ` : ''}${name}`
}

/**
 * Returns whether the source of a work is a volume code, or in a record of the Anthology a word, that the dictionary
 * does not know. It tells readers nothing.
 */
export function isUnknownCode({
  basic_sourcename: source,
  external_ids,
}: Pick<Work, 'basic_sourcename' | 'external_ids'>): boolean {
  if (source === null || fullSourceName(source) !== null) return false
  const isWord = external_ids.acl !== undefined && /^[a-z0-9]+$/.test(source)
  return isWord || OLD_VOLUME_CODE.test(source) || NEW_VOLUME_CODE.test(source)
}

/** Returns the name of a work's venue in running text and lists; '' where the record has nothing but an unknown code. */
export function readableVenue(
  work: Pick<Work, 'basic_sourcename' | 'external_ids' | 'publish_venue'>,
): string {
  if (isUnknownCode(work)) return ''
  const source = work.basic_sourcename || work.publish_venue[0] || ''
  return fullSourceName(source) ?? source
}

type PrintedWork = Pick<Work, 'basic_sourcename' | 'external_ids' | 'publish_date' | 'resource_type'>

/**
 * Returns whether a paper is of a workshop that was held with a meeting of the Anthology. The workshop has proceedings of
 * its own, whose title the record lacks: its source names the meeting only.
 */
const isOfWorkshop = ({ external_ids }: Pick<Work, 'external_ids'>, word: string): boolean =>
  WORKSHOP_ID.test(external_ids.acl ?? '') && ANTHOLOGY_WORDS.has(word)

/**
 * Returns the source title that a reference list prints for a work whose source is a word or a volume code; null when
 * the source itself is to be printed.
 *
 * - A volume of Findings: its title.
 * - A conference paper: the title of the proceedings of the meeting.
 * - A paper of a workshop: the bare name of the meeting. "Proceedings of …" would claim that the paper is in the volume
 *   of the meeting, and the title of the workshop's volume is unknown.
 * - Journals and series: their name.
 */
export function printedSourceTitle(work: PrintedWork): string | null {
  const { basic_sourcename: source, publish_date, resource_type } = work
  if (source === null) return null
  const findings = findingsTitle(work, source)
  if (findings !== null) return findings
  const name = fullSourceName(source)
  if (name === null) return null
  const word = venueWord(source)
  const isInProceedings =
    resource_type === RESOURCE_TYPE.conferencePaper &&
    !PUBLICATION_NAME.test(name) &&
    !isOfWorkshop(work, word)
  return isInProceedings ? proceedingsTitle(word, name, publish_date) : name
}
