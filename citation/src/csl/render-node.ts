// Renders the elements of a style in the Citation Style Language (CSL). Each function returns undefined for what prints
// nothing. The state counts the variables that were asked for (`requestedCount`) and those that had a value
// (`filledCount`): `variableText`, `renderNames` and the dates update it, and groups read it. With `onlyYearSuffix`,
// everything but the year suffix is left out.
import type { RenderState } from './cite-state.ts'
import { conditionHolds } from './conditions.ts'
import { decorate, decorateIfAny } from './decorate.ts'
import { formatNumbers, formatPageRanges, isNumeric, isPlural } from './numbers.ts'
import { isEmpty, joinOutputs, type Output } from './output.ts'
import { dateSortKey, renderDate } from './render-dates.ts'
import { renderNames } from './render-names.ts'
import { readRichText } from './rich-text.ts'
import type {
  ChooseNode,
  DateNode,
  GroupNode,
  LabelNode,
  NumberNode,
  StyleNode,
  TextNode,
} from './style-tree.ts'
import { variableText } from './variables.ts'

/** Renders elements one after another and updates the state; those that print nothing are left out. */
export function renderNodes(nodes: readonly StyleNode[], state: RenderState): Output[] {
  return nodes.flatMap((node) => {
    const output = renderNode(node, state)
    return output === undefined || isEmpty(output) ? [] : [output]
  })
}

/** Renders an element; undefined when it prints nothing. */
export function renderNode(node: StyleNode, state: RenderState): Output | undefined {
  switch (node.kind) {
    case 'text':
      return renderText(node, state)
    case 'number':
      return renderNumber(node, state)
    case 'label':
      return state.onlyYearSuffix || state.isSortKey ? undefined : renderLabel(node, state)
    case 'date':
      return renderDateNode(node, state)
    case 'names':
      return state.onlyYearSuffix ? undefined : renderNames(node, state, renderNode)
    case 'group':
      return renderGroup(node, state)
    case 'choose':
      return renderChoose(node, state)
  }
}

/** Renders `cs:text`: a variable, macro, term or literal value. */
function renderText(node: TextNode, state: RenderState): Output | undefined {
  if (node.from === 'variable' && node.name === 'year-suffix') return renderYearSuffix(node, state)
  if (node.from === 'macro') return renderMacro(node, state)
  if (state.onlyYearSuffix) return undefined
  if (node.from === 'variable') return renderVariable(node, state)
  if (node.from === 'value') return decorateIfAny(node, readRichText(node.name), state.locale.language)
  const term = state.locale.term(node.name, node.form, node.plural) ?? ''
  return term === '' ? undefined : decorate(node, [{ term: true, children: [term] }], state.locale.language)
}

/** Renders the letter that distinguishes works of one author and year; undefined when there is none. */
function renderYearSuffix(node: TextNode, state: RenderState): Output | undefined {
  const suffix = state.disambiguation.yearSuffix
  if (suffix === undefined) return undefined
  return decorate(node, [suffix], state.locale.language)
}

/** Renders a macro, which is left out like a group when all its variables are empty. */
function renderMacro(node: TextNode, state: RenderState): Output | undefined {
  const content = renderGroupContent(node.macro?.children ?? [], '', state)
  if (content === undefined) return undefined
  if (state.onlyYearSuffix) return { children: content }
  return decorateIfAny(node, content, state.locale.language)
}

/**
 * Renders the children of a group or macro; undefined when they ask for variables of which none has a value. A group
 * without variables that prints something counts as a variable with a value for the group around it.
 */
function renderGroupContent(
  children: readonly StyleNode[],
  delimiter: string,
  state: RenderState,
): Output[] | undefined {
  const { requestedCount, filledCount } = state
  const outputs = renderNodes(children, state)
  const isVoid = state.requestedCount > requestedCount && state.filledCount === filledCount
  if (isVoid || outputs.length === 0) {
    // Variables of an omitted group have no value, but still count as asked for, so that the group around can be void.
    state.filledCount = filledCount
    return undefined
  }
  if (state.requestedCount === requestedCount) {
    state.requestedCount++
    state.filledCount++
  }
  return joinOutputs(outputs, delimiter)
}

/** Renders the value of a variable. */
function renderVariable(node: TextNode, state: RenderState): Output | undefined {
  const text = variableText(node.name, node.form, state)
  if (text === undefined) return undefined
  // The value is in the language of the work, by which its capitals are set; the locale is that of the layout.
  const language = state.reference.language || state.rendering.defaultLocale.language
  return decorateIfAny(node, readRichText(rangeText(text, node.name, state)), language)
}

const PAGE_VARIABLES = new Set(['page', 'locator'])

/** Variables that hold numbers, in which ranges are set with a dash. */
const NUMBER_VARIABLES = new Set([
  'chapter-number',
  'collection-number',
  'edition',
  'issue',
  'number',
  'number-of-pages',
  'number-of-volumes',
  'part-number',
  'printing-number',
  'section',
  'supplement-number',
  'version',
  'volume',
])

