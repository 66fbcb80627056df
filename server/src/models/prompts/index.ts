// What models are told, as `config/prompts/` has it, checked at start.
export {
  ANSWER_TYPES,
  type AnswerForm,
  answerFormText,
  detectPrompt,
  renderPrompt,
  reportStyleText,
} from './prompt-files.ts'
