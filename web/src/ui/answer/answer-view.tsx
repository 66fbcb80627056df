import type { Citation } from '@scinav/contract'
import { lazy, type ReactNode, Suspense } from 'react'
import { ActionButton } from '../action-button.tsx'
import { Icon } from '../icons/icon.tsx'
import { Notice } from '../notice.tsx'
import styles from './answer.module.css'
import { isRunning, type Shown } from './run.ts'
import { ToolCalls } from './tool-calls.tsx'

const AnswerMarkdown = lazy(() => import('./markdown.tsx').then((m) => ({ default: m.AnswerMarkdown })))

interface Props {
  shown: Shown
  onOpen: (citation: Citation) => void
  onRetry: () => void
  /** Stands below an answer that has ended. */
  children?: ReactNode
}

/** One question and its answer, at any point of its making. */
export function AnswerView({ shown, onOpen, onRetry, children }: Props) {
  const { question, answer, reasoning, status, citations, notices, error, engine } = shown
  const running = isRunning(shown)
  return (
    <article className={styles.turn} aria-label={question} aria-busy={running}>
      <h2 className={styles.question}>{question}</h2>
      {running && <Doing shown={shown} />}
      {!running && answer && (
        <p className={styles.label}>
          <Icon name="info" size={16} />
          {engine === 'extractive' ? '原文摘录' : 'AI 生成，请核实'}
        </p>
      )}
      {notices.map((text) => (
        <Notice key={text}>{text}</Notice>
      ))}
      {reasoning && (
        <details className={styles.reasoning}>
          <summary>思考过程</summary>
          <p>{reasoning}</p>
        </details>
      )}
      <ToolCalls record={shown.id} calls={shown.tools} />
      {answer && (
        <Suspense fallback={<p className={styles.plain}>{answer}</p>}>
          <AnswerMarkdown text={answer} citations={citations} onOpen={onOpen} />
        </Suspense>
      )}
      {status === 'cancelled' && <Notice>已停止。上面是停止之前写下的内容。</Notice>}
      {status === 'failed' && (
        <Notice tone="bad" action={<ActionButton name="重试" onPress={onRetry} />}>
          {error?.message ?? '回答没有完成'}
        </Notice>
      )}
      {children}
    </article>
  )
}

/** What is being done now. */
function Doing({ shown: { doing, citations } }: { shown: Shown }) {
  return (
    <p className={styles.doing} role="status">
      <span className={styles.spin} aria-hidden="true" />
      {doing}
      {citations.length > 0 && ` · ${citations.length} 处引用`}
    </p>
  )
}
