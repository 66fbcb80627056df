// Writes Word files from plain blocks.
export {
  HANGING_INDENT_TWIPS,
  stripInvalidXml,
  WORD_STYLES,
  type WordBlock,
  writeWordFile,
  writeWordFileWithoutBlocking,
} from './word-file.ts'
