import type { Quote, QuoteWriter } from '../../../retrieval/index.ts'

/** Writes quotes as a list. */
export function writeQuotes(writer: QuoteWriter, quotes: Quote[]): void {
  for (const [at, quote] of quotes.entries()) {
    writer.write(at === 0 ? '\n\n- ' : '\n- ')
    writer.quote(quote)
  }
}
