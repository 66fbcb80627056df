import { api } from '@scinav/contract'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useHomeState } from '../api/specified.state.ts'
import { useRead } from '../api/use-read.ts'
import answer from '../chat/answer/answer.module.css'
import { ModelMissing } from '../chat/answer/model-missing.tsx'
import { ChatRow } from '../chat/chat-row.tsx'
import { ChatView } from '../chat/chat-view.tsx'
import { ChatOpening, useOpenedChat } from '../chat/opened-chat.tsx'
import { takeDraft, takeInputs } from '../chat/start/stored-input.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import buttons from '../ui/buttons/buttons.module.css'
import { Sheet } from '../ui/dialogs/modal.tsx'
import fields from '../ui/fields/field.module.css'
import { Icon } from '../ui/icons/icon.tsx'
import { useSetPageName } from '../ui/page-name.state.ts'
import { useMedia } from '../ui/use-media.ts'
import { ReadView } from '../ui/views/read-view.tsx'
import { EmptyView } from '../ui/views/state-view.tsx'
import styles from './agent-screen.module.css'

/**
 * Renders a full-screen chat with one application: its chats at the left, answers in the middle, sources at the right.
 */
export function AgentScreen() {
  const [params] = useSearchParams()
  const agents = useRead(api.tools.agents, { index_flag: false })
  const application_id = params.get('application_id') || (agents.data?.[0]?.id ?? '')
  const chat_id = params.get('chat_id') ?? ''
  const narrow = useMedia('(max-width: 1023px)')
  const chats = application_id && <Chats application_id={application_id} chat_id={chat_id} />
  return (
    <div className={styles.agent} data-narrow={narrow}>
      {!narrow && (
        <nav className={styles.side} aria-label="对话">
          <AgentHome />
          {chats}
        </nav>
      )}
      <main className={answer.stage}>
        {application_id ? (
          <Stage
            key={application_id}
            application_id={application_id}
            before={narrow && <ChatsButton key={chat_id}>{chats}</ChatsButton>}
          />
        ) : (
          <ReadView of={agents} what="应用">
            {() => <EmptyView title="没有可用的应用" />}
          </ReadView>
        )}
      </main>
    </div>
  )
}

/** Renders the link back to the home screen. */
function AgentHome() {
  return (
    <Link className={styles.home} to="/home">
      <BrandMark />
      返回首页
    </Link>
  )
}

/** Renders the button that opens the list of chats as a drawer, in windows too narrow for its column. */
function ChatsButton({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={buttons.icon}
        aria-label="对话列表"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" size={20} />
      </button>
      {open && (
        <Sheet title="对话" from="left" onClose={() => setOpen(false)}>
          <nav className={styles.sheet} aria-label="对话">
            {children}
            <AgentHome />
          </nav>
        </Sheet>
      )}
    </>
  )
}

interface StageProps {
  application_id: string
  /** Shown before the title. */
  before: ReactNode
}

/** Renders the application's name and the open chat; until both are known, a notice that the chat is being opened. */
function Stage({ application_id, before }: StageProps) {
  const opened = useOpenedChat(application_id)
  const { chat_id, question, paper_id_list, failure, again, forget, choosePapers } = opened
  const applications = useRead(api.tools.list, { keyword: '', category_id: '' })
  const application = applications.data?.find(({ id }) => id === application_id)
  const title = useChats(application_id).data?.list.find(({ id }) => id === chat_id)?.title
  useSetPageName(title || application?.name || '对话')
  const papersInput = application?.inputs.find(({ kind }) => kind === 'papers')
  const isAboutPapers = paper_id_list.length > 0
  // The application's form determines whether it asks for papers first.
  const isApplicationKnown = applications.data !== undefined || applications.isError
  const [inputs] = useState(() => takeInputs(application_id))
  const [draft] = useState(() => takeDraft(application_id))
  return (
    <>
      <header className={styles.bar}>
        {before}
        <h1>{application?.name ?? '对话'}</h1>
      </header>
      {(!chat_id || !isApplicationKnown) && <ChatOpening failure={failure} again={again} />}
      {chat_id && isApplicationKnown && (
        <ChatView
          key={chat_id}
          application_id={application_id}
          chat_id={chat_id}
          scope={{ paper_id_list, inputs }}
          question={question}
          onAsked={() => {
            useHomeState.setState({ immediatelyChat: false })
            forget()
          }}
          draft={draft}
          opening={
            <EmptyView
              title="想问什么？"
              note={isAboutPapers ? '每句话都给出原文的位置' : (application?.opening ?? '回答会注明出处')}
            />
          }
          off={application?.model_missing && <ModelMissing />}
          papers={papersInput && { ...papersInput, onChoose: choosePapers }}
          suggested={application?.suggested_questions ?? []}
        />
      )}
    </>
  )
}

/** Number of chats that are listed. */
const MAX_CHATS = 50

/** Reads the user's latest chats with an application, optionally filtered by a keyword. */
const useChats = (application_id: string, keyword = '') =>
  useRead(
    api.chat.ofApplication,
    { application_id, page: 1, rows: MAX_CHATS, keyword },
    { keepPrevious: true },
  )

/** Renders the user's chats with an application, with a search in titles and texts. */
function Chats({ application_id, chat_id }: { application_id: string; chat_id: string }) {
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
