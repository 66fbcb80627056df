import { api } from '@scinav/contract'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useRead } from '../api/use-read.ts'
import { takeDraft, takeInputs } from '../ui/agent-start.ts'
import styles from '../ui/answer/answer.module.css'
import { ChatRow } from '../ui/answer/chat-row.tsx'
import { ChatView } from '../ui/answer/chat-view.tsx'
import { useOpenedChat } from '../ui/answer/use-opened-chat.ts'
import { EmptyView } from '../ui/empty-view.tsx'
import { FailedView } from '../ui/failed-view.tsx'
import fields from '../ui/field.module.css'
import { useHomeState } from '../ui/home.state.ts'
import { ReadView } from '../ui/read-view.tsx'
import { RowsSkeleton } from '../ui/rows-skeleton.tsx'

/** A full-screen chat with one application: its chats at the left, answers in the middle, sources at the right. */
export function AgentScreen() {
  const [params] = useSearchParams()
  const agents = useRead(api.tools.agents, { index_flag: false })
  const application_id = params.get('application_id') || (agents.data?.[0]?.id ?? '')
  return (
    <div className={styles.agent}>
      <nav className={styles.side} aria-label="对话">
        <Link to="/home">返回首页</Link>
        {application_id && <Chats application_id={application_id} chat_id={params.get('chat_id') ?? ''} />}
      </nav>
      <main className={styles.stage}>
        {application_id ? (
          <Stage key={application_id} application_id={application_id} />
        ) : (
          <ReadView of={agents} what="应用">
            {() => <EmptyView title="没有可用的应用" />}
          </ReadView>
        )}
      </main>
    </div>
  )
}

function Stage({ application_id }: { application_id: string }) {
  const { chat_id, question, paper_id_list, failure, again, forget } = useOpenedChat(application_id)
  const all = useRead(api.tools.list, { keyword: '', category_id: '' })
  const application = all.data?.find(({ id }) => id === application_id)
  const [inputs] = useState(() => takeInputs(application_id))
  const [draft] = useState(() => takeDraft(application_id))
  return (
    <>
      <h1>{application?.name ?? '对话'}</h1>
      {failure && !chat_id && (
        <FailedView title="对话没有打开" note={failure.message} action={{ name: '重试', run: again }} />
      )}
      {!failure && !chat_id && <RowsSkeleton />}
      {chat_id && (
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
          opening={<EmptyView title="想问什么？" note={application?.opening ?? '回答会注明出处'} />}
        />
      )}
    </>
  )
}

/** My chats with an application; a search in their titles and texts. */
function Chats({ application_id, chat_id }: { application_id: string; chat_id: string }) {
  const [keyword, setKeyword] = useState('')
  const input = { application_id, page: 1, rows: 50, keyword }
  const chats = useRead(api.chat.ofApplication, input, { keepPrevious: true })
  return (
    <>
      <Link to={`/agent?${new URLSearchParams({ application_id })}`}>新对话</Link>
      <input
        className={fields.field}
        type="search"
        aria-label="在对话里找"
        placeholder="在对话里找"
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
      />
      <ReadView
        of={chats}
        what="对话"
        isEmpty={({ list }) => list.length === 0}
        empty={{ title: keyword ? '没有找到对话' : '还没有对话' }}
      >
        {({ list }) => (
          <ul>
            {list.map((chat) => (
              <ChatRow key={chat.id} chat={chat} current={chat.id === chat_id} />
            ))}
          </ul>
        )}
      </ReadView>
    </>
  )
}
