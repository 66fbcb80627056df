// Renders `cs:names`: names are printed one by one, joined to lists, shortened by "et al.", and labelled with their
// role. Source: CSL 1.0.2, specification, "Names".
import { GIVEN_LEVEL, type RenderedNameList, type RenderState } from './cite-state.ts'
import { decorate, withFormat } from './decorate.ts'
import { isEmpty, joinOutputs, type NamesMark, type Output, outputText } from './output.ts'
import { type PersonName, personKey } from './person-names.ts'
import { inverts, printedName } from './print-name.ts'
import type { EtAlNode, LabelNode, NameNode, NameOptions, NamesNode, StyleNode } from './style-tree.ts'

/** Renders the children of a substitution; passed in, because `render-node.ts` imports this file. */
export type NodeRenderer = (node: StyleNode, state: RenderState) => Output | undefined

/**
 * Renders a `cs:names` element: the names of its variables with their labels, or a substitute. Returns undefined when
 * nothing is printed. Records in the state which variables and lists of names were used.
 */
export function renderNames(node: NamesNode, state: RenderState, render: NodeRenderer): Output | undefined {
  const isFirst = state.nameLists.length === 0
  const groups = nameGroups(node, state)
  const { output, mark } =
    groups.length === 0
      ? printSubstitute(node, state, render)
      : printGroups(node, groups, effectiveOptions(node, state), state)
  if (output.length === 0 || (isFirst && state.omitsFirstNames)) return undefined
  const content = isFirst && mark ? [withMark(output, mark)] : output
  return decorate(node, content, state.locale.language)
}

/** One or two name variables that are printed as one list. */
interface NameGroup {
  /** The variable whose term labels the names. */
  role: string
  names: readonly PersonName[]
}

/**
 * Returns the name variables that have names, and records them in the state. Editors who are also the translators are
 * one group, if the locale has a term for both (`editortranslator`).
 */
function nameGroups(node: NamesNode, state: RenderState): NameGroup[] {
  const groups = node.variables.flatMap((variable): NameGroup[] => {
    state.requestedCount++
    const names = state.suppressedVariables.has(variable) ? undefined : state.reference.names.get(variable)
    if (!names || names.length === 0) return []
    state.filledCount++
    state.printedVariables?.add(variable)
    return [{ role: variable, names }]
  })
  const [first, second, ...others] = groups
  if (!first || !second || others.length > 0 || !sameNames(first.names, second.names)) return groups
  const roles = [first.role, second.role].toSorted().join('')
  const hasTerm = roles === 'editortranslator' && (state.locale.term(roles, node.label?.form) ?? '') !== ''
  return hasTerm ? [{ role: roles, names: first.names }] : groups
}

/** Returns whether two lists name the same persons in the same order. */
const sameNames = (a: readonly PersonName[], b: readonly PersonName[]): boolean => {
  const keysOfB = b.map(personKey)
  return a.length === b.length && a.every((name, at) => personKey(name) === keysOfB[at])
}

/**
 * What a `cs:names` element prints inside its affixes, and whose names it shows; undefined if a part is marked
 * already.
 */
interface PrintedNames {
  output: Output[]
  mark: NamesMark | undefined
}

/** Prints a substitute; without names in it, its text identifies it for `subsequent-author-substitute`. */
function printSubstitute(node: NamesNode, state: RenderState, render: NodeRenderer): PrintedNames {
  const output = substitute(node, state, render)
  return { output, mark: hasMark(output) ? undefined : { keys: [outputText(output)] } }
}

/** Prints the first substitute that has something to print; what it prints is not printed again in the entry. */
function substitute(node: NamesNode, state: RenderState, render: NodeRenderer): Output[] {
  for (const child of node.substitute) {
    // A term counts as printed even when it is empty, and ends the search.
    const isTerm = child.kind === 'text' && child.from === 'term'
    const outerVariables = state.printedVariables
    state.printedVariables = new Set()
    const output = render(inheritNames(child, node), state)
    const printedVariables = state.printedVariables
    state.printedVariables = outerVariables
    if (isTerm && output === undefined && state.locale.term(child.name) !== undefined) return []
    if (output === undefined || isEmpty(output)) continue
    for (const variable of printedVariables) {
      state.suppressedVariables.add(variable)
      outerVariables?.add(variable)
    }
    return [output]
  }
  return []
}

/**
 * Returns a substitute with what it takes over from the names that it replaces: whatever it lacks, and the label only
 * if it has no child elements.
 */
function inheritNames(node: StyleNode, parent: NamesNode): StyleNode {
  if (node.kind !== 'names') return node
  const isBare = !node.name && !node.label && !node.etAl
  return {
    ...node,
    delimiter: node.delimiter ?? parent.delimiter,
    name: node.name ?? parent.name,
    etAl: node.etAl ?? parent.etAl,
    label: isBare ? parent.label : node.label,
    labelFirst: isBare ? parent.labelFirst : node.labelFirst,
  }
}

const hasMark = (outputs: readonly Output[]): boolean =>
  outputs.some(
    (output) => typeof output !== 'string' && (output.names !== undefined || hasMark(output.children)),
  )

function printGroups(
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

/** Returns the options of names in the order of precedence: sort key, name, citation or bibliography, style. */
function effectiveOptions(node: NamesNode, state: RenderState): NameOptions {
  const { style } = state.rendering
  const area = state.area === 'bibliography' ? style.bibliography : style.citation
  return { ...style.options, ...area?.options, ...node.name?.options, ...state.keyOptions }
}

/** Returns a span whose names `subsequent-author-substitute` may replace. */
const withMark = (children: Output[], mark: NamesMark): Output => ({ children, names: mark })
