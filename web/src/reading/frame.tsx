import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { Sheet } from '../ui/dialogs/modal.tsx'
import { Icon, type IconName } from '../ui/icons/icon.tsx'
import { readStored, writeStored } from '../ui/stored-choice.ts'
import { useMedia } from '../ui/use-media.ts'
import styles from './reading.module.css'
import { type Pane, useReading } from './state/reading.state.ts'
import { type ReadingSide, useReadingAddress } from './state/reading-address.ts'

interface Props {
  list: ReactNode
  desk: ReactNode
  /** The side panels; absent when the text did not open, or several are compared. */
  side?: ReactNode
  /** Number of notes, shown in the bar of a phone. */
  notes?: number | undefined
}

/** The widths that a column can have, in pixels. */
interface WidthRange {
  initial: number
  min: number
  max: number
}

const LIST_WIDTHS: WidthRange = { initial: 260, min: 180, max: 420 }
const SIDE_WIDTHS: WidthRange = { initial: 420, min: 320, max: 720 }
/** Maximum width of the side column in a window without room for the list, in pixels. */
const MAX_NARROW_SIDE_PX = 380

/**
 * Renders the reader in three columns with movable borders: list, text, side panels. The list is a drawer in narrower
 * windows, and a phone shows one column at a time.
 */
export function Frame({ list, desk, side, notes }: Props) {
  const isPhone = useMedia('(max-width: 767px)')
  const isWide = useMedia('(min-width: 1280px)')
  const pane = useReading((state) => state.pane)
  const [listWidth, setListWidth] = useColumnWidth('list', LIST_WIDTHS)
  const [sideWidth, setSideWidth] = useColumnWidth('side', SIDE_WIDTHS)
  const closeList = () => useReading.setState({ pane: 'desk' })
  const shownPane: Pane = pane === 'side' && !side ? 'desk' : pane
  if (isPhone)
    return (
      <div className={styles.phone}>
        <div className={styles.pane} hidden={shownPane !== 'desk'}>
          {desk}
        </div>
        <div className={styles.pane} hidden={shownPane !== 'side'}>
          {side}
        </div>
        {shownPane === 'list' && <div className={styles.pane}>{list}</div>}
        <PhoneBar shownPane={shownPane} hasSide={side !== undefined} notes={notes} />
      </div>
    )
  const columns = [
    isWide && `${listWidth}px 1px`,
    'minmax(0, 1fr)',
    side !== undefined && `1px ${isWide ? sideWidth : Math.min(sideWidth, MAX_NARROW_SIDE_PX)}px`,
  ]
  return (
    <div className={styles.columns} style={{ gridTemplateColumns: columns.filter(Boolean).join(' ') }}>
      {isWide && (
        <>
          <aside className={styles.list} aria-label="正在阅读">
            {list}
          </aside>
          <ResizeHandle label="清单的宽度" width={listWidth} onWidth={setListWidth} side="left" />
        </>
      )}
      <div className={styles.middle}>{desk}</div>
      {side !== undefined && (
        <>
          <ResizeHandle label="解读栏的宽度" width={sideWidth} onWidth={setSideWidth} side="right" />
          <aside className={styles.side} aria-label="解读">
            {side}
          </aside>
        </>
      )}
      {!isWide && pane === 'list' && (
        <Sheet title="正在阅读" from="left" onClose={closeList}>
          {list}
        </Sheet>
      )}
    </div>
  )
}

/** The entries of a phone's bar; the notes have one of their own among the side panels. */
const panes: { pane: Pane; side?: ReadingSide; name: string; icon: IconName }[] = [
  { pane: 'desk', name: '原文', icon: 'book' },
  { pane: 'side', side: 'insight', name: '解读', icon: 'robot' },
  { pane: 'side', side: 'notes', name: '笔记', icon: 'note' },
  { pane: 'list', name: '清单', icon: 'list' },
]

interface PhoneBarProps {
  shownPane: Pane
  hasSide: boolean
  notes: number | undefined
}

/** Renders the bar of a phone. 解读 stands for every side panel but the notes, and returns to the one shown last. */
function PhoneBar({ shownPane, hasSide, notes }: PhoneBarProps) {
  const { address, showPanel } = useReadingAddress()
  const showsPanelOf = (side: ReadingSide) => (side === 'notes') === (address.side === 'notes')
  const isCurrent = ({ pane, side }: (typeof panes)[number]) =>
    pane === shownPane && (side === undefined || showsPanelOf(side))
  return (
    <nav className={styles.phoneBar} aria-label="阅读的部分">
      {panes
        .filter(({ pane }) => hasSide || pane !== 'side')
        .map((entry) => (
          <button
            key={entry.name}
            type="button"
            aria-current={isCurrent(entry) ? 'page' : undefined}
            onClick={() => {
              if (entry.side && !showsPanelOf(entry.side)) showPanel(entry.side)
              useReading.setState({ pane: entry.pane })
            }}
          >
            <Icon name={entry.icon} />
            {entry.name}
            {entry.side === 'notes' && notes ? ` ${notes}` : ''}
          </button>
        ))}
    </nav>
  )
}

/** By how much an arrow key moves a border, in pixels. */
const KEY_STEP_PX = 16

interface ResizeHandleProps {
  label: string
  width: number
  onWidth: (width: number) => void
  /** The side of the handle on which its column is. */
  side: 'left' | 'right'
}

/** Renders the border of a column, which can be dragged or moved with the arrow keys. */
function ResizeHandle({ label, width, onWidth, side }: ResizeHandleProps) {
  /** By how much the column grows per pixel that the border moves to the right. */
  const growth = side === 'left' ? 1 : -1
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const from = event.clientX
    const grip = event.currentTarget
    grip.setPointerCapture(event.pointerId)
    const move = ({ clientX }: globalThis.PointerEvent) => onWidth(width + (clientX - from) * growth)
    grip.addEventListener('pointermove', move)
    grip.addEventListener('lostpointercapture', () => grip.removeEventListener('pointermove', move), {
      once: true,
    })
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') onWidth(width - KEY_STEP_PX * growth)
    if (key === 'ArrowRight') onWidth(width + KEY_STEP_PX * growth)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a border that can be moved is no rule between texts
    <div
      className={styles.grip}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  )
}

/** Returns the width of a column in pixels, which this browser stores, and its setter, which keeps it in range. */
function useColumnWidth(
  name: 'list' | 'side',
  { initial, min, max }: WidthRange,
): [number, (width: number) => void] {
  const key = `scinav.reading.${name}`
  const [width, setWidth] = useState(() => {
    const stored = Number(readStored(key))
    return stored >= min && stored <= max ? stored : initial
  })
  const set = (next: number) => {
    const allowed = Math.round(Math.min(max, Math.max(min, next)))
    setWidth(allowed)
    writeStored(key, String(allowed))
  }
  return [width, set]
}
