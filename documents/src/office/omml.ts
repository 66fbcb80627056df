import { child, childrenOf, elementAt, elementsOf, type XmlElement } from '../xml.ts'

/**
 * Notations by element: text, fraction, scripts after and before their base, root, sum or integral, brackets,
 * function, limits, accent, bar, matrix and list of equations.
 */
const NOTATIONS: Record<string, (element: XmlElement) => string> = {
  'm:t': ({ children }) => children.filter((text) => typeof text === 'string').join(''),
  'm:f': (element) =>
    `${bracketGroup(childText(element, 'm:num'))}/${bracketGroup(childText(element, 'm:den'))}`,
  'm:sSup': (element) => childText(element, 'm:e') + scriptText('^', childText(element, 'm:sup')),
  'm:sSub': (element) => childText(element, 'm:e') + scriptText('_', childText(element, 'm:sub')),
  'm:sSubSup': (element) =>
    childText(element, 'm:e') +
    scriptText('_', childText(element, 'm:sub')) +
    scriptText('^', childText(element, 'm:sup')),
  'm:sPre': (element) =>
    `${scriptText('_', childText(element, 'm:sub'))}${scriptText('^', childText(element, 'm:sup'))} ${childText(element, 'm:e')}`,
  'm:rad': (element) => `${radicalSign(childText(element, 'm:deg'))}(${childText(element, 'm:e')})`,
  'm:nary': (element) =>
    `${propertyValue(element, 'm:naryPr', 'm:chr') ?? '∫'}${scriptText('_', childText(element, 'm:sub'))}${scriptText('^', childText(element, 'm:sup'))} ${childText(element, 'm:e')}`,
  'm:d': (element) => {
    const sign = (name: string, usual: string) => propertyValue(element, 'm:dPr', name) ?? usual
    const terms = argumentTexts(element).join(sign('m:sepChr', '|'))
    return sign('m:begChr', '(') + terms + sign('m:endChr', ')')
  },
  'm:func': (element) => `${childText(element, 'm:fName')} ${childText(element, 'm:e')}`,
  'm:limLow': (element) => childText(element, 'm:e') + scriptText('_', childText(element, 'm:lim')),
  'm:limUpp': (element) => childText(element, 'm:e') + scriptText('^', childText(element, 'm:lim')),
  'm:acc': (element) => childText(element, 'm:e') + (propertyValue(element, 'm:accPr', 'm:chr') ?? '\u0302'),
  'm:bar': (element) => `${childText(element, 'm:e')}\u0305`,
  'm:m': (element) =>
    `[${childrenOf(element, 'm:mr')
      .map((row) => argumentTexts(row).join(', '))
      .join('; ')}]`,
  'm:eqArr': (element) => argumentTexts(element).join('; '),
}

/**
 * Converts an Office formula (OMML), or a part of one, to one line of text: a/b, x^2, x_i, √(x+1), ∑_(i=1)^n a_i. The
 * notation follows "UnicodeMath, a nearly plain-text encoding of mathematics" (Sargent, Unicode Technical Note 28).
 * Elements without a notation of their own yield the text of their children.
 */
export function mathText(element: XmlElement): string {
  const write = NOTATIONS[element.name]
  return write ? write(element) : elementsOf(element).map(mathText).join('')
}

/** Wraps a text in parentheses unless it is one letter, a word or number, or already wrapped: `x+1` → `(x+1)`. */
const bracketGroup = (text: string): string =>
  /^(?:[\p{L}\p{M}]|[\p{L}\d.]*)$/u.test(text) || isBracketed(text) ? text : `(${text})`

/** Returns whether one pair of parentheses encloses the whole text. */
function isBracketed(text: string): boolean {
  if (!text.startsWith('(') || !text.endsWith(')')) return false
  let depth = 0
  for (let i = 0; i < text.length - 1; i += 1) {
    if (text[i] === '(') depth += 1
    if (text[i] === ')') depth -= 1
    if (depth === 0) return false
  }
  return true
}

/** Returns the text of the first child with a name, '' when there is none. */
const childText = (element: XmlElement, name: string): string => {
  const inner = child(element, name)
  return inner ? mathText(inner) : ''
}

/** Returns a superscript (`^`) or subscript (`_`), '' when it is empty. */
const scriptText = (sign: '^' | '_', text: string): string =>
  text === '' ? '' : `${sign}${bracketGroup(text)}`

/** Returns √ with the degree of a root, which is '' for a square root. */
const radicalSign = (degree: string): string => (degree === '' ? '√' : `√[${degree}]`)

/** Returns the value of a property, such as the sign `m:chr` in the properties `m:naryPr` of a sum. */
const propertyValue = (element: XmlElement | undefined, property: string, name: string): string | undefined =>
  elementAt(element, property, name)?.attributes['m:val']

/** Returns the texts of the arguments (`m:e`) of an element. */
const argumentTexts = (element: XmlElement): string[] => childrenOf(element, 'm:e').map(mathText)
