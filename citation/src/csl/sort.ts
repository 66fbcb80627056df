import type { RenderingStyle } from './cite-state.ts'
import { isEmpty, type Output, outputText } from './output.ts'
import type { Reference } from './reference.ts'
import { dateSortKey } from './render-dates.ts'
import { renderNames } from './render-names.ts'
import { renderNode, renderNodes } from './render-node.ts'
import { layoutFor, newState, type RenderRequest } from './rendering.ts'
import { stripRichText } from './rich-text.ts'
import type { NamesNode, SortKey, StyleNode } from './style-tree.ts'
import { isDateVariable, isNameVariable } from './variable-kinds.ts'
import { plainVariable } from './variables.ts'

/** An item to sort: its reference, and the request by which its keys are rendered. */
export interface Sortable {
  reference: Reference
  request: RenderRequest
}

/**
 * Returns items in the order of sort keys, the first key first, by the style's language; equal ones keep their order.
 */
export function sortByKeys<T extends Sortable>(
  items: readonly T[],
  keys: readonly SortKey[],
  rendering: RenderingStyle,
): T[] {
  const collator = collatorOf(rendering.defaultLocale.language)
  const keyed = items.map((item) => ({
    item,
    values: keys.map((key) => keyValue(key, rendering, item.reference, item.request)),
  }))
  keyed.sort((a, b) => {
    for (const [at, key] of keys.entries()) {
      const order = compareValues(a.values[at], b.values[at], key.descending, collator)
      if (order !== 0) return order
    }
    return 0
  })
  return keyed.map(({ item }) => item)
}

/** Returns a collator of a language; of American English where the style's language is no valid tag. */
function collatorOf(language: string): Intl.Collator {
  try {
    return new Intl.Collator(language)
  } catch {
    return new Intl.Collator('en-US')
  }
}

/**
 * The value of one sort key: a number for whole numbers, otherwise text; undefined for an empty one, which comes
 * last.
 */
type SortValue = string | number | undefined

/** Returns the value of a key for a reference. */
function keyValue(
  key: SortKey,
  rendering: RenderingStyle,
  reference: Reference,
  request: RenderRequest,
): SortValue {
  if (key.macro) return macroValue(key.macro.children, rendering, reference, key, request)
  const name = key.variable ?? ''
  if (isDateVariable(name)) {
    const date = reference.dates.get(name)
    return date && (dateSortKey(date) || undefined)
  }
  const state = sortState(rendering, reference, key, request)
  if (isNameVariable(name)) {
    state.keyOptions = { ...state.keyOptions, form: 'long' }
    return asValue(outputText(renderNames(namesNode(name), state, renderNode)))
  }
  return asValue(plainVariable(name, state) ?? '')
}

/** Returns the value of a key that is a macro: the text that the macro prints. */
function macroValue(
  nodes: readonly StyleNode[],
  rendering: RenderingStyle,
  reference: Reference,
  key: SortKey,
  request: RenderRequest,
): SortValue {
  const outputs = renderNodes(nodes, sortState(rendering, reference, key, request))
  return asValue(outputText(outputs.filter((output: Output) => !isEmpty(output))))
}

/** Returns a state in which names print as sort keys: family name first, by the options of the key. */
function sortState(rendering: RenderingStyle, reference: Reference, key: SortKey, request: RenderRequest) {
  const { style } = rendering
  const area = request.area === 'bibliography' ? style.bibliography : style.citation
  const state = newState(rendering, reference, layoutFor(area?.layouts ?? [], reference.language), request)
  state.isSortKey = true
  state.keyOptions = { ...key.options, 'name-as-sort-order': 'all' }
  return state
}

const WHOLE_NUMBER = /^-?\d+$/
/** Longer numbers are compared as text, because they may not be exact. */
const MAX_NUMBER_CHARS = 15

/** Returns a number for whole numbers, text for others, undefined for an empty text. */
function asValue(text: string): SortValue {
  const cleaned = comparable(text)
  if (cleaned === '') return undefined
  return WHOLE_NUMBER.test(cleaned) && cleaned.length <= MAX_NUMBER_CHARS ? Number(cleaned) : cleaned
}

/** Removes what does not count in sorting: markup, quotation marks, brackets and apostrophes at the beginning. */
const comparable = (text: string): string =>
  stripRichText(text)
    .replace(/["“”«»[\]()]/g, '')
    .replace(/^[\s'‘’]+/, '')
    .trim()

/** Returns an element that prints the names of a variable without any options. */
const namesNode = (variable: string): NamesNode => ({
  kind: 'names',
  variables: [variable],
  delimiter: undefined,
  name: undefined,
  etAl: undefined,
  label: undefined,
  labelFirst: false,
  substitute: [],
  prefix: '',
  suffix: '',
  format: undefined,
  display: undefined,
  quotes: false,
  stripPeriods: false,
  textCase: undefined,
})

/** Compares two values; missing ones come last in either direction. */
function compareValues(a: SortValue, b: SortValue, descending: boolean, collator: Intl.Collator): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  const order =
    typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
  return descending ? -order : order
}
