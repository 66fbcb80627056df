import { api, type EngineId, type OutputOf } from '@scinav/contract'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readOptions } from '../api/use-read.ts'
import answer from '../chat/answer/answer.module.css'
import { LinkButton } from '../ui/buttons/quiet-button.tsx'
import { formatCount } from '../ui/figures.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { ENGINES } from './ask.ts'
import styles from './scientific.module.css'

/** Time after which an engine is called slow and can be skipped, in seconds. */
const SLOW_SECONDS = 3

/** Returns the name of an engine, or its id when it is unknown. */
const engineName = (id: string) => ENGINES.find((engine) => engine.id === id)?.name ?? id

/** Renders the result of each engine as soon as it responds; a slow one can be skipped. */
export function Engines({ query, engines }: { query: string; engines: readonly EngineId[] }) {
  const cache = useQueryClient()
  const [skipped, setSkipped] = useState<readonly EngineId[]>([])
  // Each engine is searched by itself; only its state and its total are shown.
  const optionsOf = (id: EngineId) => readOptions(api.combine.search, { query, engines: [id], page_size: 1 })
  const reads = useQueries({
    queries: engines.map((id) => ({
      ...optionsOf(id),
      enabled: !skipped.includes(id),
    })),
  })
  const skip = (id: EngineId) => {
    setSkipped((before) => [...before, id])
    // Otherwise a retry would wait for the very request that was skipped.
    void cache.cancelQueries({ queryKey: optionsOf(id).queryKey })
  }
  const answeredCount = reads.filter(({ data }) => data?.engines[0]?.state === 'ok').length
  return (
    <section className={styles.engines} aria-label="检索来源">
      <h3>
        检索来源 <span>{`${answeredCount} / ${engines.length} 已返回`}</span>
      </h3>
      <ul>
        {engines.map((id, index) => {
          const { data, error, isFetching, refetch } = reads[index] ?? {}
          if (skipped.includes(id) && !data) {
            const again = () => setSkipped((before) => before.filter((other) => other !== id))
            return <SkippedEngine key={id} id={id} onAgain={again} />
          }
          if (isFetching) return <WaitingEngine key={id} id={id} onSkip={() => skip(id)} />
          const state = data?.engines[0]
          const failed = { state: 'failed' as const, message: error?.message ?? null }
          return <AnsweredEngine key={id} id={id} state={state ?? failed} onRetry={() => void refetch?.()} />
        })}
      </ul>
    </section>
  )
}

/** Renders an engine that has not responded yet; once it is slow, with 跳过. */
function WaitingEngine({ id, onSkip }: { id: EngineId; onSkip: () => void }) {
  const seconds = useElapsedSeconds()
  const isSlow = seconds >= SLOW_SECONDS
  return (
    <li data-state="asked">
      <span className={answer.spin} aria-hidden="true" />
      <span>{engineName(id)}</span>
      {isSlow ? (
        <LinkButton name="跳过" label={`跳过：${engineName(id)}`} onPress={onSkip} />
      ) : (
        <span>正在查</span>
      )}
      {isSlow && <p>较慢，已等 {seconds} 秒，不影响作答</p>}
    </li>
  )
}

/** Renders an engine that the user has skipped, with a button that queries it again. */
function SkippedEngine({ id, onAgain }: { id: EngineId; onAgain: () => void }) {
  return (
    <li data-state="skipped">
      <Icon name="close" size={16} />
      <span>{engineName(id)}</span>
      <LinkButton name="再查" label={`再查：${engineName(id)}`} onPress={onAgain} />
      <p>已跳过</p>
    </li>
  )
}

/** The icons and the texts of the states of an engine. */
const icons = { ok: 'check', slow: 'history', failed: 'warning' } as const
const stateTexts = { ok: '', slow: '较慢，不影响作答', failed: '未取得结果' } as const

type EngineState = OutputOf<typeof api.combine.search>['engines'][number]

interface AnsweredEngineProps {
  id: EngineId
  /** What it answered; of a call that failed, only that. */
  state: Pick<EngineState, 'state' | 'message'> & Partial<EngineState>
  onRetry: () => void
}

/** Renders the result of an engine, with a button that queries it again unless it succeeded. */
function AnsweredEngine({
  id,
  state: { state, message, total = 0, took_ms = 0 },
  onRetry,
}: AnsweredEngineProps) {
  return (
    <li data-state={state}>
      <Icon name={icons[state]} size={16} />
      <span>{engineName(id)}</span>
      {state === 'ok' ? (
        <span>{`${formatCount(total)} 篇 · ${(took_ms / 1000).toFixed(1)} 秒`}</span>
      ) : (
        <LinkButton name="重试" label={`重试：${engineName(id)}`} onPress={onRetry} />
      )}
      {state !== 'ok' && <p>{message ?? stateTexts[state]}</p>}
    </li>
  )
}

/** Returns the seconds since the component was mounted. */
function useElapsedSeconds(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
