/** The door: what other parts use of it. */
export { type Archive, type ArchiveLimits, openArchive } from './archive/archive.ts'
export { boxesOf, type CanonicalText, canonicalText } from './canonical-text.ts'
export {
  type Block,
  type BlockType,
  type Box,
  type DocumentWarning,
  type OutlineEntry,
  type PageFacts,
  type ParsedDocument,
  type TextLine,
  type Unreadable,
  UnreadableDocument,
  type WarningKind,
} from './document.ts'
export { isLastingFault, unreadable } from './faults.ts'
export { identifiersIn } from './identifiers.ts'
export type { Sheet } from './office/xlsx.ts'
export { pageShares } from './page-shares.ts'
export { parseFile, prepareFor, readWorkbook } from './parse-file.ts'
export { parserOf, plainName, presentParsers } from './parser-version.ts'
export { type Passage, passagesOf } from './passages/passages.ts'
export { type FileKind, type FileType, recognise } from './recognition/recognise.ts'
export { readReferences } from './references/references.ts'
export { withStructure } from './tei/with-structure.ts'
export { usableTitle } from './usable-title.ts'
export { MorePages, type ParseStage, type RecognisedPage } from './watch.ts'
