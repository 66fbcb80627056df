// The public interface of citations: CSL data and names, formatting by style (CSL, GB/T 7714), citations in the text,
// reference lists, and export files. Other packages import only from here.

export { citedNamesInList, yearSuffixes } from './cited-names.ts'
export type { CslDate, CslItem, CslName, CslType } from './csl.ts'
export { bibtexKeys } from './exports/bibtex-keys.ts'
export type { ExportWriter } from './exports/export-format.ts'
export {
  type ExportFormat,
  type ExportId,
  type ExportOptions,
  exportFormats,
  exportText,
  exportWriter,
} from './exports/exports.ts'
export type { PrintEntry } from './exports/lists.ts'
export { referenceToCsl, toCsl } from './from-work.ts'
export type { InTextWords } from './gb/gb-style.ts'
export { formatInText, type InTextOptions } from './in-text.ts'
export { stripMarkup } from './markup.ts'
export { parseName, parseNames } from './parse-name.ts'
export { readCsl, withNoteFields } from './read-csl.ts'
export { type FormattedReferenceList, formatReferenceList } from './reference-list.ts'
export { runsText, type StyledRun } from './runs.ts'
export { formatSpec } from './spec-format.ts'
export {
  type CitationStyle,
  citationSystem,
  type FormatOptions,
  formatReference,
  isStyleId,
  type StyleId,
  styles,
} from './styles.ts'
export { cslToReference, workToReference } from './to-reference.ts'
