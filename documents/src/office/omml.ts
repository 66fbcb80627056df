import { at, child, childrenOf, type Element, elementsOf } from '../xml/xml.ts'

// Office's formulas as one line of text, after "UnicodeMath, a nearly plain-text encoding of mathematics" (Sargent,
// Unicode Technical Note 28): a/b, x^2, x_i, √(x+1), ∑_(i=1)^n.

const propertyOf = (element: Element | undefined, property: string, name: string): string | undefined =>
  at(element, property, name)?.attributes['m:val']

/** In brackets where it is more than one sign or number. */
const grouped = (text: string): string =>
  /^(?:[\p{L}\p{M}]|[\p{L}\d.]*)$/u.test(text) || isGroup(text) ? text : `(${text})`

/** Whether one pair of brackets stands around the whole. */
function isGroup(text: string): boolean {
  if (!text.startsWith('(') || !text.endsWith(')')) return false
  let depth = 0
  for (let i = 0; i < text.length - 1; i += 1) {
    if (text[i] === '(') depth += 1
    if (text[i] === ')') depth -= 1
    if (depth === 0) return false
  }
  return true
}

const part = (element: Element, name: string): string => {
  const found = child(element, name)
  return found ? mathText(found) : ''
}

const script = (sign: string, text: string): string => (text === '' ? '' : `${sign}${grouped(text)}`)
const parts = (element: Element): string[] => childrenOf(element, 'm:e').map(mathText)

const readers: Record<string, (element: Element) => string> = {
  'm:t': ({ children }) => children.filter((text) => typeof text === 'string').join(''),
  'm:f': (element) => `${grouped(part(element, 'm:num'))}/${grouped(part(element, 'm:den'))}`,
  'm:sSup': (element) => part(element, 'm:e') + script('^', part(element, 'm:sup')),
  'm:sSub': (element) => part(element, 'm:e') + script('_', part(element, 'm:sub')),
  'm:sSubSup': (element) =>
    part(element, 'm:e') + script('_', part(element, 'm:sub')) + script('^', part(element, 'm:sup')),
  'm:sPre': (element) =>
    `${script('_', part(element, 'm:sub'))}${script('^', part(element, 'm:sup'))} ${part(element, 'm:e')}`,
  'm:rad': (element) => `${radical(part(element, 'm:deg'))}(${part(element, 'm:e')})`,
  'm:nary': (element) =>
    `${propertyOf(element, 'm:naryPr', 'm:chr') ?? '∫'}${script('_', part(element, 'm:sub'))}${script('^', part(element, 'm:sup'))} ${part(element, 'm:e')}`,
  'm:d': (element) => {
    const {
      begin = '(',
      separator = '|',
      end = ')',
    } = {
      begin: propertyOf(element, 'm:dPr', 'm:begChr'),
      separator: propertyOf(element, 'm:dPr', 'm:sepChr'),
      end: propertyOf(element, 'm:dPr', 'm:endChr'),
    }
    return `${begin}${parts(element).join(separator)}${end}`
  },
  'm:func': (element) => `${part(element, 'm:fName')} ${part(element, 'm:e')}`,
  'm:limLow': (element) => part(element, 'm:e') + script('_', part(element, 'm:lim')),
  'm:limUpp': (element) => part(element, 'm:e') + script('^', part(element, 'm:lim')),
  'm:acc': (element) => part(element, 'm:e') + (propertyOf(element, 'm:accPr', 'm:chr') ?? '\u0302'),
  'm:bar': (element) => `${part(element, 'm:e')}\u0305`,
  'm:m': (element) =>
    `[${childrenOf(element, 'm:mr')
      .map((row) => parts(row).join(', '))
      .join('; ')}]`,
  'm:eqArr': (element) => parts(element).join('; '),
}

const radical = (degree: string): string => (degree === '' ? '√' : `√[${degree}]`)

/** The text of a formula, or of a part of one; what has no form of its own is what stands in it. */
export function mathText(element: Element): string {
  const reader = readers[element.name]
  return reader ? reader(element) : elementsOf(element).map(mathText).join('')
}
