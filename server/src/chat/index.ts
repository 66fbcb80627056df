// Chats: what is asked, and the answers that this process makes.
export { startAnswers } from './answer-run.ts'
