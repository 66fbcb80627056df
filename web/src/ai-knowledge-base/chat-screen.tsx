import { api } from '@scinav/contract'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, type Failure } from '../api/call.ts'
import { useRead } from '../api/use-read.ts'
import answer from '../chat/answer/answer.module.css'
import { ChatView } from '../chat/chat-view.tsx'
import { ChatOpening } from '../chat/opened-chat.tsx'
import side from '../ui/side-screen.module.css'
import { useAddressQuery } from '../ui/use-address-query.ts'
import { PageHeader } from '../ui/views/page-header.tsx'
import { EmptyView } from '../ui/views/state-view.tsx'
import { datasetChatAddress, detailAddress } from './addresses.ts'
import styles from './ai-knowledge-base.module.css'

/** The application of chats with a knowledge base. */
const APPLICATION_ID = 'dataset_chat'

/** How many of the user's latest chats with any knowledge base are read; those with this one are listed. */
const MAX_CHATS = 100

/** Renders a chat with a knowledge base: earlier chats at the left, the answer, and its sources at the right. */
export function ChatScreen() {
  const [params] = useAddressQuery()
  const dataset_id = params.get('dataset_id') ?? ''
  const datasets = useRead(api.datasets.all, {})
  const allDatasets = datasets.data && [
    ...datasets.data.aiDataset,
    ...datasets.data.readingDataset,
    ...datasets.data.projectDataset.flatMap((project) => project.datasets),
  ]
  const dataset = allDatasets?.find(({ id }) => id === dataset_id)
  const opened = useDatasetChat(dataset_id)
  const starters = useRead(api.tools.questions, { dataset_id }, { enabled: dataset !== undefined })
  return (
    <>
      <PageHeader
        title={dataset?.name ?? '知识库问答'}
        note={<Link to={contentsAddress(dataset_id, dataset?.kind === 'ai')}>查看文献</Link>}
      />
      <div className={side.columns}>
        <nav className={side.side} aria-label="与它的对话">
          <EarlierChats dataset_id={dataset_id} chat_id={opened.chat_id} />
        </nav>
        <div className={answer.listed}>
          {opened.chat_id ? (
            <ChatView
              key={opened.chat_id}
              application_id={APPLICATION_ID}
              chat_id={opened.chat_id}
              scope={{ dataset_id }}
              suggested={starters.data ?? []}
              opening={
                <EmptyView title="想问什么？" note="只依据这个知识库里的文献回答，每句话都给出原文的位置" />
              }
            />
          ) : (
            <ChatOpening failure={opened.failure} again={opened.again} />
          )}
        </div>
      </div>
    </>
  )
}

/** Returns the address of a knowledge base's content; public ones have their own screen. */
const contentsAddress = (dataset_id: string, isPublic: boolean): string =>
  isPublic ? detailAddress(dataset_id) : `/knowledgeBase?${new URLSearchParams({ dataset_id })}`

/** Returns the chat whose id is in the address; without an id, creates a chat and puts its id there. */
function useDatasetChat(dataset_id: string) {
  const [params] = useAddressQuery()
  const navigate = useNavigate()
  const chat_id = params.get('chat_id') ?? ''
  const [failure, setFailure] = useState<Failure>()
  /** Counts the attempts to create a chat. */
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` repeats the attempt
  useEffect(() => {
    if (!dataset_id || chat_id) return
    let isUnmounted = false
    void call(api.chat.openDataset, { dataset_id }).then((answer) => {
      if (isUnmounted) return
      setFailure(answer.success ? undefined : answer)
      if (answer.success)
        void navigate(datasetChatAddress(dataset_id, answer.data.chat_id), { replace: true })
    })
    return () => {
      isUnmounted = true
    }
  }, [dataset_id, chat_id, round, navigate])
  return { chat_id, failure, again: () => setRound((now) => now + 1) }
}

/** Renders the user's chats with this knowledge base in which something was asked, newest first. */
function EarlierChats({ dataset_id, chat_id }: { dataset_id: string; chat_id: string }) {
  const chats = useRead(api.chat.ofApplication, { application_id: APPLICATION_ID, page: 1, rows: MAX_CHATS })
  const earlier =
    chats.data?.list.filter((chat) => chat.dataset_id === dataset_id && chat.record_count > 0) ?? []
  return (
    <>
      <Link className={styles.earlier} to={datasetChatAddress(dataset_id)}>
        新的对话
      </Link>
      <ul>
        {earlier.map(({ id, title }) => (
          <li key={id}>
            <Link
              className={styles.earlier}
              to={datasetChatAddress(dataset_id, id)}
              aria-current={id === chat_id ? 'page' : undefined}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
