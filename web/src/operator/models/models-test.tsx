import { api } from '@scinav/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import styles from '../operator.module.css'
import type { TestResult } from './models.ts'

type TestOutcome = Pick<TestResult, 'ok' | 'message' | 'detail' | 'took_ms' | 'url'>

interface Props {
  id: string
  name: string
  /** Starts the test when rendered. */
  atOnce: boolean
}

/** Renders a test that sends the model a tiny request and shows the outcome. */
export function ModelsTest({ id, name, atOnce }: Props) {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<TestOutcome>()
  const run = async () => {
    setBusy(true)
    setOutcome(undefined)
    const answer = await call(api.models.test, { id })
    setBusy(false)
    setOutcome(
      answer.success ? answer.data : { ok: false, message: answer.message, detail: null, took_ms: 0 },
    )
  }
  const runOnce = useEffectEvent(() => void run())
  useEffect(() => {
    if (atOnce) runOnce()
  }, [atOnce])
  return (
    <div className={styles.test}>
      <QuietButton icon="play" label={`测试：${name}`} onPress={() => !busy && void run()}>
        {busy ? '正在测试…' : '测试'}
      </QuietButton>
      <div role="status">
        {outcome && (
          <>
            <span className={outcome.ok ? styles.fine : styles.problem}>
              {outcome.message}
              {outcome.ok && `，${(outcome.took_ms / 1_000).toFixed(1)} 秒`}
            </span>
            {outcome.url && <div className={styles.quiet}>调用的地址：{outcome.url}</div>}
            {outcome.detail && (
              <details className={styles.detail}>
                <summary>对方的回答</summary>
                <pre>{outcome.detail}</pre>
              </details>
            )}
          </>
        )}
      </div>
    </div>
  )
}