/** Formats the ranges in a variable that holds pages or numbers; other texts stay. */
function rangeText(text: string, name: string, state: RenderState): string {
  if (PAGE_VARIABLES.has(name)) {
    const delimiter = state.locale.term('page-range-delimiter') ?? '–'
    const and = state.locale.term('and', 'symbol') ?? '&'
    const listed = replaceSign(text, '&', ` ${and} `)
    return formatPageRanges(listed, state.rendering.style.pageRangeFormat, delimiter)
  }
  if (NUMBER_VARIABLES.has(name) && isNumeric(text)) return formatPageRanges(text.trim(), undefined, '–')
  return text
}

/** Puts one separator in place of a sign and the spaces around it. */
const replaceSign = (text: string, sign: string, separator: string): string =>
  text
    .split(sign)
    .map((part) => part.trim())
    .join(separator)

/** Renders a number, for example as an ordinal; a text that is not numeric is printed as it is. */
function renderNumber(node: NumberNode, state: RenderState): Output | undefined {
  if (state.onlyYearSuffix) return undefined
  const text = variableText(node.variable, 'long', state)
  if (text === undefined) return undefined
  if (!isNumeric(text)) return decorate(node, [rangeText(text, node.variable, state)], state.locale.language)
  const spaced = replaceSign(replaceSign(text, ',', ', '), '&', ' & ')
  const gender = state.locale.gender(termOfVariable(node.variable))
  const numbers = formatNumbers(rangeText(spaced, node.variable, state), node.form, state.locale, gender)
  return decorate(node, [numbers], state.locale.language)
}

/** Terms that label variables of another name. */
const LABEL_TERMS: ReadonlyMap<string, string> = new Map([
  ['chapter-number', 'chapter'],
  ['collection-number', 'issue'],
  ['number', 'issue'],
  ['page-first', 'page'],
  ['part-number', 'part'],
  ['supplement-number', 'supplement'],
])

const termOfVariable = (variable: string): string => LABEL_TERMS.get(variable) ?? variable

/** Renders the term for a variable, `p.` or `pp.`; undefined when the variable is empty. */
function renderLabel(node: LabelNode, state: RenderState): Output | undefined {
  const isLocator = node.variable === 'locator'
  const text = isLocator ? state.cite.locator : state.reference.texts.get(node.variable)
  if (text === undefined || text === '') return undefined
  const term = isLocator ? (state.cite.label ?? 'page') : node.variable
  // `12` is one page number, but as a number of pages it is twelve pages.
  const isMany = node.variable.startsWith('number-of-') ? Number.parseInt(text, 10) > 1 : isPlural(text)
  const usesPlural = node.plural === 'always' || (node.plural === 'contextual' && isMany)
  const label =
    state.locale.term(term, node.form, usesPlural) ??
    state.locale.term(termOfVariable(term), node.form, usesPlural) ??
    ''
  return label === '' ? undefined : decorate(node, [label], state.locale.language)
}

/** Renders `cs:date`. */
function renderDateNode(node: DateNode, state: RenderState): Output | undefined {
  state.requestedCount++
  if (state.suppressedVariables.has(node.variable)) return undefined
  // When a work was looked up does not tell it from another one.
  if (state.isComparison && node.variable === 'accessed') return undefined
  const content = dateOutputs(node, state)
  if (content.length === 0) return undefined
  state.filledCount++
  state.printedVariables?.add(node.variable)
  if (state.onlyYearSuffix) return { children: content }
  // CSL has no `quotes` on dates.
  return decorate({ ...node, quotes: false }, content, state.locale.language)
}

/** Renders the content of a date, with the year suffix unless the style or an earlier date prints it. */
function dateOutputs(node: DateNode, state: RenderState): Output[] {
  const date = state.reference.dates.get(node.variable)
  if (!date) return []
  if (state.isSortKey) return [dateSortKey(date, node)]
  const { yearSuffix } = state.disambiguation
  const takesSuffix =
    yearSuffix !== undefined &&
    !state.hasYearSuffix &&
    !state.rendering.hasYearSuffixText[state.area] &&
    node.variable === 'issued'
  if (takesSuffix) state.hasYearSuffix = true
  if (state.onlyYearSuffix) return takesSuffix ? [yearSuffix] : []
  return renderDate(node, date, { locale: state.locale, yearSuffix: takesSuffix ? yearSuffix : undefined })
}

/** Renders `cs:group`. */
function renderGroup(node: GroupNode, state: RenderState): Output | undefined {
  const content = renderGroupContent(node.children, node.delimiter, state)
  if (content === undefined) return undefined
  if (state.onlyYearSuffix) return { children: content }
  return decorateIfAny(node, content, state.locale.language)
}

/** Renders the first branch whose conditions hold. */
function renderChoose(node: ChooseNode, state: RenderState): Output | undefined {
  for (const branch of node.branches) {
    const holds = branch.conditions.map((condition) => conditionHolds(condition, state))
    if (!matches(holds, branch.match)) continue
    const outputs = renderNodes(branch.children, state)
    return outputs.length === 0 ? undefined : { children: outputs }
  }
  return undefined
}

/** Returns whether all, any or none of the conditions of a branch hold; all of no conditions do, as for `else`. */
function matches(holds: readonly boolean[], match: 'all' | 'any' | 'none'): boolean {
  if (match === 'any') return holds.some(Boolean)
  return match === 'none' ? !holds.some(Boolean) : holds.every(Boolean)
}
