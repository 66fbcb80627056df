// Word files of plain blocks.
export { type WordBlock, type WordFile, wordFile } from './word-file.ts'
