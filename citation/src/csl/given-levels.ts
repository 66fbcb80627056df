// Decides which given names are printed in every cite to tell persons of one family name apart.
import { GIVEN_LEVEL, type RenderingStyle } from './cite-state.ts'
import type { Candidate } from './disambiguator.ts'
import { initializeGiven } from './initials.ts'
import { type PersonName, personKey } from './person-names.ts'
import { renderReference } from './rendering.ts'
import type { NameOptions } from './style-tree.ts'

/**
 * Decides the given names under the rules `all-names` and `primary-name`, by which persons of one family name print
 * them in every cite. Undefined under other rules; for the keys, see `GivenLevels` in cite-state.ts.
 */
export function givenLevelsOf(
  rendering: RenderingStyle,
  candidates: readonly Candidate[],
): Map<string, number> | undefined {
  const { addGivenName, givenNameRule } = rendering.style.citation
  if (!addGivenName || givenNameRule === 'by-cite') return undefined
  const isPrimary = givenNameRule.startsWith('primary-name')
  const allowsGiven = !givenNameRule.endsWith('with-initials')
  const levels = new Map<string, number>()
  for (const persons of personsByFamily(rendering, candidates, isPrimary).values()) {
    const alike = countAlike([...persons.values()])
    for (const [key, person] of persons) {
      const level = levelOf(persons.size, alike(person), allowsGiven)
      levels.set(`first/${key}`, level)
      if (!isPrimary) levels.set(`other/${key}`, level)
    }
  }
  return levels
}

/** A person in a list of names. */
interface ListedPerson {
  name: PersonName
  /** What follows each initial in that list (`initialize-with`); undefined where it prints no initials. */
  mark: string | undefined
}

/** Returns the persons of all cites, by family name and `personKey`; only the first of each list if `isPrimary`. */
function personsByFamily(
  rendering: RenderingStyle,
  candidates: readonly Candidate[],
  isPrimary: boolean,
): Map<string, Map<string, ListedPerson>> {
  const byFamily = new Map<string, Map<string, ListedPerson>>()
  const add = (name: PersonName, options: NameOptions) => {
    const family = familyOf(name)
    const persons = byFamily.get(family) ?? new Map<string, ListedPerson>()
    persons.set(personKey(name), { name, mark: options['initialize-with'] })
    byFamily.set(family, persons)
  }
  for (const { reference, citationNumber } of candidates) {
    const request = { area: 'citation', position: 'subsequent', citationNumber } as const
    for (const { names, options } of renderReference(rendering, reference, request).state.nameLists)
      for (const name of isPrimary ? names.slice(0, 1) : names) add(name, options)
  }
  return byFamily
}

/** Returns the family name with its particle, or the literal name of a body. */
const familyOf = (name: PersonName): string =>
  `${name.nonDroppingParticle} ${name.family} ${name.literal}`.trim()

/** Returns a function that counts the persons with the same initials as one of them; undefined if it prints none. */
function countAlike(persons: readonly ListedPerson[]): (person: ListedPerson) => number | undefined {
  const marks = new Set(persons.map(({ mark }) => mark))
  const countsOf = new Map(
    [...marks].map((mark) => {
      const counts = new Map<string | undefined, number>()
      for (const { name } of persons) {
        const initials = initialsOf(name, mark)
        counts.set(initials, (counts.get(initials) ?? 0) + 1)
      }
      return [mark, counts]
    }),
  )
  return ({ name, mark }) =>
    mark === undefined ? undefined : countsOf.get(mark)?.get(initialsOf(name, mark))
}

/** Returns the initials of a name, each followed by `mark`; undefined without a mark, when none are printed. */
function initialsOf(name: PersonName, mark: string | undefined): string | undefined {
  if (mark === undefined) return undefined
  return initializeGiven(name.given, { mark, initialize: true, keepsHyphen: true })
}

/**
 * Returns the `GIVEN_LEVEL` that distinguishes a person from the others of the family name.
 *
 * @param count the number of persons of the family name.
 * @param alike how many of them, the person included, have these initials; undefined where none are printed.
 * @param allowsGiven whether the style prints given names in full.
 */
function levelOf(count: number, alike: number | undefined, allowsGiven: boolean): number {
  if (count === 1) return GIVEN_LEVEL.byStyle
  if (alike === 1) return GIVEN_LEVEL.initials
  if (allowsGiven) return GIVEN_LEVEL.full
  return alike !== undefined && alike < count ? GIVEN_LEVEL.initials : GIVEN_LEVEL.byStyle
}
