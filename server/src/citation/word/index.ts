// Word files of plain blocks.
export { longWordFile } from './long-word-file.ts'
export { type WordBlock, wordFile } from './word-file.ts'
