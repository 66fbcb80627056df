// Answers from the library: takes a question and streams the parts of a cited answer.
export { answer } from './answer.ts'
export { preparedSuggestions } from './answerable-questions.ts'
export {
  ASPECTS as ABSTRACT_ASPECTS,
  CUES as aspectCues,
  wordsPattern as wordPattern,
} from './aspects/cues.ts'
export { readAspects } from './aspects/read-aspects.ts'
export { checkClaim } from './checking/check.ts'
export { createMarkerReader } from './checking/citation-markers.ts'
export { clauseAt } from './checking/clause.ts'
export { contradicts } from './checking/contradiction.ts'
export { cueScore as sentenceCue } from './choosing/cue.ts'
export { overlap } from './choosing/pick.ts'
export { addUsage, generateText, noUsage, type TokenUsage } from './generate-text.ts'
export { languageDataLoaded, loadLanguageData } from './load-language-data.ts'
export { findPaperByTitle, findTitledPapers } from './named-papers.ts'
export { findPapersByTerm } from './papers-by-term.ts'
export { sharesWords } from './plan.ts'
export { escapeData } from './prompt.ts'
export { type ResearchSentence, researchSentences } from './research-sentences.ts'
export { followUpQuestions, startQuestions } from './suggest-questions.ts'
export type { AnswerPart, AnswerTask, AnswerTool } from './task.ts'
export { understandForAnswer } from './understand-for-answer.ts'
