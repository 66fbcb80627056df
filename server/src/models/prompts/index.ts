// The prompts of `config/prompts/`, validated at start, and small requests to a model.
export { addUsage, generateText, noUsage, type TokenUsage } from './generate-text.ts'
export {
  ANSWER_TYPES,
  type AnswerForm,
  answerFormText,
  detectPrompt,
  renderPrompt,
  reportStyleText,
  type SectionForm,
  sectionFormText,
} from './prompt-files.ts'
export { objectSchema, requestStructured } from './request-structured.ts'
