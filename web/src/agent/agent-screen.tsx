import { api } from '@scinav/contract'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useHomeState } from '../api/specified.state.ts'
import { useRead } from '../api/use-read.ts'
import answer from '../chat/answer/answer.module.css'
import { ModelMissing } from '../chat/answer/model-missing.tsx'
import { ChatView } from '../chat/chat-view.tsx'
import { ChatOpening, useOpenedChat } from '../chat/opened-chat.tsx'
import { takeDraft, takeInputs } from '../chat/run/agent-start.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import buttons from '../ui/buttons/shell-button.module.css'
import { Sheet } from '../ui/dialogs/modal.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { useSetPageName } from '../ui/page-name.state.ts'
import { useMedia } from '../ui/use-media.ts'
import { ReadView } from '../ui/views/read-view.tsx'
import { EmptyView } from '../ui/views/state-view.tsx'
import styles from './agent-screen.module.css'
import { Chats, useChats } from './chats.tsx'

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

function AgentHome() {
  return (
    <Link className={styles.home} to="/home">
      <BrandMark />
      返回首页
    </Link>
  )
}

/** Renders, where there is no column for the chats, a button that opens them as a drawer. */
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

function Stage({ application_id, before }: { application_id: string; before: ReactNode }) {
  const opened = useOpenedChat(application_id)
  const { chat_id, question, paper_id_list, failure, again, forget, choosePapers } = opened
  const all = useRead(api.tools.list, { keyword: '', category_id: '' })
  const application = all.data?.find(({ id }) => id === application_id)
  const title = useChats(application_id).data?.list.find(({ id }) => id === chat_id)?.title
  useSetPageName(title || application?.name || '对话')
  const ofPapers = application?.inputs.find(({ kind }) => kind === 'papers')
  const isAboutPapers = paper_id_list.length > 0
  // The application's form determines whether it asks for papers first.
  const known = all.data !== undefined || all.isError
  const [inputs] = useState(() => takeInputs(application_id))
  const [draft] = useState(() => takeDraft(application_id))
  return (
    <>
      <header className={styles.bar}>
        {before}
        <h1>{application?.name ?? '对话'}</h1>
      </header>
      {(!chat_id || !known) && <ChatOpening failure={failure} again={again} />}
      {chat_id && known && (
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
          papers={ofPapers && { ...ofPapers, onChoose: choosePapers }}
          suggested={application?.suggested_questions ?? []}
        />
      )}
    </>
  )
}
