// Reading: the documents and papers that a user may read, their texts, and the places of quotations in them.
export { openReadable } from './open.service.ts'
export {
  placeQuote,
  placeQuotes,
  type QuotePlace,
} from './quotes/place-quotes.ts'
export { listReferences } from './references/list-references.service.ts'
export { findReadableTitle, type Readable, type ReadyText, requireReadable } from './text/readable.ts'
export { boxesBetween, findBlocksAt, textOfBlocks } from './text/text.ts'
export { listBlocks } from './text.service.ts'
