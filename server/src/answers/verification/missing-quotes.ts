import { locateQuote } from '../../language/text/locate.ts'

/** Returns quoted stretches of a claim that the source lacks. */
export function missingQuotes(claim: string, source: string): string[] {
  return quotedStretches(claim).filter((text) => !locateQuote(text, source))
}

/** Shorter stretches in quotation marks are terms rather than quotations. */
const MIN_QUOTE_CHARS = 8

/**
 * Returns the text between an opening quotation mark and the next closing one, without a final punctuation
 * mark. The straight mark can be either.
 */
function quotedStretches(claim: string): string[] {
  const quotes: string[] = []
  /** Where the open quotation begins; −1 outside of one. */
  let from = -1
  for (const { 0: sign, index } of claim.matchAll(/[“「”」"]/g)) {
    const isClosed = from >= 0 && !'“「'.includes(sign)
    if (isClosed && index - from >= MIN_QUOTE_CHARS) {
      quotes.push(claim.slice(from, index).replace(/[.,;，。；]$/, ''))
      from = -1
    } else if (isClosed || from < 0) from = '“「"'.includes(sign) ? index + 1 : -1
  }
  return quotes
}
