import { api } from '@scinav/contract'
import { Link, useSearchParams } from 'react-router'
import { useRead } from '../api/use-read.ts'
import answer from '../ui/answer/answer.module.css'
import { ChatView } from '../ui/answer/chat-view.tsx'
import { useOpenedChat } from '../ui/answer/use-opened-chat.ts'
import { FailedView } from '../ui/failed-view.tsx'
import { count } from '../ui/figures.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ReadView } from '../ui/read-view.tsx'
import { RowsSkeleton } from '../ui/rows-skeleton.tsx'
import { isEngine, SCIENTIFIC } from './ask.ts'

/** The cited answer to a scientific question, and how each engine did. */
export function ResultScreen() {
  const [params] = useSearchParams()
  const engines = params.getAll('engines').filter(isEngine)
  const query = params.get('query') ?? ''
  const { chat_id, question, failure, again, forget } = useOpenedChat(SCIENTIFIC)
  return (
    <>
      <PageHeader title="科学问答" note={<Link to="/scientific">问另一个问题</Link>} />
      {failure && !chat_id && (
        <FailedView title="对话没有打开" note={failure.message} action={{ name: '重试', run: again }} />
      )}
      {!failure && !chat_id && <RowsSkeleton />}
      {chat_id && (
        <ChatView
          key={chat_id}
          application_id={SCIENTIFIC}
          chat_id={chat_id}
          scope={{ engines }}
          question={question}
          onAsked={forget}
          beside={query ? <Engines query={query} engines={engines} /> : null}
        />
      )}
    </>
  )
}

const icons = { ok: 'check', slow: 'history', failed: 'warning' }
const words = { ok: '', slow: '较慢，不影响作答', failed: '未取得结果' }

/** What each engine found for the question, and how long it took. */
function Engines({ query, engines }: { query: string; engines: ReturnType<typeof chosen> }) {
  const found = useRead(api.combine.search, { query, engines })
  return (
    <section aria-label="引擎">
      <h3 className={answer.sourcesHead}>引擎</h3>
      <ReadView of={found} what="引擎的状态">
        {(data) => (
          <ul>
            {data.engines.map(({ id, name, state, total, took_ms, message }) => (
              <li key={id} className={answer.label}>
                <Icon name={icons[state]} size={16} />
                {name}
                {state === 'ok'
                  ? ` ${count(total)} 篇 · ${(took_ms / 1000).toFixed(1)} 秒`
                  : ` ${message ?? words[state]}`}
              </li>
            ))}
          </ul>
        )}
      </ReadView>
    </section>
  )
}

const chosen = (all: string[]) => all.filter(isEngine)
