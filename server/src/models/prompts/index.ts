// What models are told, as `config/prompts/` has it, checked at start.
export { type AnswerForm, ASKED_FOR, formOf, promptBehind, promptOf, styleOf } from './prompt-files.ts'
