// Requests to language models: the prompts of `config/prompts/`, and requests whose whole reply is awaited.

// A request for one text within a time limit, as for a plan or a judgment, and the tokens that such requests use.
export { addUsage, generateText, noUsage, type TokenUsage } from './generate-text.ts'
// Texts of the prompts. Forms are the instructions for one type of answer (`answer-types.md`) or one kind of section of
// a report (`research-forms.md`); all files are validated when this module is loaded.
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

// The same for a JSON object, asked for once more when the reply cannot be read.
export { objectSchema, requestStructured } from './request-structured.ts'
