// Suggests references for the sentences of a text.
export { printCited } from './cited-text.service.ts'
export { matchSentence, readSentences, respondingEngines } from './match.service.ts'
export { citingUses } from './work-uses.ts'
