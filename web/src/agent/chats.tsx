import { api } from '@scinav/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '../api/use-read.ts'
import { ChatRow } from '../chat/chat-row.tsx'
import fields from '../ui/fields/field.module.css'
import { Icon } from '../ui/icons/icon.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import styles from './agent-screen.module.css'

/** Reads the user's latest chats with an application, optionally filtered by a keyword. */
export const useChats = (application_id: string, keyword = '') =>
  useRead(api.chat.ofApplication, { application_id, page: 1, rows: 50, keyword }, { keepPrevious: true })

/** Renders the user's chats with an application, with a search in titles and texts. */
export function Chats({ application_id, chat_id }: { application_id: string; chat_id: string }) {
  const [keyword, setKeyword] = useState('')
  const chats = useChats(application_id, keyword)
  return (
    <div className={styles.chats}>
      <Link data-new to={`/agent?${new URLSearchParams({ application_id })}`}>
        <Icon name="plus" size={16} />
        新对话
      </Link>
      <input
        className={fields.field}
        type="search"
        aria-label="在对话里找"
        placeholder="在对话里找"
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
      />
      <ReadView of={chats} what="对话">
        {({ list }) =>
          list.length === 0 ? (
            <p className={styles.quiet}>{keyword ? '没有找到对话' : '还没有对话，问过的会留在这里'}</p>
          ) : (
            <ul>
              {list.map((chat) => (
                <ChatRow key={chat.id} chat={chat} current={chat.id === chat_id} />
              ))}
            </ul>
          )
        }
      </ReadView>
    </div>
  )
}
