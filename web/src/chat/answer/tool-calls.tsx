import { api, type ToolCall } from '@scinav/contract'
import { useWrite } from '../../api/use-write.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import styles from './answer.module.css'

const stateNames: Readonly<Record<ToolCall['state'], string>> = {
  start: '正在运行',
  approval: '等您同意',
  done: '已完成',
  failed: '没有成功',
}

const isFinished = (state: ToolCall['state']): boolean => state === 'done' || state === 'failed'

interface Props {
  /** Id of the answer's record. */
  record: string
  calls: ToolCall[]
  /** Whether the answer is still being written; once it is not, its calls make no further progress. */
  running: boolean
}

/**
 * Renders the tool calls of an answer. A call that changes something shows its exact arguments and requires approval.
 */
export function ToolCalls({ record, calls, running }: Props) {
  const { mutateAsync, isPending } = useWrite(api.chat.approve)
  const decide = async (call_id: string, approved: boolean) => {
    const answer = await mutateAsync({ chat_record_id: record, call_id, approved })
    if (!answer.success) toast(`没有送达：${answer.message}`, { tone: 'bad' })
  }
  return calls.map(({ call_id, name, state, args, result }) => (
    <section key={call_id} className={styles.tool} aria-label={`工具 ${name}`}>
      <strong>{name}</strong> <span>{running || isFinished(state) ? stateNames[state] : '没有运行完'}</span>
      {args !== undefined && <pre>{JSON.stringify(args, null, 2)}</pre>}
      {result && (
        <details>
          <summary>结果</summary>
          <pre>{result}</pre>
        </details>
      )}
      {running && state === 'approval' && (
        <div className={styles.row}>
          <ActionButton name="同意运行" onPress={() => void decide(call_id, true)} busy={isPending} primary />
          <ActionButton name="不运行" onPress={() => void decide(call_id, false)} busy={isPending} />
        </div>
      )}
    </section>
  ))
}
