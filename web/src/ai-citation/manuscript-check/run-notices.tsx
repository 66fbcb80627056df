import type { ManuscriptCheckState, ManuscriptFinding } from '@scinav/contract'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { Notice } from '../../ui/views/notice.tsx'
import { FailedView } from '../../ui/views/state-view.tsx'
import styles from './manuscript-check.module.css'
import { useRepeat } from './use-repeat.ts'

interface Props {
  state: ManuscriptCheckState
  /** The findings about works of which a notice appeared after the check. */
  later: readonly ManuscriptFinding[]
  /** Whether the check is part of a batch, and cannot be repeated by itself. */
  isOfBatch: boolean
  /** Opens the check that repeats this one. */
  onOther: (check_id: string) => void
}

/** Renders why a check has stopped or is incomplete, and what can be done about it. */
export function RunNotices({ state, later, isOfBatch, onOther }: Props) {
  const repeat = useRepeat(state, onOther)
  const { facts, warnings, error, engines } = state
  const again = { name: '重新核对', run: () => void repeat() }
  const button = <ActionButton name={again.name} onPress={again.run} />
  const message = error?.message ?? '核对没有完成'
  if (state.state === 'failed' && !facts)
    return (
      <FailedView
        title="这份稿件没有核对成"
        note={message}
        {...(error?.retryable !== false && { action: again })}
      />
    )
  const silent = engines.filter(({ state }) => state !== 'ok').map(({ name }) => name)
  return (
    <div className={styles.notices}>
      {state.state === 'failed' && (
        <Notice tone="bad" action={button}>
          {message}；下面是在此之前的结果
        </Notice>
      )}
      {state.state === 'cancelled' && <Notice action={button}>核对已停止，下面是停止之前的结果</Notice>}
      {later.length > 0 && (
        <Notice tone="warning" action={isOfBatch ? undefined : button}>
          核对完之后，有 {later.length} 条参考文献有了新的声明：{laterText(later)}。已列入下面的「状态」
        </Notice>
      )}
      {facts?.entries === 0 && state.state !== 'running' && (
        <Notice tone="warning">
          没有找到参考文献表：它通常在文末，标题是「参考文献」或「References」。补上标题后重新上传，或到「核对参考文献」里粘贴
        </Notice>
      )}
      {silent.length > 0 && (
        <Notice tone="warning">{silent.join('、')}没有答复，有关条目可以稍后再核对</Notice>
      )}
      {warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
    </div>
  )
}

/** Maximum number of findings that the notice quotes. */
const MAX_QUOTED = 3

/** Returns the messages of the first findings, with 等 when there are more. */
const laterText = (later: readonly ManuscriptFinding[]): string =>
  later
    .slice(0, MAX_QUOTED)
    .map(({ message }) => message)
    .join('；') + (later.length > MAX_QUOTED ? '等' : '')
