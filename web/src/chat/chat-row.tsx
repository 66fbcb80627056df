import { api, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useState } from 'react'
import { NavLink } from 'react-router'
import { useWrite } from '../api/use-write.ts'
import { MenuButton } from '../ui/buttons/menu-button.tsx'
import { RenameField } from '../ui/fields/rename-field.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { toast } from '../ui/toasts/toast.state.ts'
import styles from './chat-row.module.css'

/** A chat as the server's lists return it. */
export type Chat = OutputOf<typeof api.chat.recent>[number]

/** The reads that list chats. */
const chatLists = [api.chat.pinned, api.chat.recent, api.chat.ofApplication]

/** Returns the address that opens a chat in the full-screen view of its application. */
const chatAddress = ({ application_id, id }: Chat): string =>
  `/agent?${new URLSearchParams({ application_id, chat_id: id })}`

/** Maximum length of a chat's title that the server accepts, in characters. */
const MAX_TITLE_CHARS = 100

interface Props {
  chat: Chat
  /** Whether this chat is the open one. */
  current?: boolean
  /** The address that opens the chat; when absent, the full-screen view of its application. */
  to?: string | undefined
}

/** Renders a chat in a list as a link, with a menu to rename, pin and delete it. */
export function ChatRow({ chat, current = false, to = chatAddress(chat) }: Props) {
  const [renaming, setRenaming] = useState(false)
  const actions = useChatActions(chat)
  const title = chat.title || '新对话'
  if (renaming)
    return (
      <li>
        <RenameField
          label="对话的标题"
          name={title}
          maxLength={MAX_TITLE_CHARS}
          onRename={(next) => void actions.rename(next)}
          onClose={() => setRenaming(false)}
        />
      </li>
    )
  return (
    <li className={styles.row} data-current={current}>
      <NavLink to={to} aria-current={current ? 'page' : undefined} title={title}>
        {chat.pinned_at && <Icon name="bookmark" size={12} />}
        <span>{title}</span>
      </NavLink>
      <MenuButton
        label={`${inCorners(title)}的操作`}
        button={<Icon name="more" size={16} />}
        actions={[
          { name: '重命名', icon: 'edit', run: () => setRenaming(true) },
          { name: chat.pinned_at ? '取消置顶' : '置顶', icon: 'bookmark', run: () => void actions.pin() },
          { name: '删除', icon: 'trash', run: () => void actions.remove() },
        ]}
      />
    </li>
  )
}

/** Returns the actions on a chat, which refresh the lists of chats. */
function useChatActions({ id: chat_id, application_id, pinned_at, title }: Chat) {
  const settings = { refreshes: chatLists }
  const renaming = useWrite(api.chat.rename, settings)
  const pinning = useWrite(pinned_at ? api.chat.unpin : api.chat.pin, settings)
  const removing = useWrite(api.chat.remove, settings)
  const restoring = useWrite(api.chat.restore, settings)
  const ids = { application_id, chat_id }
  /** Returns whether a write succeeded, and reports a failure to the user. */
  const succeeded = (answer: { success: boolean; message?: string }) => {
    if (!answer.success) toast(`没有完成：${answer.message}`, { tone: 'bad' })
    return answer.success
  }
  return {
    rename: async (next: string) => succeeded(await renaming.mutateAsync({ ...ids, title: next })),
    pin: async () => succeeded(await pinning.mutateAsync(ids)),
    remove: async () => {
      if (!succeeded(await removing.mutateAsync(ids))) return
      const undo = () => void restoring.mutateAsync(ids).then(succeeded)
      toast(`已删除${inCorners(title || '新对话')}`, { undo })
    },
  }
}
