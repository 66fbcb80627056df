import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { formatCount } from '../../ui/figures.ts'
import styles from './facets.module.css'
import type { YearBar } from './years.ts'

interface Props {
  bars: YearBar[]
  from: number | undefined
  to: number | undefined
  onChoose: (from: number, to: number) => void
}

/**
 * Renders bars by year. Pressing one selects its years, dragging over several selects their range; with Shift the range
 * starts from the present selection. Only one bar is in the tab order, arrow keys reach the others.
 */
export function YearBars({ bars, from, to, onChoose }: Props) {
  const [at, setAt] = useState(bars.length - 1)
  const [dragged, setDragged] = useState<{ start: number; end: number }>()
  const highest = Math.max(...bars.map((bar) => bar.count), 1)
  const isIn = (bar: YearBar, place: number) =>
    dragged
      ? place >= Math.min(dragged.start, dragged.end) && place <= Math.max(dragged.start, dragged.end)
      : bar.to >= (from ?? Number.NEGATIVE_INFINITY) && bar.from <= (to ?? Number.POSITIVE_INFINITY)

  const chooseSpan = (start: number, end: number) => {
    const [first, last] = [bars[Math.min(start, end)], bars[Math.max(start, end)]]
    if (first && last) onChoose(first.from, last.to)
  }
  const press = (place: number, extend: boolean) => {
    const bar = bars[place]
    if (!bar) return
    setAt(place)
    if (extend && from !== undefined) onChoose(Math.min(from, bar.from), Math.max(to ?? from, bar.to))
    else onChoose(bar.from, bar.to)
  }
  const endDrag = () => {
    if (dragged && dragged.start !== dragged.end) chooseSpan(dragged.start, dragged.end)
    setDragged(undefined)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: bars.length - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    const place = Math.max(0, Math.min(bars.length - 1, target))
    setAt(place)
    event.currentTarget.querySelectorAll('button')[place]?.focus()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons is no form */}
      <div
        className={styles.bars}
        role="group"
        aria-label="按年份筛选，左右键移动，回车选择，按住 Shift 选择一段"
        onKeyDown={onKeyDown}
        onPointerUp={endDrag}
        onPointerLeave={() => setDragged(undefined)}
      >
        {bars.map((bar, place) => (
          <button
            key={bar.from}
            type="button"
            tabIndex={place === Math.min(at, bars.length - 1) ? 0 : -1}
            aria-label={`${bar.label}，${formatCount(bar.count)} 篇`}
            aria-pressed={isIn(bar, place)}
            title={`${bar.label}，${formatCount(bar.count)} 篇`}
            onFocus={() => setAt(place)}
            onPointerDown={(event) => isPlainMousePress(event) && setDragged({ start: place, end: place })}
            onPointerEnter={() => setDragged((now) => now && { ...now, end: place })}
            onClick={(event) => press(place, event.shiftKey)}
          >
            <i style={{ '--height': `${barHeight(bar.count, highest)}%` }} />
          </button>
        ))}
      </div>
      <div className={styles.ends} aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.to} 年</span>
      </div>
    </>
  )
}

/** Height of a bar with a single paper, in percent of the highest, so that it stays visible. */
const MIN_BAR_HEIGHT = 3

const barHeight = (count: number, highest: number): number =>
  Math.max((count / highest) * 100, count > 0 ? MIN_BAR_HEIGHT : 0)

/** Whether a press starts a drag; only with the mouse, because on touch it would prevent scrolling. */
const isPlainMousePress = (event: PointerEvent) =>
  event.pointerType === 'mouse' && event.button === 0 && !event.shiftKey
