/** Public interface of the document parser; other packages import from here only. */
export { type Archive, type ArchiveLimits, openArchive } from './archive.ts'
export { boxesOf, type CanonicalText, canonicalText } from './canonical-text.ts'
export type {
  Block,
  BlockType,
  Box,
  DocumentWarning,
  NoteMark,
  OutlineEntry,
  PageFacts,
  ParsedDocument,
  TextLine,
  WarningKind,
} from './document.ts'
export { documentFault, isLastingFault, UnreadableDocument, type UnreadableReason } from './faults.ts'
export type { FileKind, FileType } from './file-types.ts'
export { extractIdentifiers } from './identifiers.ts'
export type { AnnotatedDocx, DocxAnnotation } from './office/annotate/annotate-docx.ts'
export type { Authorship } from './office/annotate/word-markup.ts'
export type { Sheet } from './office/xlsx.ts'
export { pageShares } from './page-shares.ts'
export { annotateDocx, parseFile, prepareParser, readWorkbook } from './parse-file.ts'
export { currentParsers, parserForMime, plainFileName } from './parser-version.ts'
export { cutIntoPassages, type Passage } from './passages/passages.ts'
export { recognizeFile } from './recognize-file.ts'
export { readReferences } from './references.ts'
export { withStructure } from './tei/with-structure.ts'
export { usableTitle } from './usable-title.ts'
export { MorePages, type ParseStage, type RecognitionSteps, type RecognizedPage } from './watch.ts'
export { hasHanSurname } from './words/surnames.ts'
