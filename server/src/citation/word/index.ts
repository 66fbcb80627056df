// Writes Word files from plain blocks, and comments into existing ones.
export { citationPlace, numberNotes, splitPlaces, withoutPlaces } from './places.ts'
export { annotateWordFile, writeWordFileWithoutBlocking } from './run-word-thread.ts'
export type { WordBlock } from './word-blocks.ts'
export { writeWordFile } from './word-file.ts'
export { HANGING_INDENT_TWIPS, stripInvalidXml, WORD_STYLES } from './word-styles.ts'
