import type { RenderState } from './cite-state.ts'
import type { Reference } from './reference.ts'
import { dateSortKey } from './render-dates.ts'

/**
 * Returns the text of a variable without regard to what a substitution has printed, and without noting that it was
 * asked for; undefined where there is none. Dates and names have no text.
 */
export function plainVariable(name: string, state: RenderState): string | undefined {
  switch (name) {
    case 'locator':
      return state.cite.locator
    case 'citation-number':
      return state.citationNumber > 0 ? String(state.citationNumber) : undefined
    case 'first-reference-note-number':
      return state.position === 'first' || state.firstNote === undefined ? undefined : String(state.firstNote)
    case 'citation-label':
      return labelText(state)
    default:
      return state.reference.texts.get(name)
  }
}

/** Returns the label of the record, or one made from names and year, with the year suffix: `Asth00a`. */
function labelText({ reference, disambiguation }: RenderState): string {
  return (
    (reference.texts.get('citation-label') ?? citationLabel(reference)) + (disambiguation.yearSuffix ?? '')
  )
}

/** Number of letters of each author in a label, for one, two and three authors; 1 for more. */
const LABEL_LETTERS = [4, 2, 1] as const
/** Largest number of authors in a label. */
const MAX_LABEL_AUTHORS = 4

/** Returns a label made of the first authors and the year: `Asth00`, `BrCh98`, `DEFG26`. */
function citationLabel({ names, dates }: Reference): string {
  const people = names.get('author') ?? names.values().next().value ?? []
  const letters = LABEL_LETTERS[people.length - 1] ?? 1
  const authors = people
    .slice(0, MAX_LABEL_AUTHORS)
    .map(({ family, literal }) => (family || literal).slice(0, letters))
    .join('')
  const year = dates.get('issued')?.parts[0]?.[0]
  return authors + (year === undefined ? '' : String(Math.abs(year) % 100).padStart(2, '0'))
}

/**
 * Returns the text of a variable for printing, and notes that it was asked for; undefined when it is empty or was
 * printed by a substitution.
 */
export function variableText(name: string, form: string, state: RenderState): string | undefined {
  state.requestedCount++
  if (state.suppressedVariables.has(name)) return undefined
  const direct =
    form === 'short' ? (shortForm(name, state) ?? plainVariable(name, state)) : plainVariable(name, state)
  // A date that is printed as a text has the form of a sort key.
  const date = direct === undefined ? state.reference.dates.get(name) : undefined
  const text = date ? date.literal || dateSortKey(date) : direct
  if (text === undefined || text.trim() === '') return undefined
  state.filledCount++
  state.printedVariables?.add(name)
  return text
}

function shortForm(name: string, state: RenderState): string | undefined {
  return state.reference.texts.get(`${name}-short`)
}
