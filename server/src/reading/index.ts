// Reading: what a person may read of documents and papers, their text, and where quotes stand in it.
export { openReadable } from './open.service.ts'
export {
  boxesOfPlace,
  placeQuote,
  placeQuotes,
  type QuotePlace,
} from './quotes/place-quotes.ts'
export { type Readable, type ReadyText, requireReadable } from './text/readable.ts'
export { blocksAt, breath, textOfBlocks } from './text/text.ts'
export { readBlocks } from './text.service.ts'
