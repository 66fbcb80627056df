import { api } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import { type Chat, ChatRow } from '../../chat/chat-row.tsx'
import styles from './sider.module.css'

const MAX_CHATS = 8
/** Chats of this application open inside the layout. */
const LIBRARY_APPLICATION = 'academic_qa'

/** Returns the address of a chat inside the layout, or undefined for an application that opens full screen. */
const layoutChatAddress = ({ application_id, id }: Chat): string | undefined =>
  application_id === LIBRARY_APPLICATION
    ? `/scientific/searchResult?${new URLSearchParams({ chat_id: id })}`
    : undefined

/** Renders pinned chats, then those of the last 30 days; nothing when there are none. */
export function RecentChats() {
  const pinned = useRead(api.chat.pinned, {})
  const recent = useRead(api.chat.recent, {})
  const chats = [...(pinned.data ?? []), ...(recent.data ?? [])].filter((one) => one.record_count > 0)
  if (chats.length === 0) return null
  return (
    <nav className={styles.chats} aria-label="最近对话">
      <h2>最近对话</h2>
      <ul>
        {chats.slice(0, MAX_CHATS).map((chat) => (
          <ChatRow key={chat.id} chat={chat} to={layoutChatAddress(chat)} />
        ))}
      </ul>
    </nav>
  )
}
