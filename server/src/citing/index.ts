// References for the sentences of a text.
export { matchSentence, readSentences } from './match.service.ts'
