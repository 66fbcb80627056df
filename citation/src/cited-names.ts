import type { CslItem, CslName } from './csl.ts'
import { gbCitedNames } from './gb/gb.ts'
import { printedTitle } from './markup.ts'
import { displayName, familyName, isWhole } from './names.ts'
import type { StyleId } from './styles.ts'
import { makersOf } from './western/facts.ts'
import { listed } from './western/people.ts'

const short = (name: CslName): string => (isWhole(name) ? displayName(name) : familyName(name))

/** Up to `most` names, of more the first and et al.; the title where nobody is named. */
function westernNames(item: CslItem, and: string, most: number): string {
  const names = makersOf(item).names.map(short)
  if (names.length === 0) return `“${printedTitle(item.title)}”`
  return names.length > most ? `${names[0]} et al.` : listed(names, and)
}

/** The names by which a text of this style refers to an item. */
export function citedNames(styleId: StyleId, item: CslItem): string {
  if (styleId.startsWith('gb-2015')) return gbCitedNames(item, 2015)
  if (styleId === 'spec' || styleId.startsWith('gb-')) return gbCitedNames(item, 2025)
  if (styleId === 'apa-7') return westernNames(item, '&', 2)
  return westernNames(item, 'and', styleId.startsWith('chicago') ? 3 : 2)
}
