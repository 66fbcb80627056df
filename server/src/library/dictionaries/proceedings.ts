import type { Work } from '@scinav/contract'
import { venueName } from './venue.ts'

/** Meetings by the letter that volumes of the ACL Anthology had until 2019; W and others stand for many. */
const BY_LETTER: Record<string, string> = {
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
const MEETINGS: ReadonlySet<string> = new Set(Object.values(BY_LETTER))
const OLD = /^([A-Z])\d{2}(?:-\d{1,4})?$/
const NEW = /^(\d{4})\.([a-z0-9]{2,20})-([a-z0-9]{1,20})(?:\.\d{1,4})?$/

const CONFERENCE = 5
const BOOK = /^(?:proceedings|actes|findings|transactions|advances|lecture notes|journal)\b|journal\b/i
/** The year of the first annual meeting is 1963; each has a number. */
const BEFORE_FIRST_ACL = 1962
/** Their proceedings are told apart by the year in the title. */
const BY_YEAR = new Set(['emnlp', 'naacl'])

/** The word of a venue, where a record has the code of a volume instead: `P19`, `2020.acl-main`. */
function wordOf(source: string): string {
  const [, letter = ''] = OLD.exec(source) ?? []
  return BY_LETTER[letter] ?? NEW.exec(source)?.[2] ?? source
}

/** The full name of a venue that a record tells by its word or by the code of a volume; null for any other. */
export const sourceNameOf = (source: string | null): string | null =>
  source === null ? null : venueName(wordOf(source))

/** "Findings of the Association for Computational Linguistics: EMNLP 2020", as its volumes are called. */
function findingsOf({ external_ids }: Pick<Work, 'external_ids'>, source: string): string | null {
  const [, year, word, volume] = NEW.exec(source) ?? NEW.exec(external_ids.acl ?? '') ?? []
  return word === 'findings' && volume
    ? `Findings of the Association for Computational Linguistics: ${volume.toUpperCase()} ${year}`
    : null
}

const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const plural = new Intl.PluralRules('en', { type: 'ordinal' })
const ordinal = (number: number): string => `${number}${ENDINGS[plural.select(number)]}`

/** The title of the proceedings of a meeting: by its number or its year, where those are in it. */
function proceedingsOf(word: string, name: string, date: string | null): string {
  const year = Number(/\d{4}/.exec(date ?? '')?.[0] ?? 0)
  if (word === 'acl' && year > BEFORE_FIRST_ACL)
    return `Proceedings of the ${ordinal(year - BEFORE_FIRST_ACL)} ${name}`
  return `Proceedings of the ${BY_YEAR.has(word) && year > 0 ? `${year} ` : ''}${name}`
}

type Printed = Pick<Work, 'basic_sourcename' | 'external_ids' | 'publish_date' | 'resource_type'>

/**
 * What a list of references prints as the source of a paper whose record has a word or a code for it: the title of the
 * proceedings, or the name of the journal; null where the record's own name is printed.
 */
export function printedSource(work: Printed): string | null {
  const { basic_sourcename: source, external_ids, publish_date, resource_type } = work
  if (source === null) return null
  const findings = findingsOf(work, source)
  const name = sourceNameOf(source)
  if (findings !== null || name === null) return findings
  const word = wordOf(source)
  // A workshop beside a meeting has proceedings of its own, whose title the record does not have.
  const beside = /^W\d/.test(external_ids.acl ?? '') && MEETINGS.has(word)
  const isMeeting = resource_type === CONFERENCE && !BOOK.test(name) && !beside
  return isMeeting ? proceedingsOf(word, name, publish_date) : name
}
