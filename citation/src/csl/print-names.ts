// Prints groups of names as CSL options ask: the number shown, delimiters, "and", et al., labels.
import { GIVEN_LEVEL, type RenderedNameList, type RenderState } from './cite-state.ts'
import { decorate, withFormat } from './decorate.ts'
import { joinOutputs, type NamesMark, type Output } from './output.ts'
import { type PersonName, personKey } from './person-names.ts'
import { inverts, printedName } from './print-name.ts'
import type { EtAlNode, LabelNode, NameNode, NameOptions, NamesNode } from './style-tree.ts'

/** One or two name variables that are printed as one list. */
export interface NameGroup {
  /** The variable whose term labels the names. */
  role: string
  names: readonly PersonName[]
}

/**
 * What a `cs:names` element prints inside its affixes, and whose names it shows; undefined if a part is marked
 * already.
 */
export interface PrintedNames {
  output: Output[]
  mark: NamesMark | undefined
}

/**
 * Prints the groups of names of a `cs:names` element, each with its label; with the form `count`, prints only their
 * number. Records in `state` the lists that were printed.
 */
export function printGroups(
  node: NamesNode,
  groups: readonly NameGroup[],
  options: NameOptions,
  state: RenderState,
): PrintedNames {
  if (options.form === 'count') return { output: countOutput(groups, options, state), mark: undefined }
  const firstList = state.nameLists.length
  const delimiter = node.delimiter ?? options['names-delimiter'] ?? ''
  const lists = groups.map((group) => groupOutput(node, group, options, state))
  const keys = state.nameLists.slice(firstList).flatMap(shownKeys)
  return { output: joinOutputs(lists, delimiter), mark: { keys } }
}

/** Prints the number of names in place of the names (`form="count"`), as sort keys do. */
function countOutput(groups: readonly NameGroup[], options: NameOptions, state: RenderState): Output[] {
  const total = groups.reduce((sum, { names }) => sum + usualCount(names, options, state), 0)
  return total === 0 ? [] : [String(total)]
}

/** Returns how many names the style shows before "et al."; all when the list is short enough. */
function usualCount(names: readonly PersonName[], options: NameOptions, state: RenderState): number {
  const isRepeat = state.area === 'citation' && state.position !== 'first'
  const repeated = isRepeat ? options : undefined
  const min = repeated?.['et-al-subsequent-min'] ?? options['et-al-min']
  const useFirst = repeated?.['et-al-subsequent-use-first'] ?? options['et-al-use-first']
  // A minimum of 0 switches the abbreviation off.
  if (min === undefined || min === 0 || useFirst === undefined || names.length < min) return names.length
  return Math.min(useFirst, names.length)
}

/** Returns the names of a group with their label; '' when no name is printed. */
function groupOutput(node: NamesNode, group: NameGroup, options: NameOptions, state: RenderState): Output {
  const index = state.nameLists.length
  const { name, etAl } = node
  const printed = printList({ names: group.names, index, options, name, etAl, state })
  if (printed.length === 0) return ''
  if (!node.label || state.isSortKey) return { children: printed }
  const label = labelOutput(node.label, group, state)
  return { children: node.labelFirst ? [label, ...printed] : [...printed, label] }
}

/** A list of names that is being printed. */
interface NameList {
  names: readonly PersonName[]
  /** The index of the list among those of the cite. */
  index: number
  options: NameOptions
  name: NameNode | undefined
  etAl: EtAlNode | undefined
  state: RenderState
}

/** Prints a list of names, in full or shortened; nothing when the style shows no name. */
function printList(list: NameList): Output[] {
  const count = recordShownCount(list)
  if (count === 0) return []
  const printed = Array.from({ length: count }, (_, at) => printOne(list, at))
  return count < list.names.length ? withEtAl(list, printed) : joinAll(list, printed)
}

/** Returns how many names are shown, with those that disambiguation adds; records the list in the state. */
function recordShownCount(list: NameList): number {
  const { names, options, state, index } = list
  const usual = usualCount(names, options, state)
  // A list that the style does not print at all stays hidden.
  const minShown = usual === 0 ? 0 : Math.max(usual, state.disambiguation.nameCounts[index] ?? 0)
  const shownCount = Math.min(names.length, minShown)
  state.nameLists[index] = { names, options, usualCount: usual, shownCount }
  return shownCount
}

