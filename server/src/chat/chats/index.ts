// Chats: what is asked, and the answers that this process makes; texts with references as files.
export { startAnswers } from './answer-run.ts'
export { downloadAnswer } from './download.service.ts'
export { type PrintableAnswer, toHtml } from './print-answer.ts'
export { cancelAnswer } from './stream.service.ts'
export { writeAnswerFile } from './text-file.ts'
