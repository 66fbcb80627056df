import { type AnswerRevision, api } from '@scinav/contract'
import { useWrite } from '../../api/use-write.ts'
import { LinkButton } from '../../ui/buttons/quiet-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import type { ChatRecord } from '../run/run.ts'
import styles from './revisions.module.css'

interface Props {
  /** The whole answer, to which the offsets of the revisions refer. */
  answer: string
  revisions: readonly AnswerRevision[]
  /** Undoes the change with an index, or makes it again; absent while the answer is being written. */
  onRevise?: ((index: number, undone: boolean) => void) | undefined
}

/** Lists what was changed after the check of an answer's citations: the original, the change, and how to undo it. */
export function Revisions({ answer, revisions, onRevise }: Props) {
  if (revisions.length === 0) return null
  return (
    <section className={styles.revisions} aria-label="核对后的修改">
      <p className={styles.head}>
        <Icon name="edit" size={16} />
        核对引文后改动了 {revisions.length} 处：原来的说法与所引原文不符。
      </p>
      <ol>
        {revisions.map((revision, index) => {
          const { before, after } = versionsOf(answer, revision)
          const { undone } = revision
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the changes keep their order
            <li key={index} data-undone={undone}>
              <p>
                <del>{before}</del>
              </p>
              <p>{after === '' ? <em>整句删去</em> : <ins>{after}</ins>}</p>
              {onRevise && (
                <LinkButton
                  name={undone ? '恢复修改' : '撤销修改'}
                  label={`${undone ? '恢复修改' : '撤销修改'}：第 ${index + 1} 处`}
                  onPress={() => onRevise(index, !undone)}
                />
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** Returns the original and the change of a revision as plain text. */
function versionsOf(answer: string, { start, end, other, undone }: AnswerRevision) {
  const shown = withoutMarks(answer.slice(start, end))
  const hidden = withoutMarks(other.text)
  return undone ? { before: shown, after: hidden } : { before: hidden, after: shown }
}

/** Removes citation markers, the mark of a list and bold marks. */
const withoutMarks = (text: string): string =>
  text
    .replaceAll(/\[\d+\]|\*\*/g, '')
    .trim()
    .replace(/^(?:[-*+>]|\d{1,4}[.)])\s+/, '')

/** Returns the action that undoes a change of a finished answer, or makes it again; it reports failures. */
export function useRevision(record: ChatRecord | undefined) {
  const { mutateAsync } = useWrite(api.chat.revise, { refreshes: [api.chat.records] })
  return (revision: number, undone: boolean): void => {
    if (!record) return
    const { id: chat_record_id, application_id, chat_id } = record
    void mutateAsync({ application_id, chat_id, chat_record_id, revision, undone }).then((answer) => {
      if (!answer.success) toast(`没有改动：${answer.message}`, { tone: 'bad' })
    })
  }
}
