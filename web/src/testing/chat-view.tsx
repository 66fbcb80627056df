import { ChatView } from '../chat/chat-view.tsx'
import { quietChat } from './chat.ts'
import { fakeServer } from './fake-server.ts'
import { cacheOf, showAt } from './show.tsx'

export const RECORDS = 'GET /api/application/a1/chat/c1/chat_record/1/50'
export const SEND = 'POST /api/application/chat_message/c1'
export const RESUME = 'GET /api/application/a1/chat/c1/chat_record/r1/stream'

/** Creates the fake server of a chat with these records, and clears the session storage. */
export function chatServer(records: () => object[]) {
  sessionStorage.clear()
  return fakeServer(quietChat(records))
}

/** Renders the chat, which sends the given question at once. */
export const showChat = (question?: string, cache = cacheOf()) =>
  showAt('/agent', <ChatView application_id="a1" chat_id="c1" question={question} />, cache)
