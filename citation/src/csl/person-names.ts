/** A person's name in its parts, or a body (`literal`, all other parts ''). Missing parts are ''. */
export interface PersonName {
  family: string
  given: string
  droppingParticle: string
  nonDroppingParticle: string
  suffix: string
  /** Whether a comma stands before the suffix. */
  commaSuffix: boolean
  literal: string
  /** Whether the family name stands first wherever the name is printed. */
  isFamilyFirst: boolean
}

/** Reads the names of a field of CSL-JSON; what is no name is left out. */
export function readPersonNames(value: unknown): PersonName[] {
  const list = Array.isArray(value) ? value : [value]
  return list.flatMap((name) => readPersonName(name) ?? [])
}

type UnknownRecord = Record<string, unknown>

/** Reads a name of CSL-JSON, whose fields may have any type; undefined where it is none. A string is a literal name. */
function readPersonName(value: unknown): PersonName | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : literalName(value.trim())
  if (typeof value !== 'object' || value === null) return undefined
  const record = value as UnknownRecord
  const literal = asText(record.literal)
  const family = asText(record.family)
  const given = asText(record.given)
  if (literal !== '') return literalName(literal)
  if (isTrue(record.isInstitution) && family !== '') return literalName(family)
  if (family === '' && given === '') return undefined
  return { ...readParts(record, family, given), isFamilyFirst: isTrue(record['static-ordering']) }
}

/** Returns the name of a body, or a name that is not divided. */
const literalName = (literal: string): PersonName => ({
  family: '',
  given: '',
  droppingParticle: '',
  nonDroppingParticle: '',
  suffix: '',
  commaSuffix: false,
  literal,
  isFamilyFirst: false,
})

/** Returns a field of a name as text; '' where it is none. */
function asText(value: unknown): string {
  if (typeof value === 'string') return trimPlain(value)
  return typeof value === 'number' ? String(value) : ''
}

/** Removes spaces around a text, except no-break spaces, which are part of a name. */
const trimPlain = (text: string): string =>
  text.includes('\u00A0')
    ? text
        .split('\u00A0')
        .map((part, at, all) => trimSide(part, at, all.length))
        .join('\u00A0')
    : text.trim()

/** Trims the outer side of the first and of the last part. */
function trimSide(part: string, at: number, count: number): string {
  const startTrimmed = at === 0 ? part.trimStart() : part
  return at === count - 1 ? startTrimmed.trimEnd() : startTrimmed
}

/** Returns whether a flag is set, in any of the ways in which exporters write it. */
const isTrue = (value: unknown): boolean => value === true || value === 1 || value === 'true' || value === '1'

/** Reads a divided name; particles and suffix are split off the names where the record has no fields for them. */
function readParts(record: UnknownRecord, family: string, given: string): Omit<PersonName, 'isFamilyFirst'> {
  const nonDroppingParticle = asText(record['non-dropping-particle'])
  const droppingParticle = asText(record['dropping-particle'])
  const suffix = asText(record.suffix)
  const quotedFamily = unquote(family)
  const suffixParts = suffix === '' ? splitSuffix(given) : { given, suffix, commaSuffix: false }
  // Particles are not split off where the record gives some itself or protects the name by quotation marks.
  const keepsNames = nonDroppingParticle !== '' || droppingParticle !== '' || quotedFamily !== undefined
  const familyParts = keepsNames
    ? { nonDroppingParticle, family: quotedFamily ?? family }
    : splitFamily(family)
  const givenNameParts = keepsNames
    ? { droppingParticle, given: suffixParts.given }
    : splitGiven(suffixParts.given)
  return {
    ...familyParts,
    ...givenNameParts,
    suffix: suffixParts.suffix,
    commaSuffix: suffixParts.commaSuffix || isTrue(record['comma-suffix']),
    literal: '',
  }
}

/** Returns the text in straight quotation marks, which protect a name from splitting; undefined without them. */
function unquote(text: string): string | undefined {
  return text.length > 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : undefined
}

/** A given name, a comma, and a suffix; `!` asks for a comma before the printed suffix: `Bo,! Jr.`. */
const SUFFIX_IN_GIVEN = /^([^,]+),(!?)\s*(\S[^,]*)$/

/** Splits a suffix off a given name, as in `Bo, Jr.`. */
function splitSuffix(given: string): { given: string; suffix: string; commaSuffix: boolean } {
  const match = SUFFIX_IN_GIVEN.exec(given)
  return match
    ? { given: match[1] ?? '', suffix: match[3] ?? '', commaSuffix: match[2] === '!' }
    : { given, suffix: '', commaSuffix: false }
}

/** Particles before a family name, which are written in lower case: `van der`, `d'`. */
const FAMILY_PARTICLES = /^((?:[\p{Ll}'’`-]+(?:[ \u00A0]+|(?<=['’`-])(?=\p{Lu})))+)(?=[^\s\p{Ll}])/u

/** Splits off the particles before a family name, which stay with it when it stands alone. */
function splitFamily(family: string): { nonDroppingParticle: string; family: string } {
  const particle = FAMILY_PARTICLES.exec(family)?.[1]
  if (particle === undefined) return { nonDroppingParticle: '', family }
  // A space after an apostrophe is part of the particle, because none is printed there otherwise.
  const isSpaced = /['’‘`-]\s+$/.test(particle)
  return {
    nonDroppingParticle: isSpaced ? `${particle.trim()} ` : particle.trim(),
    family: family.slice(particle.length),
  }
}

/** A given name and the particles after it: `Ludwig van`. */
const GIVEN_PARTICLES = /^(.*?\S)((?: +[\p{Ll}'’]+)+)$/u

/** Splits off the particles after a given name, which are dropped with the given name. */
function splitGiven(given: string): { droppingParticle: string; given: string } {
  const match = GIVEN_PARTICLES.exec(given)
  return match
    ? { droppingParticle: (match[2] ?? '').trim(), given: match[1] ?? '' }
    : { droppingParticle: '', given }
}

/** A letter of a script in which given name and family name are separated by a space. */
const SPACED_SCRIPT =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Khmer}]/u

/** Returns whether a name is written as in Chinese, Japanese or Korean: family name first and without a space. */
export function isEastAsian({ family, given }: PersonName): boolean {
  return !SPACED_SCRIPT.test(family + given) && /\p{L}/u.test(family)
}

/** Returns a key that is equal for equal persons. */
export const personKey = (name: PersonName): string =>
  [
    name.literal || name.family,
    name.given,
    name.droppingParticle,
    name.nonDroppingParticle,
    name.suffix,
    // A character that no name contains.
  ].join('\u0001')
