import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Icon, type IconName } from '../icons/icon.tsx'
import styles from './buttons.module.css'

/** One action of a menu. */
export interface MenuAction {
  /** Distinguishes actions with the same name. */
  id?: string
  name: string
  icon: IconName
  run: () => void
  /** Draws a line above: the action starts a new group. */
  apart?: boolean
  /** Secondary text below the name. */
  note?: ReactNode
  /** Marks the action as not seen yet. */
  isNew?: boolean
}

interface Props {
  /** The accessible name: what the button opens. */
  label: string
  button: ReactNode
  /** Shown above the actions; not an action. */
  head?: ReactNode
  actions: MenuAction[]
  /** Wider list, for names that are sentences. */
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
        <Float beside={opener} wide={wide}>
          {head && <div className={styles.head}>{head}</div>}
          <ActionList label={label} actions={actions} onClose={close} />
        </Float>
      )}
    </div>
  )
}

interface FloatProps {
  beside: RefObject<HTMLElement | null>
  wide: boolean
  children: ReactNode
}

/** Renders its children in the browser's top layer, so that no ancestor of the button clips or covers them. */
function Float({ beside, wide, children }: FloatProps) {
  const float = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const reposition = () => {
      if (beside.current && float.current) positionFloat(float.current, beside.current)
    }
    float.current?.showPopover?.()
    reposition()
    addEventListener('resize', reposition)
    addEventListener('scroll', reposition, true)
    return () => {
      removeEventListener('resize', reposition)
      removeEventListener('scroll', reposition, true)
    }
  }, [beside])
  return (
    <div ref={float} className={styles.float} data-wide={wide} popover="manual">
      {children}
    </div>
  )
}

/** Gap between the button and the list, and minimum gap between the list and the window's edge, in pixels. */
const LIST_GAP_PX = 8

/** Positions the list under the button, or above it where there is more room, and always inside the window. */
function positionFloat(float: HTMLElement, button: HTMLElement): void {
  const { top, bottom, left, right } = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = float
  const opensUpward = bottom + LIST_GAP_PX + height > innerHeight && top > innerHeight - bottom
  // Aligned with the right edge of the button, or with its left edge where the list would leave the window.
  const preferredLeft = right - width < LIST_GAP_PX ? left : right - width
  const preferredTop = opensUpward ? top - LIST_GAP_PX - height : bottom + LIST_GAP_PX
  float.style.left = `${Math.max(LIST_GAP_PX, Math.min(preferredLeft, innerWidth - width - LIST_GAP_PX))}px`
  float.style.top = `${Math.max(LIST_GAP_PX, preferredTop)}px`
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
      {actions.map(({ id, name, icon, run, apart, note, isNew }) => (
        <button
          key={id ?? name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.action}
          data-apart={apart}
          data-new={isNew}
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

function useCloseOutside(root: { current: HTMLElement | null }, open: boolean, close: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` is new at every render and always the same action
  useEffect(() => {
    if (!open) return
    const onPointerDown = (event: PointerEvent) => {
      if (!(event.target instanceof Node && root.current?.contains(event.target))) close()
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [open])
}