/** Prints the name at a place of a list. */
function printOne(list: NameList, at: number): Output {
  const { names, options, state, index, name } = list
  const person = names[at]
  if (!person) return ''
  // Both kinds of disambiguation may ask for more of the given name.
  const level = Math.max(
    state.disambiguation.givenLevels[index]?.[at] ?? GIVEN_LEVEL.byStyle,
    state.givenLevels?.get(`${at === 0 ? 'first' : 'other'}/${personKey(person)}`) ?? GIVEN_LEVEL.byStyle,
  )
  const content = printedName({ person, at, options, name, level, state })
  const printed = name ? [decorate({ ...name, quotes: false }, content, state.locale.language)] : content
  return { person: true, children: printed }
}

const DEFAULT_DELIMITER = ', '
/** Stands before the last name of a list shortened by `et-al-use-last`. */
const ELLIPSIS = '… '

/** Joins the names of a shortened list, with "et al." or an ellipsis and the last name. */
function withEtAl(list: NameList, printed: Output[]): Output[] {
  const delimiter = list.options.delimiter ?? DEFAULT_DELIMITER
  const joined = joinOutputs(printed, delimiter)
  if (list.options['et-al-use-last'] && list.names.length > printed.length + 1)
    return [...joined, delimiter, ELLIPSIS, printOne(list, list.names.length - 1)]
  const etAl = list.state.isSortKey ? [] : etAlOutput(list)
  if (etAl.length === 0) return joined
  const hasDelimiter = isDelimited(list.options['delimiter-precedes-et-al'], list, printed.length)
  return [...joined, hasDelimiter ? delimiter : ' ', ...etAl]
}

/** Returns the term for omitted names; [] where the locale has none. */
function etAlOutput({ etAl, state }: NameList): Output[] {
  const name = etAl?.term ?? 'et-al'
  const term = state.locale.term(name) ?? ''
  return term === '' ? [] : withFormat([term], etAl?.format)
}

/** Smallest number of names after which the rule `contextual` puts the delimiter: `A and B`, but `A, B, and C`. */
const MIN_NAMES_BEFORE_DELIMITER = 2

/**
 * Returns whether the delimiter stands before the last name or "et al.".
 *
 * @param rule a value of `delimiter-precedes-last` or `delimiter-precedes-et-al`; undefined for `contextual`.
 * @param count the number of names before that place.
 */
function isDelimited(rule: string | undefined, list: NameList, count: number): boolean {
  if (rule === 'always') return true
  if (rule === 'never') return false
  if (rule === 'after-inverted-name') {
    const person = list.names[count - 1]
    return person !== undefined && inverts(person, count - 1, list.options)
  }
  return count >= MIN_NAMES_BEFORE_DELIMITER
}

/** Joins the names of a list that is shown in full. */
function joinAll(list: NameList, printed: Output[]): Output[] {
  const delimiter = list.options.delimiter ?? DEFAULT_DELIMITER
  const and = list.state.isSortKey ? undefined : andTerm(list)
  if (and === undefined || printed.length < 2) return joinOutputs(printed, delimiter)
  const count = printed.length - 1
  const hasDelimiter = isDelimited(list.options['delimiter-precedes-last'], list, count)
  const lead = hasDelimiter ? delimiter : ' '
  return [...joinOutputs(printed.slice(0, -1), delimiter), `${lead}${and} `, printed.at(-1) ?? '']
}

/** Returns the word or sign before the last name; undefined when the style has none. */
function andTerm({ options, state }: NameList): string | undefined {
  if (options.and === 'text') return state.locale.term('and')
  if (options.and !== 'symbol') return undefined
  const symbol = state.locale.term('and', 'symbol')
  // A locale without a sign returns its word.
  return symbol === state.locale.term('and') ? '&' : symbol
}

/** Returns the term of a role, in the plural for several names; '' when the locale has none. */
function labelOutput(label: LabelNode, { role, names }: NameGroup, state: RenderState): Output {
  const isPlural = label.plural === 'always' || (label.plural === 'contextual' && names.length > 1)
  const term = state.locale.term(role, label.form, isPlural) ?? ''
  return term === '' ? '' : decorate(label, [term], state.locale.language)
}

/** Returns the keys of the names that a list shows, and `…` for those it leaves out. */
const shownKeys = ({ names, shownCount }: RenderedNameList): string[] => [
  ...names.slice(0, shownCount).map(personKey),
  ...(shownCount < names.length ? ['…'] : []),
]
