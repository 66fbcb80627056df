import { suffixLetters } from './csl/numbers.ts'
import type { CslItem, CslName } from './csl.ts'
import { yearText } from './dates.ts'
import { gbCitedNames } from './gb/gb.ts'
import type { InTextWords } from './gb/gb-style.ts'
import { printedTitle } from './markup.ts'
import { displayName, familyName, initials, isOthersName, isUndividedName, OTHERS_NAME } from './names.ts'
import { citationSystem, type StyleId } from './styles.ts'
import { primaryCreators } from './western/facts.ts'
import { joinNames, naturalName } from './western/people.ts'

/**
 * Returns the names by which a text refers to a single item, without the year: `Abel & Bech`, `Abel et al.`, `王利平 等`;
 * in western styles the quoted title of an item without creators. `words` sets the language of 等 and 佚名 in the GB/T
 * 7714 styles.
 */
export function citedNames(styleId: StyleId, item: CslItem, words: InTextWords = 'by_source'): string {
  if (styleId.startsWith('gb-2015')) return gbCitedNames(item, 2015, words)
  if (styleId === 'spec' || styleId.startsWith('gb-')) return gbCitedNames(item, 2025, words)
  return westernNames(styleId, item, defaultForm(styleId, item))
}

/** The form in which a western style names the creators of an item in a text. */
interface CitedForm {
  /** Number of names printed before et al. */
  count: number
  /** Whether the first name is printed with its initials: `A. Abel`. */
  hasInitials: boolean
}

/** Returns the names in the given form; the quoted title where the item has no creators. */
function westernNames(styleId: StyleId, item: CslItem, { count, hasInitials }: CitedForm): string {
  const { names } = primaryCreators(item)
  if (names.length === 0) return `“${printedTitle(item.title)}”`
  const printed = names
    .slice(0, count)
    .map((name, at) =>
      at === 0 && hasInitials ? naturalName(withoutSuffix(name), 'initials') : citedName(name),
    )
  return joinNames(
    [...printed, ...(count < names.length ? [OTHERS_NAME] : [])],
    styleId === 'apa-7' ? '&' : 'and',
  )
}

/** Returns a name without its suffix: citations print no `Jr.` */
const withoutSuffix = ({ suffix: _, ...name }: CslName): CslName => name

/** Returns a name as western styles cite it: the family name, or the whole name where it is not divided. */
const citedName = (name: CslName): string => (isUndividedName(name) ? displayName(name) : familyName(name))

/** Returns the form in which an item is cited if no other item resembles it. */
function defaultForm(styleId: StyleId, item: CslItem): CitedForm {
  const { names } = primaryCreators(item)
  const isShort = names.length <= maxPrintedNames(styleId) && !names.some(isOthersName)
  return { count: isShort ? names.length : 1, hasInitials: false }
}

/**
 * Returns the largest number of creators that are all printed; longer lists are shortened with et al.
 *
 * Source: APA 7, 8.17; Chicago 17, 15.29.
 */
const maxPrintedNames = (styleId: StyleId): number => (styleId.startsWith('chicago') ? 3 : 2)

/** A prefix tree of author lists. */
interface AuthorTree {
  /** Keys of the distinct author lists that share this prefix. */
  authors: Set<string>
  /** The longer prefixes, by the key of their next name. */
  next: Map<string, AuthorTree>
}

/**
 * Returns the names by which a text refers to each item of a list, in its order.
 *
 * Where the style requires it, first authors who share a family name are printed with initials, and items that et al.
 * would make indistinguishable within a year name as many authors as are needed.
 *
 * Source: APA 7, 8.18 and 8.20; Chicago 17, 15.22 and 15.29.
 */
export function citedNamesInList(
  styleId: StyleId,
  items: readonly CslItem[],
  words: InTextWords = 'by_source',
): string[] {
  if (!disambiguatesByNames(styleId)) return items.map((item) => citedNames(styleId, item, words))
  // Items with the same printed names and year share a tree, to which all of them are added before it is used.
  const treeByCitation = new Map<string, AuthorTree>()
  const cited = formsInList(styleId, items).map(({ item, form }) => {
    const citation = `${westernNames(styleId, item, form)}|${citedYear(item)}`
    const tree = treeByCitation.get(citation) ?? { authors: new Set(), next: new Map() }
    treeByCitation.set(citation, tree)
    addAuthors(tree, item)
    return { item, form, tree }
  })
  return cited.map(({ item, form, tree }) =>
    westernNames(styleId, item, { ...form, count: distinguishingNameCount(tree, form, item) }),
  )
}

