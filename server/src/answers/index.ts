// Answers from the library: what is asked goes in, parts of a cited answer come out.
export { answer } from './answer.ts'
export { preparedQuestions } from './answerable.ts'
export { clauseAt } from './checking/clause.ts'
export { AnswerFault } from './fault.ts'
export { followUpQuestions, startQuestions } from './suggest-questions.ts'
export type { AnswerPart, AnswerTask, AnswerTool } from './task.ts'
