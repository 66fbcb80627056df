// Reads references, lists of references and bibliography files from text, without any record to compare them with.
export { formatRecord, parseWorks } from './bibliography.ts'
export { findInlineNumbers } from './inline-numbers.ts'
export { joinEntryLines } from './join-lines.ts'
export {
  type JournalReference,
  type ParsedReference,
  parseReference,
  STANDARD_NUMBER,
} from './parse-reference.ts'
export { readEntryNumber, splitList } from './split-list.ts'
