import { api, type EngineId, type OutputOf } from '@scinav/contract'
import { Link, useSearchParams } from 'react-router'
import { useRead } from '../api/use-read.ts'
import { ChatView } from '../ui/answer/chat-view.tsx'
import { useOpenedChat } from '../ui/answer/use-opened-chat.ts'
import { FailedView } from '../ui/failed-view.tsx'
import { count } from '../ui/figures.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { RowsSkeleton } from '../ui/rows-skeleton.tsx'
import { ENGINES, isEngine, SCIENTIFIC } from './ask.ts'
import styles from './scientific.module.css'

/** The cited answer to a scientific question, and how each engine did. */
export function ResultScreen() {
  const [params] = useSearchParams()
  const engines = params.getAll('engines').filter(isEngine)
  const query = params.get('query') ?? ''
  const { chat_id, question, failure, again, forget } = useOpenedChat(SCIENTIFIC)
  return (
    <>
      <PageHeader
        title="科学问答"
        actions={
          <Link className={styles.other} to="/scientific">
            <Icon name="plus" size={16} />
            问另一个问题
          </Link>
        }
      />
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

const nameOf = (id: string) => ENGINES.find((engine) => engine.id === id)?.name ?? id

type EngineState = OutputOf<typeof api.combine.search>['engines'][number]

/** What each engine found for the question, and how long it took. */
function Engines({ query, engines }: { query: string; engines: EngineId[] }) {
  const found = useRead(api.combine.search, { query, engines })
  const states = found.data?.engines
  const back = states?.filter(({ state }) => state === 'ok').length
  return (
    <section className={styles.engines} aria-label="引擎">
      <h3>引擎 {states && <span>{`${back} / ${states.length} 已返回`}</span>}</h3>
      {found.error && !states ? (
        <FailedView
          title="引擎的状态没有取回来"
          note={found.error.message}
          action={{ name: '重试', run: () => void found.refetch() }}
        />
      ) : (
        <ul>
          {states
            ? states.map((engine) => (
                <Engine key={engine.id} engine={engine} onRetry={() => void found.refetch()} />
              ))
            : (engines.length > 0 ? engines : [ENGINES[0]?.id ?? '']).map((id) => (
                <li key={id} data-state="asked">
                  <span className={styles.spin} aria-hidden="true" />
                  <span>{nameOf(id)}</span>
                  <span>正在查</span>
                </li>
              ))}
        </ul>
      )}
    </section>
  )
}

function Engine({ engine, onRetry }: { engine: EngineState; onRetry: () => void }) {
  const { id, state, total, took_ms, message } = engine
  return (
    <li data-state={state}>
      <Icon name={icons[state]} size={16} />
      <span>{nameOf(id)}</span>
      {state === 'ok' ? (
        <span>{`${count(total)} 篇 · ${(took_ms / 1000).toFixed(1)} 秒`}</span>
      ) : (
        <button type="button" onClick={onRetry}>
          重试
        </button>
      )}
      {state !== 'ok' && <p>{message ?? words[state]}</p>}
    </li>
  )
}
