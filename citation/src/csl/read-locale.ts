import { readDateParts } from './node-attributes.ts'
import { StyleFault } from './style-fault.ts'
import type { LocaleData, LocaleDate, TermForms } from './style-tree.ts'
import { childNamed, childrenNamed, readXml, type XmlElement } from './xml.ts'

/** The key of a term: `form/name`, and the gender of ordinal terms that have one. */
export const termKey = (name: string, form: string, gender?: string): string =>
  gender === undefined ? `${form}/${name}` : `${form}/${name}/${gender}`

/**
 * Reads a `cs:locale` element of a style, or the root of a locale file; what it does not define is absent. Never
 * throws.
 */
export function readLocaleElement(locale: XmlElement): LocaleData {
  const terms = new Map<string, TermForms>()
  const ordinalMatch = new Map<string, string>()
  const genders = new Map<string, string>()
  for (const term of childrenNamed(locale, 'terms').flatMap((list) => childrenNamed(list, 'term'))) {
    const { form = 'long', match, gender } = term.attributes
    const name = termName(term.attributes.name ?? '')
    terms.set(termKey(name, form, term.attributes['gender-form']), readTerm(term))
    if (match !== undefined) ordinalMatch.set(name, match)
    if (gender !== undefined) genders.set(name, gender)
  }
  const dates = new Map<string, LocaleDate>()
  for (const date of childrenNamed(locale, 'date'))
    dates.set(date.attributes.form ?? 'text', {
      parts: readDateParts(date),
      delimiter: date.attributes.delimiter ?? '',
    })
  const style = childNamed(locale, 'style-options')?.attributes
  const punctuationInQuote = asOption(style?.['punctuation-in-quote'])
  const limitDayOrdinals = asOption(style?.['limit-day-ordinals-to-day-1'])
  return {
    language: locale.attributes.lang,
    terms,
    ordinalMatch,
    genders,
    dates,
    options: {
      ...(punctuationInQuote !== undefined && { punctuationInQuote }),
      ...(limitDayOrdinals !== undefined && { limitDayOrdinals }),
    },
  }
}

/** Returns the name of a term as CSL 1.0.2 spells it. */
const termName = (name: string): string => (name === 'sub verbo' ? 'sub-verbo' : name)

/** Returns the singular and the plural of a term; equal where the file has only one text. */
function readTerm(term: XmlElement): TermForms {
  const single = childNamed(term, 'single')
  const multiple = childNamed(term, 'multiple')
  if (!single && !multiple) return [cleanTerm(term.text), cleanTerm(term.text)]
  return [cleanTerm(single?.text ?? ''), cleanTerm(multiple?.text ?? single?.text ?? '')]
}

/** Removes line breaks and indentation of the file from a term. */
const cleanTerm = (text: string): string => text.replace(/[\n\t]+ */g, '')

const asOption = (value: string | undefined): boolean | undefined =>
  value === undefined ? undefined : value === 'true'

/** Reads a locale file. @throws StyleFault with a reason in Chinese. */
export function readLocale(xml: string): LocaleData {
  const root = readXml(xml)
  if (root.name !== 'locale' || root.attributes.lang === undefined)
    throw new StyleFault('文件不是 CSL 语言文件：根元素应当是带语言的 locale')
  return readLocaleElement(root)
}
