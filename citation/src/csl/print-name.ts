import { GIVEN_LEVEL, type RenderState } from './cite-state.ts'
import { decorate } from './decorate.ts'
import { initializeGiven } from './initials.ts'
import type { Output } from './output.ts'
import { isEastAsian, type PersonName } from './person-names.ts'
import { readRichText } from './rich-text.ts'
import type { NameNode, NameOptions, NamePart } from './style-tree.ts'

/**
 * Returns whether the family name of a person stands first because the style asks for it; false for names that have no
 * other order.
 */
export function inverts(person: PersonName, at: number, options: NameOptions): boolean {
  if (person.literal !== '' || person.given === '' || isEastAsian(person)) return false
  return options['name-as-sort-order'] === 'all' || (options['name-as-sort-order'] === 'first' && at === 0)
}

/** A name to print, and what decides how. */
interface NameSetting {
  person: PersonName
  /** The index of the name in its list. */
  at: number
  options: NameOptions
  name: NameNode | undefined
  /** A `GIVEN_LEVEL`. */
  level: number
  state: RenderState
}

/**
 * Returns one printed name, by form and order of the style: `Lotte van der Meer`, `Meer, Lotte van der`,
 * `van der Meer`. Affixes and typography of `cs:name-part` are applied, those of `cs:name` are not.
 */
export function printedName(setting: NameSetting): Output[] {
  const { person, at, options, level, state } = setting
  const { language } = state.locale
  if (person.literal !== '') {
    const content = printedPart(person.literal, setting.name?.family, language)
    return affixed(setting.name?.family, content)
  }
  const parts = printParts(setting)
  const isShort = options.form === 'short' && level === GIVEN_LEVEL.byStyle
  if (isEastAsian(person)) return isShort ? parts.family : [...parts.family, ...parts.given]
  if (isShort) return person.family === '' ? parts.given : shortName(parts, setting)
  if (person.family === '') return parts.given
  if (person.isFamilyFirst) return spaced([parts.family], [parts.given])
  return inverts(person, at, options) ? invertedName(parts, setting) : naturalName(parts, setting)
}

/** Returns a part of a name with its markup read, in the typography of the style; affixes come later, by `affixed`. */
function printedPart(text: string, part: NamePart | undefined, language: string): Output[] {
  if (text === '') return []
  const content = readRichText(text)
  return part ? [decorate({ ...part, prefix: '', suffix: '' }, content, language)] : content
}

/** Puts the affixes of a part of the name around it. */
function affixed(part: NamePart | undefined, content: Output[]): Output[] {
  if (!part || content.length === 0 || (part.prefix === '' && part.suffix === '')) return content
  return [part.prefix, ...content, part.suffix]
}

/** The printed parts of a name; empty ones are left out. */
interface PrintedParts {
  family: Output[]
  given: Output[]
  dropping: Output[]
  nonDropping: Output[]
  suffix: Output[]
}

/** Returns the parts of a name with the formats of their `cs:name-part`. */
function printParts(setting: NameSetting): PrintedParts {
  const { person, name, state } = setting
  const { language } = state.locale
  return {
    family: printedPart(person.family, name?.family, language),
    given: printedPart(givenText(setting), name?.given, language),
    dropping: printedPart(person.droppingParticle, name?.given, language),
    nonDropping: printedPart(person.nonDroppingParticle, name?.family, language),
    suffix: printedPart(person.suffix, undefined, language),
  }
}

/**
 * Returns the given name, whole or in initials, by style and disambiguation; a person without family name has it
 * whole.
 */
function givenText({ person, options, level, state }: NameSetting): string {
  const mark = options['initialize-with']
  if (mark === undefined || level === GIVEN_LEVEL.full || person.family === '') return person.given
  return initializeGiven(person.given, {
    mark,
    initialize: options.initialize !== false,
    keepsHyphen: state.rendering.style.initializeWithHyphen,
  })
}

/** Returns the family name with its particle: `van der Meer`. */
function shortName(parts: PrintedParts, { person, name }: NameSetting): Output[] {
  return affixed(name?.family, spaced([parts.nonDropping, person.nonDroppingParticle], [parts.family]))
}

/** Matches the end of a particle to which the next part is joined directly: `d'`, `al-`. */
const NO_SPACE_AFTER = /[\s'’‘`-]$/

/**
 * Joins parts by spaces. The text of a part as written, where given, decides whether a space follows: none after an
 * apostrophe or hyphen (`d'`, `al-`).
 */
function spaced(...parts: readonly [Output[], string?][]): Output[] {
  const joined: Output[] = []
  let before: string | undefined
  for (const [part, written = ''] of parts) {
    if (part.length === 0) continue
    if (before !== undefined && !NO_SPACE_AFTER.test(before)) joined.push(' ')
    joined.push(...part)
    before = written
  }
  return joined
}

/** Returns a name with the family name first: `Meer, Lotte van der, Jr.`. */
function invertedName(parts: PrintedParts, setting: NameSetting): Output[] {
  const { person, name, options } = setting
  const separator = options['sort-separator'] ?? ', '
  const isDemoted = isParticleDemoted(setting)
  const family = affixed(
    name?.family,
    isDemoted ? parts.family : spaced([parts.nonDropping, person.nonDroppingParticle], [parts.family]),
  )
  const given = affixed(
    name?.given,
    spaced([parts.given], [parts.dropping, person.droppingParticle], [isDemoted ? parts.nonDropping : []]),
  )
  const pieces = [family, given, parts.suffix].filter((piece) => piece.length > 0)
  return pieces.flatMap((piece, at) => (at === 0 ? piece : [separator, ...piece]))
}

/** Returns whether the non-dropping particle stands behind the given name when the family name stands first. */
function isParticleDemoted({ state }: NameSetting): boolean {
  const demotion = state.rendering.style.demoteParticle
  return demotion === 'display-and-sort' || (demotion === 'sort-only' && state.isSortKey)
}

/** Returns a name with the given name first: `Lotte van der Meer Jr.`. */
function naturalName(parts: PrintedParts, { person, name }: NameSetting): Output[] {
  const given = affixed(name?.given, parts.given)
  const family = spaced(
    [parts.dropping, person.droppingParticle],
    [parts.nonDropping, person.nonDroppingParticle],
    [parts.family],
  )
  if (parts.suffix.length > 0) family.push(person.commaSuffix ? ', ' : ' ', ...parts.suffix)
  return spaced(
    [given, trailingSpace(person.given + (name?.given?.suffix ?? ''))],
    [affixed(name?.family, family)],
  )
}

/** Returns the space that a given name itself ends with, in place of which none is added. */
const trailingSpace = (given: string): string => (/\s$/.test(given) ? given : '')
