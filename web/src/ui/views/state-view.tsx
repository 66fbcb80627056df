import { type ReactNode, useState } from 'react'
import { ActionButton } from '../buttons/action-button.tsx'
import styles from './views.module.css'

/** The drawings, as SVG paths on a grid of 120 × 72. */
const pictures = {
  shelf: 'M10 62h100M24 62V28h14v34M38 62V20h12v42M50 62V34h16v28M24 36h14M50 42h16M74 60l9-34 11 3-9 33',
  letter: 'M26 24h58v36H26zM26 25l29 20 29-20M92 20l6-6M96 28h8M86 14V8',
  broken: 'M8 40h28l8-18 12 34 9-24 5 8h12M92 30l16 18M108 30 92 48',
  door: 'M40 62V14h40v48M30 62h60M70 38v4M96 30l8 8-8 8M104 38H88',
  clock: 'M60 12a26 26 0 1 1 0 52 26 26 0 0 1 0-52zM60 22v16l11 7M14 62h24M84 62h22',
}

/** The name of a drawing. */
export type PictureName = keyof typeof pictures

/** Renders a line drawing for an empty or failed state. Decorative: the text next to it says the same. */
export function LinePicture({ name }: { name: PictureName }) {
  return (
    <svg className={styles.picture} width="120" height="72" viewBox="0 0 120 72" aria-hidden="true">
      <path d={pictures[name]} />
    </svg>
  )
}

interface Props {
  title: string
  note?: string
  picture?: PictureName
  /** The next step; `plain` makes its button less prominent, where the screen has another primary action. */
  action?: { name: string; run: () => void; plain?: boolean }
}

/** Renders an empty state: one sentence, one picture, one next step. */
export function EmptyView({ title, note, picture = 'shelf', action }: Props) {
  return (
    <div className={styles.state}>
      <LinePicture name={picture} />
      <h2>{title}</h2>
      {note && <p>{note}</p>}
      {action && <ActionButton name={action.name} onPress={action.run} primary={!action.plain} />}
    </div>
  )
}

interface FailedViewProps {
  title: string
  note?: string
  action?: { name: string; run: () => void }
  /** For an error report: request id, problem, time; shown on 详情. */
  details?: string
  children?: ReactNode
}

/** Renders a failure and what to do about it; 详情 reveals what to report to the operator. */
export function FailedView({ title, note, action, details, children }: FailedViewProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.state} role="alert">
      <LinePicture name="broken" />
      <h2>{title}</h2>
      {note && <p>{note}</p>}
      {action && <ActionButton name={action.name} onPress={action.run} primary />}
      {children}
      {details && (
        <button
          type="button"
          className={styles.details}
          aria-expanded={open}
          onClick={() => setOpen((now) => !now)}
        >
          详情
        </button>
      )}
      {details && open && <code>{details}</code>}
    </div>
  )
}
