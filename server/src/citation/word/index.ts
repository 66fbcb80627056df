// Writes Word files from plain blocks.
export { writeLongWordFile } from './long-word-file.ts'
export { type WordBlock, writeWordFile } from './word-file.ts'
