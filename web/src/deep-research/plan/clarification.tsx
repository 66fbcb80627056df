import { api, type ResearchState } from '@scinav/contract'
import { type FormEvent, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { Notice } from '../../ui/views/notice.tsx'
import styles from './plan.module.css'

interface Props {
  run_id: string
  clarification: NonNullable<ResearchState['clarification']>
}

/** Longest answer, in characters. */
const MAX_ANSWER_CHARS = 1_000

/**
 * Renders a clarifying question, answered by a choice or in words, or skipped. The events of the run remove it once the
 * server has the answer.
 */
export function Clarification({ run_id, clarification: { question, options } }: Props) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutateAsync, isPending } = useWrite(api.deepResearch.answer)
  /** Sends the user's answer; without one, the question is skipped. */
  const send = async (answer?: string) => {
    setProblem(undefined)
    const result = await mutateAsync({ run_id, ...(answer && { answer }) })
    if (!result.success) setProblem(`没有发出：${result.message}`)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim()) void send(text.trim())
  }
  return (
    <section className={styles.card} aria-label="先问您一句">
      <h2>先问您一句</h2>
      <form className={styles.ask} onSubmit={submit}>
        <p>{question}</p>
        {options.length > 0 && (
          <ul className={styles.options}>
            {options.map((option) => (
              <li key={option}>
                <button type="button" disabled={isPending} onClick={() => void send(option)}>
                  {option}
                </button>
              </li>
            ))}
          </ul>
        )}
        <textarea
          className={styles.field}
          aria-label="您的回答"
          placeholder={options.length > 0 ? '或者用自己的话说' : '用自己的话说'}
          rows={2}
          maxLength={MAX_ANSWER_CHARS}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className={styles.go}>
          <ActionButton
            name="回答"
            primary={text.trim() !== ''}
            off={text.trim() === ''}
            busy={isPending}
            onPress={() => void send(text.trim())}
          />
          <ActionButton name="跳过，按原问题研究" busy={isPending} onPress={() => void send()} />
        </div>
      </form>
    </section>
  )
}
