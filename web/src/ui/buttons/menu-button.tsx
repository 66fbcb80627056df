import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon, type IconName } from '../icons/icon.tsx'
import styles from './buttons.module.css'
import { Float, useCloseOutside } from './float.tsx'

/** One action of a menu. */
export interface MenuAction {
  /** Distinguishes actions with the same name. */
  id?: string
  name: string
  icon: IconName
  /** Called when the action is chosen, after the menu has closed and the focus is back on its button. */
  run: () => void
  /** Whether the action starts a new group, with a line above it. */
  startsGroup?: boolean
  /** Secondary text below the name. */
  note?: ReactNode
  /** Whether the action is marked as not seen yet. */
  isNew?: boolean
  /** Whether the action belongs to the one above it, under which it is indented. */
  isUnder?: boolean
}

interface Props {
  /** The accessible name of the button and of the list: what the button opens. */
  label: string
  /** What the button shows. */
  button: ReactNode
  /** Shown above the actions; not an action. */
  head?: ReactNode
  actions: MenuAction[]
  /** Whether the list is wider, for names that are sentences. */
  wide?: boolean
}

/** Renders a button that opens a short list of actions; arrows move through it, Escape closes it. */
export function MenuButton({ label, button, head, actions, wide = false }: Props) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useCloseOutside(root, open, () => setOpen(false))

  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <div ref={root}>
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen((now) => !now)}
      >
        {button}
      </button>
      {open && (
        <Float anchor={opener} wide={wide}>
          {head && <div className={styles.head}>{head}</div>}
          <ActionList label={label} actions={actions} onClose={close} />
        </Float>
      )}
    </div>
  )
}

function ActionList({
  label,
  actions,
  onClose,
}: {
  label: string
  actions: MenuAction[]
  onClose: () => void
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  return (
    <div
      ref={list}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => handleMenuKey(event, onClose)}
    >
      {actions.map(({ id, name, icon, run, startsGroup, note, isNew, isUnder }) => (
        <button
          key={id ?? name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.action}
          data-starts-group={startsGroup}
          data-new={isNew}
          data-under={isUnder}
          onClick={() => {
            onClose()
            run()
          }}
        >
          <Icon name={icon} />
          {note ? (
            <span className={styles.words}>
              {name}
              <small>{note}</small>
            </span>
          ) : (
            name
          )}
        </button>
      ))}
    </div>
  )
}

/** Moves the focus in a menu with the arrow keys, Home and End; Escape and Tab close it. */
function handleMenuKey(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  if (event.key === 'Escape' || event.key === 'Tab') {
    if (event.key === 'Escape') event.preventDefault()
    close()
    return
  }
  const items = [...event.currentTarget.querySelectorAll('button')]
  const focused = items.indexOf(document.activeElement as HTMLButtonElement)
  // Indexes for `at`: -1 is the last item, and an index past the end wraps to the first.
  const targets: Record<string, number> = { ArrowDown: focused + 1, ArrowUp: focused - 1, Home: 0, End: -1 }
  const target = targets[event.key]
  if (target === undefined) return
  event.preventDefault()
  items.at(target % items.length)?.focus()
}
