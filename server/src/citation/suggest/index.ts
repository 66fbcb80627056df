// References for the sentences of a text.
export { answering, matchSentence, readSentences } from './match.service.ts'
