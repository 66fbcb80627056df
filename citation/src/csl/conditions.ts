import type { RenderState } from './cite-state.ts'
import { isNumeric, isPlural } from './numbers.ts'
import type { Condition, ConditionTest } from './style-tree.ts'
import { isDateVariable, isNameVariable } from './variable-kinds.ts'
import { plainVariable } from './variables.ts'

/**
 * Returns whether a condition holds: whether all, any or none of the values of its tests do, by its `match`. One
 * without tests does not hold. All tests are evaluated, because those of `disambiguate` are counted in the state.
 */
export function conditionHolds({ tests, match }: Condition, state: RenderState): boolean {
  const holds = tests.flatMap(({ attribute, values }: ConditionTest) =>
    values.map((value) => valueHolds(attribute, value, state)),
  )
  if (holds.length === 0) return false
  if (match === 'any') return holds.some(Boolean)
  return match === 'none' ? !holds.some(Boolean) : holds.every(Boolean)
}

/** Returns whether one value of a test holds; values and attributes that CSL does not know never do. */
function valueHolds(attribute: string, value: string, state: RenderState): boolean {
  const { reference } = state
  switch (attribute) {
    case 'variable':
      return hasValue(value, state)
    case 'type':
      return reference.type === value
    case 'is-numeric':
      return numericHolds(value, state)
    case 'is-uncertain-date':
      return reference.dates.get(value)?.isUncertain ?? false
    case 'locator':
      return state.cite.locator !== undefined && (state.cite.label ?? 'page') === value
    case 'position':
      return positionHolds(value, state)
    case 'disambiguate':
      return disambiguateHolds(value, state)
    case 'language':
      return sameLanguage(value, reference.language || state.rendering.defaultLocale.language)
    case 'context':
      return state.area === value
    case 'is-plural':
      return isPlural(plainVariable(value, state) ?? '') || (reference.names.get(value)?.length ?? 0) > 1
    case 'has-day':
      return (reference.dates.get(value)?.parts[0]?.length ?? 0) >= 3
    case 'has-year-only':
      return reference.dates.get(value)?.parts[0]?.length === 1
    default:
      return false
  }
}

/** Returns whether the reference or the cite has a value for a variable. */
function hasValue(name: string, state: RenderState): boolean {
  const { reference } = state
  if (isDateVariable(name)) return reference.dates.has(name)
  if (isNameVariable(name)) return reference.names.has(name)
  if (name === 'title-short') return reference.texts.has('title-short') || reference.texts.has('shortTitle')
  return (plainVariable(name, state) ?? '').trim() !== ''
}

/** Returns whether a variable has a value that is a number or several. */
function numericHolds(name: string, state: RenderState): boolean {
  const text = plainVariable(name, state)
  return text !== undefined && isNumeric(text)
}

/** Returns whether a cite has a position that a style tests; entries of the bibliography have none. */
function positionHolds(tested: string, state: RenderState): boolean {
  const { position } = state
  if (state.area === 'bibliography') return false
  switch (tested) {
    case 'first':
      return position === 'first'
    case 'subsequent':
      return position !== 'first'
    case 'ibid':
      return position === 'ibid' || position === 'ibid-with-locator'
    case 'ibid-with-locator':
      return position === 'ibid-with-locator'
    case 'near-note':
      return position !== 'first' && state.isNearNote
    case 'far-note':
      return position !== 'first' && !state.isNearNote
    default:
      return false
  }
}

/** Counts the test and returns its result: the first tests are met, as many as was decided for the cite. */
function disambiguateHolds(tested: string, state: RenderState): boolean {
  state.conditionsSeen++
  const holds = state.conditionsSeen <= state.disambiguation.conditions
  return (tested === 'true') === holds
}

/** Returns whether a language is the tested one or a dialect of it: `en-GB` is `en`. */
const sameLanguage = (tested: string, language: string): boolean =>
  language.toLowerCase().startsWith(tested.toLowerCase())
