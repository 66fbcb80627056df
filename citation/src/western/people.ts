import type { CslName } from '../csl.ts'
import { displayName, familyName, initials, isUndividedName, OTHERS_NAME } from '../names.ts'

type GivenNameForm = 'full' | 'initials'

/** Returns a name with the family name first: `Smith, John, Jr.` or `Smith, J., Jr.` */
export function invertedName(name: CslName, form: GivenNameForm): string {
  if (isUndividedName(name)) return displayName(name)
  return [familyName(name), givenName(name, form), name.suffix && suffixWithDot(name.suffix)]
    .filter(Boolean)
    .join(', ')
}

/** Returns a given name, in full or as initials, with its particle. */
function givenName(name: CslName, form: GivenNameForm): string {
  const given = name.given ?? ''
  const printed = form === 'full' ? given : dottedInitials(given)
  return [printed, name['dropping-particle']].filter(Boolean).join(' ')
}

/** Returns initials with full stops: `Peyton Z.` → `P. Z.`, `Jung-Ran` → `J.-R.` */
function dottedInitials(given: string): string {
  return initials(given, 'hyphenated')
    .map((letters) => `${letters.replaceAll('-', '.-')}.`)
    .join(' ')
}

const suffixWithDot = (suffix: string): string => (/^(?:jr|sr)$/i.test(suffix) ? `${suffix}.` : suffix)

/** Returns a name in its natural order: `John Smith Jr.` or `J. Smith Jr.` */
export function naturalName(name: CslName, form: GivenNameForm): string {
  if (isUndividedName(name)) return displayName(name)
  return [givenName(name, form), familyName(name), name.suffix && suffixWithDot(name.suffix)]
    .filter(Boolean)
    .join(' ')
}

/** Returns a name as Vancouver prints it: `Smith JR`. */
export function compactName(name: CslName): string {
  if (isUndividedName(name)) return displayName(name)
  const letters = initials(name.given ?? '', 'separate').join('')
  return [familyName(name), letters, name.suffix?.replace(/\.$/, '')].filter(Boolean).join(' ')
}

/** Joins inverted names of an incomplete list: `Smith, J., et al.`; null where the list is complete. */
export const invertedWithEtAl = (names: readonly string[]): string | null =>
  names.length > 1 && names.at(-1) === OTHERS_NAME ? withEtAl(names.slice(0, -1), ',') : null

/** Joins names with commas and adds et al., with the given mark before it. */
const withEtAl = (names: readonly string[], mark: ',' | ''): string => `${names.join(', ')}${mark} et al.`

/** Joins names: `A`, `A and B`, `A, B, and C`; `A et al.`, `A, B, et al.` for an incomplete list. */
export function joinNames(names: string[], and: string): string {
  if (names.length < 2) return names[0] ?? ''
  const comma = names.length > 2 ? ',' : ''
  if (names.at(-1) === OTHERS_NAME) return withEtAl(names.slice(0, -1), comma)
  return `${names.slice(0, -1).join(', ')}${comma} ${and} ${names.at(-1)}`
}
