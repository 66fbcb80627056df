// History of viewed papers and documents.
export { viewedAmong } from './viewed-among.ts'
