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
  /** Removed text is shown too. */
  isCompared: boolean
  at: number
  count: number
  isOpen: boolean
  onOpen: (on: boolean) => void
  onChange: (step: DraftStep) => void
  onMove: (to: number) => void
  onRemove: () => void
  handle: DragHandleProps
}

/** Renders a step of the plan, with its changes highlighted, or edited in place. */
export function EditableStep(props: Props) {
  const { change, isCompared, at, count, isOpen, onOpen, onChange, onMove, onRemove, handle } = props
  const { step } = change
  const name = step.title || `第 ${at + 1} 步`
  const words = useRef<HTMLButtonElement>(null)
  const isDone = useRef(false)
  // Closing the editor returns the focus to the step, unless another step was opened.
  useEffect(() => {
    if (!isOpen && isDone.current) words.current?.focus()
    isDone.current = false
  }, [isOpen])
  const finish = () => {
    isDone.current = true
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
        <button ref={words} type="button" className={styles.words} onClick={() => onOpen(true)}>
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

function StepText({ change: { step, was }, isCompared }: Pick<Props, 'change' | 'isCompared'>) {
  const { title, goal, queries } = step
  const told = queries.length > 0 ? `${queries.length} 个检索式` : '检索式将自动拟定'
  return (
    <>
      <span className={styles.title}>
        <TextDiff was={was?.title ?? ''} now={title || '（还没有写要查什么）'} isCompared={isCompared} />
      </span>
      {(goal || (isCompared && was?.goal)) && (
        <span className={styles.goal}>
          <TextDiff was={was ? was.goal : goal} now={goal} isCompared={isCompared} />
        </span>
      )}
      <span className={styles.queries}>
        {was ? told : `新增的步骤 · ${told}`}
        {was && <QueryChanges was={was.queries} now={queries} isCompared={isCompared} />}
      </span>
    </>
  )
}

interface QueryChangesProps {
  was: readonly string[]
  now: readonly string[]
  isCompared: boolean
}

/** Renders the added queries and, in a comparison, the removed ones; nothing when there are none. */
function QueryChanges({ was, now, isCompared }: QueryChangesProps) {
  const added = now.filter((query) => query.trim() !== '' && !was.includes(query))
  const removed = was.filter((query) => !now.includes(query))
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
  was: string
  now: string
  isCompared: boolean
}

/** Renders a text with its added and, in a comparison, its removed part. */
function TextDiff({ was, now, isCompared }: TextDiffProps) {
  if (was === now) return now
  const { before, removed, added, after } = diffText(was, now)
  return (
    <>
      {before}
      {isCompared && removed && <del>{removed}</del>}
      {added && <ins>{added}</ins>}
      {after}
    </>
  )
}

const { queries_a_step: QUERIES } = RESEARCH_LIMITS

interface StepFieldsProps {
  step: DraftStep
  onChange: (step: DraftStep) => void
  onDone: () => void
}

function StepFields({ step, onChange, onDone }: StepFieldsProps) {
  const title = useRef<HTMLInputElement>(null)
  useEffect(() => title.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    const ends = event.key === 'Escape' || (event.key === 'Enter' && event.target === title.current)
    if (!ends || isComposing(event.nativeEvent)) return
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
        maxLength={200}
        value={step.title}
        onChange={({ target }) => onChange({ ...step, title: target.value })}
      />
      <textarea
        className={styles.field}
        aria-label="说明"
        placeholder="要找哪些依据，有什么限定"
        rows={2}
        maxLength={500}
        value={step.goal}
        onChange={({ target }) => onChange({ ...step, goal: target.value })}
      />
      <textarea
        className={styles.field}
        aria-label={`检索式，一行一个，最多 ${QUERIES} 个`}
        placeholder={`检索式，一行一个，最多 ${QUERIES} 个；留空则自动拟定`}
        rows={2}
        maxLength={620}
        value={step.queries.join('\n')}
        onChange={({ target }) => onChange({ ...step, queries: target.value.split('\n').slice(0, QUERIES) })}
      />
      <ActionButton name="完成" onPress={onDone} />
    </div>
  )
}
