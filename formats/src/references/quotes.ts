// Finds out which words of a reference stand in quotation marks, for the features of the reference model.

/** The state of reading quotation marks. */
interface Quotation {
  isOpen: boolean
  /** Number of quotations that have begun, also of those without a token. */
  count: number
  /** `《` or `"`, by the mark that began the last quotation; '' before the first. */
  kind: string
}

/** The model does not distinguish more quotations. */
const MAX_COUNTED_QUOTATIONS = 2

/**
 * Returns for each token whether it stands in quotation marks (`i`), after (`a`) or before (`b`) some, with the number
 * of quotations up to it (at most 2) and the kind of the last one in the reference: `i1"`, `b0《`. All are `n` in a
 * reference without quotation marks.
 *
 * @param separators the text before each token.
 */
export function quoteStates(separators: readonly string[]): string[] {
  const quotation: Quotation = { isOpen: false, count: 0, kind: '' }
  /** Number of quotations with a token so far. */
  let quoted = 0
  const states = separators.map((separator) => {
    const wasOpen = quotation.isOpen
    readMarks(quotation, separator)
    if (quotation.isOpen && !wasOpen) quoted += 1
    const outside = quotation.count > 0 ? 'a' : 'b'
    return `${quotation.isOpen ? 'i' : outside}${Math.min(quoted, MAX_COUNTED_QUOTATIONS)}`
  })
  return states.map((state) => (quotation.count === 0 ? 'n' : state + quotation.kind))
}

/** Marks of East Asian titles. */
const BOOK_MARKS = '《〈「『'

/** Updates `quotation` by the marks in the text before a token. */
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

const OPENING = '“„«‘《〈「『‹'
const CLOSING = '”»’》〉」』›'
/** Marks that look the same at both ends of a quotation. */
const EITHER = '"\'`´'

// German closes a quotation with the mark that opens one in English: `„…“`.
const endsQuote = (sign: string): boolean => CLOSING.includes(sign) || EITHER.includes(sign) || sign === '“'

const beginsQuote = (sign: string, next: string): boolean =>
  OPENING.includes(sign) || (EITHER.includes(sign) && next !== ' ')
