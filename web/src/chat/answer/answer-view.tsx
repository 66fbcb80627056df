import type { Citation, UnderstoodChip } from '@scinav/contract'
import { ANSWER_CUT, answerEngine, NOTHING_FOUND } from '@scinav/contract'
import { type ReactNode, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Notice } from '../../ui/views/notice.tsx'
import { answerAuthor, isBeingChecked, isRunning, type ShownAnswer, type ShownCitation } from '../run/run.ts'
import { CitingAnswerContext } from '../sources/active-answer.ts'
import styles from './answer.module.css'
import { LazyMarkdown } from './lazy-markdown.ts'
import { ModelMissing } from './model-missing.tsx'
import { PapersByPart } from './papers-by-part.tsx'
import { PlainAnswer } from './plain-answer.tsx'
import { ToolCalls } from './tool-calls.tsx'
import { AllResults, UnderstoodChips } from './understood.tsx'

interface Props {
  shown: ShownAnswer
  /** Shown below the question: what it was asked about. */
  about?: ReactNode
  /** Whether the question was asked about the whole library rather than a selection. */
  ofLibrary?: boolean
  /** Opens the source of a citation. */
  onOpen: (citation: Citation) => void
  onRetry: () => void
  /** The name of a model that sends nothing out, and the action that repeats the question with it. */
  local?: { name: string; run: () => void }
  /** Repeats the question, to be answered from general knowledge. */
  onGeneral?: () => void
  onEdit?: () => void
  /** Continues an answer that was cut off. */
  onContinue?: (() => void) | undefined
  /** Repeats the question without one part of its interpretation. */
  onWithout?: (chip: UnderstoodChip) => void
  /** Redacts the statement that an unsupported citation marker stands for. */
  onRedact?: ((citation: ShownCitation) => void) | undefined
  /** Restores all redacted statements. */
  onRestore?: (() => void) | undefined
  /** Shown below an answer that has ended. */
  children?: ReactNode
}

/** From this many characters on, a question is shown less prominently than its answer. */
const LONG_QUESTION_CHARS = 80

/** Matches the server's notice that no model wrote the answer; it replaces the label 原文摘录. */
const NO_MODEL_NOTE = /^(?:未配置|没有使用)模型：/

/** The label above an answer, by its author: a model, or quotes alone. */
const authorLabels = { model: 'AI 生成，请核实', quotes: '原文摘录' }

/**
 * Returns the attribute that keeps the browser from translating an answer under way: a translation replaces the text nodes
 * that React updates.
 */
const translateAttribute = (isWriting: boolean) => (isWriting ? 'no' : undefined)

/**
 * Renders one question and its answer, in any state: its interpretation, progress and notices, the text with citations,
 * what was redacted, and ways on where nothing was found or the answer failed.
 */
export function AnswerView({ shown, about, onOpen, onRetry, local, children, ...actions }: Props) {
  const { ofLibrary, onGeneral, onEdit, onContinue, onRedact, onRestore, onWithout } = actions
  const { question, answer, reasoning, citations, understood } = shown
  const running = isRunning(shown)
  const author = answerAuthor(shown)
  return (
    <article
      className={styles.turn}
      aria-label={question}
      aria-busy={running}
      data-answer={shown.id}
      translate={translateAttribute(isChanging(shown))}
    >
      <h2 className={styles.question} data-long={question.length > LONG_QUESTION_CHARS}>
        {question}
      </h2>
      {about}
      {understood && <UnderstoodChips understood={understood} onWithout={running ? undefined : onWithout} />}
      <AnswerProgress shown={shown} />
      <AnswerProvenance shown={shown} onContinue={onContinue} />
      {reasoning && (
        <details className={styles.reasoning} open={running && answer === ''}>
          <summary>思考过程</summary>
          <p>{reasoning}</p>
        </details>
      )}
      <ToolCalls record={shown.id} calls={shown.tool_calls} running={running} />
      {answer && (
        <Suspense fallback={<PlainAnswer text={answer} />}>
          <CitingAnswerContext value={{ answer: shown.id, citations }}>
            <LazyMarkdown
              text={answer}
              citations={citations}
              onOpen={onOpen}
              onRedact={onRedact}
              quotes={answerEngine(shown) === 'extractive'}
            />
          </CitingAnswerContext>
        </Suspense>
      )}
      {understood?.results && <AllResults results={understood.results} />}
      {shown.redacted > 0 && (
        <Notice action={onRestore && <ActionButton name="恢复" onPress={onRestore} />}>
          已删去 {shown.redacted} 处原文不支持的说法，导出和复制时也不带。
        </Notice>
      )}
      {!running && answer.includes(NOTHING_FOUND) && !author && (
        <>
          <NothingFound onEdit={onEdit} onGeneral={onGeneral} />
          {ofLibrary && <PapersByPart question={question} />}
        </>
      )}
      <AnswerFailure shown={shown} onRetry={onRetry} {...(local && { local })} />
      {children}
    </article>
  )
}

