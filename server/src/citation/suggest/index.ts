// Suggests references for the sentences of a text.
export { matchSentence, readSentences, respondingEngines } from './match.service.ts'
export { findManuscriptUses } from './work-uses.ts'
