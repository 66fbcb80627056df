import { api } from '@scinav/contract'
import { Link, useSearchParams } from 'react-router'
import { useHomeState } from '../api/specified.state.ts'
import { useRead } from '../api/use-read.ts'
import { ChatView } from '../chat/chat-view.tsx'
import { ChatOpening, useOpenedChat } from '../chat/opened-chat.tsx'
import action from '../ui/buttons/buttons.module.css'
import { Icon } from '../ui/icons/icon.tsx'
import { useSetPageName } from '../ui/page-name.state.ts'
import { PageHeader } from '../ui/views/page-header.tsx'
import { EmptyView } from '../ui/views/state-view.tsx'
import { isEngine, SCIENTIFIC_APPLICATION } from './ask.ts'
import { Engines } from './engines.tsx'
import styles from './scientific.module.css'

/** Renders the cited answer to a scientific question, and the result of each engine. */
export function ResultScreen() {
  const [params] = useSearchParams()
  const engines = params.getAll('engines').filter(isEngine)
  const query = params.get('query') ?? ''
  const opened = useOpenedChat(SCIENTIFIC_APPLICATION)
  const { chat_id, question, paper_id_list, failure, again, forget, choosePapers } = opened
  const isAboutPapers = paper_id_list.length > 0
  useSetPageName(question || query || '科学问答')
  const starters = useRead(api.tools.questions, { paper_id_list }, { enabled: !question && isAboutPapers })
  return (
    <>
      <PageHeader
        title="科学问答"
        actions={
          <Link className={`${action.button} ${styles.other}`} to="/scientific">
            <Icon name="plus" size={16} />
            问另一个问题
          </Link>
        }
      />
      {!chat_id && <ChatOpening failure={failure} again={again} />}
      {chat_id && (
        <ChatView
          key={chat_id}
          application_id={SCIENTIFIC_APPLICATION}
          chat_id={chat_id}
          scope={{ engines, paper_id_list }}
          question={question}
          // The chat has accepted the question of the screen before, which must not be asked again.
          onAsked={() => {
            useHomeState.setState({ immediatelyChat: false })
            forget()
          }}
          papers={{ label: '文献', max: 0, required: false, onChoose: choosePapers }}
          suggested={starters.data ?? []}
          opening={<EmptyView title="想问什么？" note="每句话都给出原文的位置" />}
          aboveSources={
            query ? <Engines query={query} engines={engines.length > 0 ? engines : ['local']} /> : null
          }
        />
      )}
    </>
  )
}
