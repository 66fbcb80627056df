// Reads the attributes of the elements of a CSL style.
import type { DatePartNode, Display, Formatting, NameOptions, Styled } from './style-tree.ts'
import { childrenNamed, type XmlElement } from './xml.ts'

const DISPLAYS: readonly string[] = ['block', 'left-margin', 'right-inline', 'indent'] satisfies Display[]

/** Returns the attributes that elements share. */
export function readStyled(element: XmlElement): Styled {
  const { attributes } = element
  const display = attributes.display
  return {
    prefix: attributes.prefix ?? '',
    suffix: attributes.suffix ?? '',
    format: readFormatting(element),
    display: display !== undefined && DISPLAYS.includes(display) ? (display as Display) : undefined,
    quotes: attributes.quotes === 'true',
    stripPeriods: attributes['strip-periods'] === 'true',
    textCase: attributes['text-case'],
  }
}

const FORMAT_ATTRIBUTES = [
  'font-style',
  'font-variant',
  'font-weight',
  'text-decoration',
  'vertical-align',
] as const

/** Returns the typographic attributes of an element; undefined when it has none. */
export function readFormatting({ attributes }: XmlElement): Formatting | undefined {
  const found = FORMAT_ATTRIBUTES.flatMap((name) => {
    const value = attributes[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

/**
 * Reads the options of names that an element has or passes on; `cs:name` calls two of them `form` and `delimiter`.
 * Options that the element does not set have no field, so that they do not override inherited ones in a merge.
 */
export function readNameOptions(element: XmlElement): NameOptions {
  const { name, attributes } = element
  const isName = name === 'name'
  const form = attributes[isName ? 'form' : 'name-form']
  const delimiter = attributes[isName ? 'delimiter' : 'name-delimiter']
  const useLast = attributes['et-al-use-last']
  const namesDelimiter = attributes['names-delimiter']
  return {
    ...readCommonOptions(element),
    ...(useLast !== undefined && { 'et-al-use-last': useLast === 'true' }),
    ...(attributes.initialize !== undefined && { initialize: attributes.initialize === 'true' }),
    ...(form !== undefined && { form }),
    ...(delimiter !== undefined && { delimiter }),
    ...(namesDelimiter !== undefined && { 'names-delimiter': namesDelimiter }),
  }
}

const NUMBER_OPTIONS = [
  'et-al-min',
  'et-al-use-first',
  'et-al-subsequent-min',
  'et-al-subsequent-use-first',
] as const
const TEXT_OPTIONS = [
  'and',
  'delimiter-precedes-et-al',
  'delimiter-precedes-last',
  'initialize-with',
  'name-as-sort-order',
  'sort-separator',
] as const

/** Reads the options that have the same name on every element; numbers that are negative or unreadable are left out. */
function readCommonOptions({ attributes }: XmlElement): NameOptions {
  const options: NameOptions = {}
  for (const option of NUMBER_OPTIONS) {
    const value = Number.parseInt(attributes[option] ?? '', 10)
    if (Number.isInteger(value) && value >= 0) options[option] = value
  }
  for (const option of TEXT_OPTIONS) {
    const value = attributes[option]
    if (value !== undefined) options[option] = value
  }
  return options
}

const DATE_PARTS: readonly string[] = ['year', 'month', 'day'] satisfies DatePartNode['name'][]

/** Reads the `cs:date-part` elements of a date, in their order; unknown parts are left out. */
export function readDateParts(element: XmlElement): DatePartNode[] {
  return childrenNamed(element, 'date-part').flatMap((part) => {
    const { name, form } = part.attributes
    if (name === undefined || !DATE_PARTS.includes(name)) return []
    return [
      {
        ...readStyled(part),
        name: name as DatePartNode['name'],
        form,
        rangeDelimiter: part.attributes['range-delimiter'],
      },
    ]
  })
}
