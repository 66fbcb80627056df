import { APPLICATION_ID, answerWith, openChat, recordIdOf, sendAndRead } from './chat.ts'
import { testApp } from './test-app.ts'

export const inApplication = { application_id: APPLICATION_ID }

/** Creates a user who receives the same answer to every question; `chatAbout` asks a question in a new chat. */
export async function chatsScene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  answerWith(app.base, '答案')
  const chatAbout = async (message: string) => {
    app.pass(60_000)
    const chat_id = await openChat(ada)
    const chat_record_id = recordIdOf(await sendAndRead(ada, { chat_id, message }))
    return { ...inApplication, chat_id, chat_record_id }
  }
  return { app, ada, chatAbout }
}
