// Writes Word files from plain blocks, and comments into existing ones.
export { citationPlace, numberNotes, splitPlaces, withoutPlaces } from './places.ts'
export {
  annotateWordFile,
  HANGING_INDENT_TWIPS,
  stripInvalidXml,
  WORD_STYLES,
  type WordBlock,
  writeWordFile,
  writeWordFileWithoutBlocking,
} from './word-file.ts'