/**
 * Returns whether a style distinguishes authors by more names and initials, so that it adds letters to the year only
 * for identical lists of authors.
 */
const disambiguatesByNames = (styleId: StyleId): boolean =>
  citationSystem(styleId) === 'author-date' && !styleId.startsWith('gb-')

/** Returns the items with their usual forms; first authors who share a family name have initials. */
function formsInList(styleId: StyleId, items: readonly CslItem[]): { item: CslItem; form: CitedForm }[] {
  const namesakes = Map.groupBy(
    items.flatMap((item) => primaryCreators(item).names.slice(0, 1)),
    citedName,
  )
  return items.map((item) => {
    const [first] = primaryCreators(item).names
    const isShared = first !== undefined && new Set(namesakes.get(citedName(first))?.map(personKey)).size > 1
    return {
      item,
      form: { ...defaultForm(styleId, item), hasInitials: isShared && !isUndividedName(first) },
    }
  })
}

/** Returns a key of a name that does not depend on how much of the given name is spelled out. */
const personKey = (name: CslName): string =>
  isUndividedName(name)
    ? displayName(name)
    : `${familyName(name)}, ${initials(name.given ?? '', 'hyphenated').join(' ')}`

/** Returns the year by which a text cites an item: the year of issue, else that of the last visit. */
const citedYear = (item: CslItem): string => yearText(item.issued) || yearText(item.accessed)

/** Adds the authors of an item to a tree, in place. */
function addAuthors(tree: AuthorTree, item: CslItem): void {
  const key = authorsKey(item)
  let branch = tree
  branch.authors.add(key)
  for (const name of primaryCreators(item).names.map(personKey)) {
    const next = branch.next.get(name) ?? { authors: new Set(), next: new Map() }
    branch.next.set(name, next)
    branch = next
    branch.authors.add(key)
  }
}

/**
 * Returns a key that two items share only if all their authors are the same; the title where the item has no creators.
 */
function authorsKey(item: CslItem): string {
  const { names } = primaryCreators(item)
  return names.length === 0 ? printedTitle(item.title) : names.map(personKey).join('; ')
}

/**
 * Returns the number of names that distinguish an item from others of the tree. If only the last name would be omitted,
 * all are printed, because et al. represents several names.
 */
function distinguishingNameCount(tree: AuthorTree, { count }: CitedForm, item: CslItem): number {
  const names = primaryCreators(item).names.map(personKey)
  if (count >= names.length || tree.authors.size < 2) return count
  // Follow the item's names down the tree until no other list of authors begins in the same way.
  let needed = 0
  let branch: AuthorTree | undefined = tree
  while (branch && branch.authors.size > 1 && needed < names.length) {
    branch = branch.next.get(names[needed] ?? '')
    needed += 1
  }
  const printed = Math.max(count, needed)
  const isOneOmitted = names.length - printed === 1 && names.at(-1) !== OTHERS_NAME
  return isOneOmitted && printed > 1 ? names.length : printed
}

/**
 * Returns the letter after the year of each item, in the order of the list: `a`, `b`, … where a text could not
 * distinguish two items by names and year, else "". In styles that distinguish items by more names, only items of
 * exactly the same authors have letters. Always "" in styles that do not cite by year.
 */
export function yearSuffixes(styleId: StyleId, items: readonly CslItem[]): string[] {
  if (citationSystem(styleId) !== 'author-date') return items.map(() => '')
  const nameOf = disambiguatesByNames(styleId) ? authorsKey : (item: CslItem) => citedNames(styleId, item)
  const keys = items.map((item) => `${nameOf(item)}|${citedYear(item)}`)
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  /** How many items with each key have their letter. */
  const letterCounts = new Map<string, number>()
  return keys.map((key) => {
    if (counts.get(key) === 1) return ''
    const index = letterCounts.get(key) ?? 0
    letterCounts.set(key, index + 1)
    return suffixLetters(index)
  })
}
