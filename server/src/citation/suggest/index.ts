// Suggests references for the sentences of a text.
export { printCited } from './cited-text.service.ts'
export { readSentences, respondingEngines } from './match.service.ts'
export { matchSentence } from './match-sentence.ts'
export { citingUses } from './work-uses.ts'
