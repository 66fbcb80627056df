// Tells which words of a reference stand in quotation marks.

const OPENING = '“„«‘《〈「『‹'
const CLOSING = '”»’》〉」』›'
const EITHER = '"\'`´'
const BOOK_MARKS = '《〈「『'

const endsQuote = (sign: string): boolean => CLOSING.includes(sign) || EITHER.includes(sign) || sign === '“'
const beginsQuote = (sign: string, next: string): boolean =>
  OPENING.includes(sign) || (EITHER.includes(sign) && next !== ' ')

/** The quotation that a text is in, and those before. */
interface Quotation {
  isOpen: boolean
  count: number
  kind: string
}

/** Reads the quotation marks of the text before a token. */
function readMarks(quotation: Quotation, separator: string): void {
  for (const [at, sign] of [...separator].entries()) {
    if (quotation.isOpen && endsQuote(sign)) quotation.isOpen = false
    else if (!quotation.isOpen && beginsQuote(sign, separator.charAt(at + 1))) {
      quotation.isOpen = true
      quotation.count += 1
      quotation.kind = BOOK_MARKS.includes(sign) ? '《' : '"'
    }
  }
}

/**
 * Returns for each token whether it stands in quotation marks (`i`), after (`a`) or before (`b`) some, or in a
 * reference without any (`n`), with their number and kind.
 *
 * @param separators the text before each token.
 */
export function quoteStates(separators: readonly string[]): string[] {
  const quotation: Quotation = { isOpen: false, count: 0, kind: '' }
  let seen = 0
  const states = separators.map((separator) => {
    const wasOpen = quotation.isOpen
    readMarks(quotation, separator)
    if (quotation.isOpen && !wasOpen) seen += 1
    return `${quotation.isOpen ? 'i' : quotation.count > 0 ? 'a' : 'b'}${Math.min(seen, 2)}`
  })
  return states.map((state) => (quotation.count === 0 ? 'n' : state + quotation.kind))
}
