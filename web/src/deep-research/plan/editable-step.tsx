import { RESEARCH_LIMITS } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import { isComposing } from '../../ui/enter.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './plan.module.css'
import { type DraftStep, diffText, type StepChange } from './plan-draft.ts'
import type { DragHandleProps } from './use-reorder.ts'

interface Props {
  change: StepChange
  /** Whether removed text is shown too. */
  isCompared: boolean
  /** Index of the step, from 0. */
  at: number
  /** Number of steps. */
  count: number
  /** Whether the step is being edited. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (step: DraftStep) => void
  /** Moves the step to an index. */
  onMove: (to: number) => void
  onRemove: () => void
  /** Props of the handle by which it is dragged. */
  handle: DragHandleProps
}

/**
 * Renders a step of the plan with its changes highlighted or, while `isOpen`, its fields. The handle and a menu move
 * it; the menu also removes it.
 */
export function EditableStep(props: Props) {
  const { change, isCompared, at, count, isOpen, onOpen, onChange, onMove, onRemove, handle } = props
  const { step } = change
  const name = step.title || `第 ${at + 1} 步`
  const closedStep = useRef<HTMLButtonElement>(null)
  const wasFinished = useRef(false)
  // Closing the editor returns the focus to the step, unless another step was opened.
  useEffect(() => {
    if (!isOpen && wasFinished.current) closedStep.current?.focus()
    wasFinished.current = false
  }, [isOpen])
  const finish = () => {
    wasFinished.current = true
    onOpen(false)
  }
  return (
    <li className={styles.step} data-open={isOpen}>
      <button
        type="button"
        className={styles.handle}
        data-handle
        aria-label={`移动第 ${at + 1} 步：${name}，上下方向键移动`}
        {...handle}
      >
        <Icon name="menu" size={16} />
      </button>
      <span className={styles.number} aria-hidden="true">
        {at + 1}
      </span>
      {isOpen ? (
        <StepFields step={step} onChange={onChange} onDone={finish} />
      ) : (
        <button ref={closedStep} type="button" className={styles.words} onClick={() => onOpen(true)}>
          <StepText change={change} isCompared={isCompared} />
          <span className="sr-only">，编辑这一步</span>
        </button>
      )}
      <MenuButton
        label={`第 ${at + 1} 步的操作`}
        button={<Icon name="more" size={16} />}
        actions={[
          { name: '编辑', icon: 'edit', run: () => onOpen(true) },
          ...(at > 0 ? [{ name: '上移', icon: 'up' as const, run: () => onMove(at - 1) }] : []),
          ...(at < count - 1 ? [{ name: '下移', icon: 'down' as const, run: () => onMove(at + 1) }] : []),
          { name: '删去', icon: 'trash', run: onRemove },
        ]}
      />
    </li>
  )
}

/** Renders a step, with its changes from the previous version when the versions are compared. */
function StepText({ change: { step, previous }, isCompared }: Pick<Props, 'change' | 'isCompared'>) {
  const { title, goal, queries } = step
  const queriesText = queries.length > 0 ? `${queries.length} 个检索式` : '检索式将自动拟定'
  return (
    <>
      <span className={styles.title}>
        <TextDiff
          previous={previous?.title ?? ''}
          current={title || '（还没有写要查什么）'}
          isCompared={isCompared}
        />
      </span>
      {(goal || (isCompared && previous?.goal)) && (
        <span className={styles.goal}>
          <TextDiff previous={previous ? previous.goal : goal} current={goal} isCompared={isCompared} />
        </span>
      )}
      <span className={styles.queries}>
        {previous ? queriesText : `新增的步骤 · ${queriesText}`}
        {previous && <QueryChanges previous={previous.queries} current={queries} isCompared={isCompared} />}
      </span>
    </>
  )
}

interface QueryChangesProps {
  previous: readonly string[]
  current: readonly string[]
  isCompared: boolean
}

/** Renders the added queries and, in a comparison, the removed ones; nothing when there are none. */
function QueryChanges({ previous, current, isCompared }: QueryChangesProps) {
  const added = current.filter((query) => query.trim() !== '' && !previous.includes(query))
  const removed = previous.filter((query) => !current.includes(query))
  if (added.length + removed.length === 0) return null
  return (
    <>
      {added.map((query) => (
        <ins key={query}>{inCorners(query)}</ins>
      ))}
      {isCompared && removed.map((query) => <del key={query}>{inCorners(query)}</del>)}
      {!isCompared && removed.length > 0 && `去掉 ${removed.length} 个`}
    </>
  )
}

interface TextDiffProps {
  previous: string
  current: string
  isCompared: boolean
}

/** Renders a text with its added and, in a comparison, its removed part. */
function TextDiff({ previous, current, isCompared }: TextDiffProps) {
  if (previous === current) return current
  const { before, removed, added, after } = diffText(previous, current)
  return (
    <>
      {before}
      {isCompared && removed && <del>{removed}</del>}
      {added && <ins>{added}</ins>}
      {after}
    </>
  )
}

/** Maximum number of queries of a step. */
const { queries_a_step: MAX_QUERIES } = RESEARCH_LIMITS

/** The longest texts that the server accepts, in characters; the queries are joined by line breaks. */
const MAX_TITLE_CHARS = 200
const MAX_GOAL_CHARS = 500
const MAX_QUERIES_CHARS = 620

interface StepFieldsProps {
  step: DraftStep
  onChange: (step: DraftStep) => void
  onDone: () => void
}

/** Renders the fields of a step; Escape, and Enter in the title, end the editing. */
function StepFields({ step, onChange, onDone }: StepFieldsProps) {
  const title = useRef<HTMLInputElement>(null)
  useEffect(() => title.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    const isEndKey = event.key === 'Escape' || (event.key === 'Enter' && event.target === title.current)
    if (!isEndKey || isComposing(event.nativeEvent)) return
    event.preventDefault()
    onDone()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its fields are what keys are pressed in
    <div className={styles.fields} onKeyDown={onKeyDown}>
      <input
        ref={title}
        className={styles.field}
        aria-label="这一步查什么"
        placeholder="这一步查什么"
        maxLength={MAX_TITLE_CHARS}
        value={step.title}
        onChange={({ target }) => onChange({ ...step, title: target.value })}
      />
      <textarea
        className={styles.field}
        aria-label="说明"
        placeholder="要找哪些依据，有什么限定"
        rows={2}
        maxLength={MAX_GOAL_CHARS}
        value={step.goal}
        onChange={({ target }) => onChange({ ...step, goal: target.value })}
      />
      <textarea
        className={styles.field}
        aria-label={`检索式，一行一个，最多 ${MAX_QUERIES} 个`}
        placeholder={`检索式，一行一个，最多 ${MAX_QUERIES} 个；留空则自动拟定`}
        rows={2}
        maxLength={MAX_QUERIES_CHARS}
        value={step.queries.join('\n')}
        onChange={({ target }) =>
          onChange({ ...step, queries: target.value.split('\n').slice(0, MAX_QUERIES) })
        }
      />
      <ActionButton name="完成" onPress={onDone} />
    </div>
  )
}
