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
          const { undone } = revision
          const { before, removed, added, after } = difference(versionsOf(answer, revision))
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the changes keep their order
            <li key={index} data-undone={undone}>
              <p>
                {before}
                {removed && <del>{removed}</del>}
                {added && <ins>{added}</ins>}
                {after}
              </p>
              {undone && <span className={styles.undone}>已撤销，上面仍是原来的说法。</span>}
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

/**
 * Returns the texts before and after a change, without Markdown marks. The answer holds the one that applies at
 * present, `other` the other one.
 */
function versionsOf(answer: string, { start, end, other, undone }: AnswerRevision) {
  const shown = withoutMarks(answer.slice(start, end))
  const hidden = withoutMarks(other.text)
  return undone ? { before: shown, after: hidden } : { before: hidden, after: shown }
}

/**
 * Returns the words in which two versions differ, `removed` and `added`, and the text that both have `before` and
 * `after` them.
 */
function difference(versions: { before: string; after: string }) {
  const oldWords = versions.before.split(WORD_BOUNDARY)
  const newWords = versions.after.split(WORD_BOUNDARY)
  const shorter = Math.min(oldWords.length, newWords.length)
  let sameAtStart = 0
  while (sameAtStart < shorter && oldWords[sameAtStart] === newWords[sameAtStart]) sameAtStart += 1
  let sameAtEnd = 0
  while (sameAtEnd < shorter - sameAtStart && oldWords.at(-1 - sameAtEnd) === newWords.at(-1 - sameAtEnd))
    sameAtEnd += 1
  return {
    before: oldWords.slice(0, sameAtStart).join(''),
    removed: oldWords.slice(sameAtStart, oldWords.length - sameAtEnd).join(''),
    added: newWords.slice(sameAtStart, newWords.length - sameAtEnd).join(''),
    after: oldWords.slice(oldWords.length - sameAtEnd).join(''),
  }
}

/** Matches after a space, and on both sides of any other character that is neither a Latin letter nor a digit. */
const WORD_BOUNDARY = /(?<=\s)|(?=[^\s\p{Script=Latin}\p{N}])|(?<=[^\s\p{Script=Latin}\p{N}])/u

/** Matches a citation marker with the space before it, or the sign of bold text. */
const INLINE_MARK = / ?\[\d+\]|\*\*/g
/** Matches the mark of a list item or quotation: `- `, `2. `, `> `. */
const LINE_MARK = /^(?:[-*+>]|\d{1,4}[.)])\s+/

/** Removes citation markers, `**` and the mark of a list item: `- **结果**：改善 [1]` → `结果：改善`. */
const withoutMarks = (text: string): string => text.replaceAll(INLINE_MARK, '').trim().replace(LINE_MARK, '')

/** Returns the action that undoes a change of a finished answer, or makes it again; a toast reports a failure. */
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
