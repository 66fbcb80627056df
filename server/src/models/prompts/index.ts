// The prompts of `config/prompts/`, validated at start.
export {
  ANSWER_TYPES,
  type AnswerForm,
  answerFormText,
  detectPrompt,
  renderPrompt,
  reportStyleText,
} from './prompt-files.ts'