/**
 * Renders how an answer was made, and its notices. The notice that no model was used replaces the label of quotes, so
 * that it is not reported twice.
 */
function AnswerProvenance({ shown, onContinue }: Pick<Props, 'shown' | 'onContinue'>) {
  const { answer, notices } = shown
  const continueButton = !isRunning(shown) && onContinue && <ActionButton name="继续" onPress={onContinue} />
  const author = isRunning(shown) || answer === '' ? undefined : answerAuthor(shown)
  const noModelNote = author === 'quotes' ? notices.find((text) => NO_MODEL_NOTE.test(text)) : undefined
  return (
    <>
      {author && (
        <p className={styles.label}>
          <Icon name="info" size={16} />
          {noModelNote ?? authorLabels[author]}
        </p>
      )}
      {notices
        .filter((text) => text !== noModelNote)
        .map((text) => (
          <Notice key={text} action={text === ANSWER_CUT && continueButton}>
            {text}
          </Notice>
        ))}
    </>
  )
}

/** Returns the name of a model without the remark in brackets at its end: 「摘录原文（不用模型）」. */
const withoutRemark = (name: string): string => name.replace(/（[^（]*）$/, '')

/** Renders why an answer failed or was cancelled. */
function AnswerFailure({
  shown: { status, error, answer },
  onRetry,
  local,
}: Pick<Props, 'shown' | 'onRetry' | 'local'>) {
  if (status === 'cancelled')
    return <Notice>{answer ? '已停止。上面是停止之前写下的内容。' : '已停止，还没有写下内容。'}</Notice>
  if (status !== 'failed') return null
  if (error?.code === 'model.missing')
    return (
      <ModelMissing>
        <ActionButton name="重试" onPress={onRetry} />
      </ModelMissing>
    )
  return (
    <Notice
      tone="bad"
      action={
        <span className={styles.row}>
          <ActionButton name="重试" onPress={onRetry} />
          {local && <ActionButton name={`改用${withoutRemark(local.name)}`} onPress={local.run} />}
        </span>
      }
    >
      <p>
        {error?.message ?? '回答没有完成。'}
        {answer && '已写下的内容保留在上面。'}
      </p>
      {error && <code className={styles.code}>{error.code}</code>}
    </Notice>
  )
}

/** Whether the text of an answer may still change. */
const isChanging = (shown: ShownAnswer): boolean => isRunning(shown) || isBeingChecked(shown)

/** Renders the current step of an answer that is being written or checked. */
function AnswerProgress({ shown }: { shown: ShownAnswer }) {
  const { doing, citations } = shown
  if (!isChanging(shown) || doing === '') return null
  return (
    <p className={styles.doing} role="status">
      <span className={styles.spin} aria-hidden="true" />
      {doing}
      {citations.length > 0 && ` · ${citations.length} 处引用`}
    </p>
  )
}

interface NothingFoundProps {
  onEdit: (() => void) | undefined
  onGeneral: (() => void) | undefined
}

/** Renders the actions offered when the library has nothing on a question. */
function NothingFound({ onEdit, onGeneral }: NothingFoundProps) {
  const navigate = useNavigate()
  return (
    <div className={styles.row}>
      {onEdit && <ActionButton name="换个问法" onPress={onEdit} />}
      <ActionButton name="查站外检索来源" onPress={() => void navigate('/scientific')} />
      {onGeneral && <ActionButton name="不要依据，用通识回答" onPress={onGeneral} />}
    </div>
  )
}
