// Reading: what a person may read of documents and papers, their text, and where quotes stand in it.
export { openReadable } from './open.service.ts'
export {
  placeQuote,
  placeQuotes,
  type QuotePlace,
} from './quotes/place-quotes.ts'
export { listReferences } from './references/list-references.service.ts'
export { type Readable, type ReadyText, requireReadable } from './text/readable.ts'
export { boxesBetween, findBlocksAt, textOfBlocks } from './text/text.ts'
export { findReadableTitle } from './text/title.ts'
export { listBlocks } from './text.service.ts'
