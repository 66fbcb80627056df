import { api } from '@scinav/contract'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import styles from '../operator.module.css'
import { RemoveButton } from '../remove-button.tsx'
import { type Model, type TestResult, useModelActions } from './models.ts'

interface Props {
  model: Model
  /** Whether the model is tested as soon as it is shown, because it was just saved. */
  testsAtOnce: boolean
  onEdit: () => void
}

/** Renders one model: its address, whether text is sent out for it, and its actions. */
export function ModelsRow({ model, testsAtOnce, onEdit }: Props) {
  const { id, name, base_url, model: modelName, source, active, is_default, problem } = model
  const actions = useModelActions()
  return (
    <li className={styles.row} data-off={!active}>
      <div className={styles.words}>
        <div className={styles.line}>
          <span className={styles.name}>{name}</span>
          {is_default && <span className={styles.good}>默认</span>}
          {!active && <span className={styles.badge}>已停用</span>}
          <span className={styles.badge}>{model.external ? '文字会离开本机构' : '在本机构内'}</span>
          {source === 'settings' && (
            <span className={styles.badge} title="在配置文件或环境变量里修改">
              来自配置
            </span>
          )}
        </div>
        <div className={styles.quiet}>
          {modelName} · {base_url}
        </div>
        <div className={styles.quiet}>{keyText(model)}</div>
        {model.kind === 'embedding' && model.external && active && (
          <div className={styles.quiet}>
            本馆文献的摘要（没有摘要的发题名）在后台发到这里生成向量；停用后不再发送
          </div>
        )}
        {problem && <div className={styles.problem}>{problem}</div>}
        <ModelsTest id={id} name={name} startsAtOnce={testsAtOnce} />
      </div>
      <div className={styles.actions}>
        {!is_default && active && (
          <Button aria-label={`设为默认：${name}`} onClick={() => void actions.makeDefault(model)}>
            设为默认
          </Button>
        )}
        {source === 'page' && (
          <>
            <Button aria-label={`编辑：${name}`} onClick={onEdit}>
              编辑
            </Button>
            <Button
              aria-label={`${active ? '停用' : '启用'}：${name}`}
              onClick={() => void actions.setActive(model, !active)}
            >
              {active ? '停用' : '启用'}
            </Button>
            <RemoveButton name={name} confirmLabel="连同密钥删除" run={() => actions.remove(model)} />
          </>
        )}
      </div>
    </li>
  )
}

/** Returns whether a model has a key, with its last characters where they may be shown. */
function keyText({ has_key, key_hint }: Model): string {
  if (!has_key) return '没有密钥'
  return key_hint ? `密钥末四位 ${key_hint}` : '已有密钥'
}

/** The result of a test as the row shows it. */
type TestOutcome = Pick<TestResult, 'ok' | 'message' | 'detail' | 'took_ms' | 'url'>

interface ModelsTestProps {
  id: string
  name: string
  /** Whether the test starts as soon as it is shown. */
  startsAtOnce: boolean
}

/** Renders a test that sends the model a tiny request and shows the outcome. */
function ModelsTest({ id, name, startsAtOnce }: ModelsTestProps) {
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
  // An effect event, so that the effect depends on `startsAtOnce` alone and tests once.
  const runOnce = useEffectEvent(() => void run())
  useEffect(() => {
    if (startsAtOnce) runOnce()
  }, [startsAtOnce])
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
