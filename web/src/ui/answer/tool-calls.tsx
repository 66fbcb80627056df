import { api } from '@scinav/contract'
import { useWrite } from '../../api/use-write.ts'
import { ActionButton } from '../action-button.tsx'
import { toast } from '../toast.state.ts'
import styles from './answer.module.css'
import type { ToolCall } from './run.ts'

const states: Readonly<Record<ToolCall['state'], string>> = {
  start: '正在运行',
  approval: '等您同意',
  done: '已完成',
  failed: '没有成功',
}

/** Tools that an answer calls. One that changes something shows exactly what it will be called with, and asks first. */
export function ToolCalls({ record, calls }: { record: string; calls: ToolCall[] }) {
  const { mutateAsync, isPending } = useWrite(api.chat.approve)
  const decide = async (call_id: string, approved: boolean) => {
    const answer = await mutateAsync({ chat_record_id: record, call_id, approved })
    if (!answer.success) toast(`没有送达：${answer.message}`, { tone: 'bad' })
  }
  return calls.map(({ call_id, name, state, args, result }) => (
    <section key={call_id} className={styles.tool} aria-label={`工具 ${name}`}>
      <strong>{name}</strong> <span>{states[state]}</span>
      {args !== undefined && <pre>{JSON.stringify(args, null, 2)}</pre>}
      {result && (
        <details>
          <summary>结果</summary>
          <pre>{result}</pre>
        </details>
      )}
      {state === 'approval' && (
        <div className={styles.row}>
          <ActionButton name="同意运行" onPress={() => void decide(call_id, true)} busy={isPending} primary />
          <ActionButton name="不运行" onPress={() => void decide(call_id, false)} busy={isPending} />
        </div>
      )}
    </section>
  ))
}
