import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon, type IconName } from './icons/icon.tsx'
import styles from './menu-button.module.css'

export interface MenuAction {
  name: string
  icon: IconName
  run: () => void
  /** A line above: the action opens a new group. */
  apart?: boolean
}

interface Props {
  /** Says what the button opens. */
  label: string
  button: ReactNode
  /** Stands above the actions and is not one. */
  head?: ReactNode
  actions: MenuAction[]
}

/** A button that opens a short list of actions; arrows walk through it, Escape closes it. */
export function MenuButton({ label, button, head, actions }: Props) {
  const [open, setOpen] = useState(false)
  const [place, setPlace] = useState({ up: false, right: false })
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useCloseOutside(root, open, () => setOpen(false))

  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <div ref={root} className={styles.root}>
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => {
          setPlace(placeOf(opener.current, actions.length))
          setOpen((now) => !now)
        }}
      >
        {button}
      </button>
      {open && (
        <div className={styles.float} data-up={place.up} data-right={place.right}>
          {head && <div className={styles.head}>{head}</div>}
          <Actions label={label} actions={actions} onClose={close} />
        </div>
      )}
    </div>
  )
}

const WIDTH = 240
const ROW = 36

/** Where the list goes: above a button at the lower edge, to the right of one at the left edge. */
function placeOf(opener: HTMLElement | null, rows: number): { up: boolean; right: boolean } {
  if (!opener) return { up: false, right: false }
  const { top, bottom, right } = opener.getBoundingClientRect()
  const height = rows * ROW + 24
  return { up: bottom + height > innerHeight && top > innerHeight - bottom, right: right < WIDTH + 16 }
}

function Actions({ label, actions, onClose }: { label: string; actions: MenuAction[]; onClose: () => void }) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  return (
    <div ref={list} role="menu" aria-label={label} tabIndex={-1} onKeyDown={(event) => walk(event, onClose)}>
      {actions.map(({ name, icon, run, apart }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.action}
          data-apart={apart}
          onClick={() => {
            onClose()
            run()
          }}
        >
          <Icon name={icon} />
          {name}
        </button>
      ))}
    </div>
  )
}

function walk(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  if (event.key === 'Escape' || event.key === 'Tab') {
    if (event.key === 'Escape') event.preventDefault()
    close()
    return
  }
  const items = [...event.currentTarget.querySelectorAll('button')]
  const at = items.indexOf(document.activeElement as HTMLButtonElement)
  const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }
  const target = targets[event.key]
  if (target === undefined) return
  event.preventDefault()
  items.at(target % items.length)?.focus()
}

function useCloseOutside(root: { current: HTMLElement | null }, open: boolean, close: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` is new at every render and always the same deed
  useEffect(() => {
    if (!open) return
    const look = (event: PointerEvent) => {
      if (!(event.target instanceof Node && root.current?.contains(event.target))) close()
    }
    document.addEventListener('pointerdown', look)
    return () => document.removeEventListener('pointerdown', look)
  }, [open])
}
