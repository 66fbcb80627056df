import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { formatCount } from '../../ui/figures.ts'
import styles from './facets.module.css'
import type { YearBar } from './years.ts'

interface Props {
  bars: YearBar[]
  /** The first selected year; undefined for no lower bound. */
  from: number | undefined
  /** The last selected year; undefined for no upper bound. */
  to: number | undefined
  /** Called with the first and the last year of a selection. */
  onChoose: (from: number, to: number) => void
}

/**
 * Renders bars by year. Pressing one selects its years, dragging over several selects their range; with Shift the range
 * starts from the present selection. Only one bar is in the tab order, arrow keys reach the others.
 */
export function YearBars({ bars, from, to, onChoose }: Props) {
  /** Index of the bar in the tab order. */
  const [focusable, setFocusable] = useState(bars.length - 1)
  /** Indexes of the bars at which the drag under way began and is now. */
  const [dragged, setDragged] = useState<{ start: number; end: number }>()
  const highest = Math.max(...bars.map((bar) => bar.count), 1)
  const isSelected = (bar: YearBar, index: number) =>
    dragged
      ? index >= Math.min(dragged.start, dragged.end) && index <= Math.max(dragged.start, dragged.end)
      : bar.to >= (from ?? Number.NEGATIVE_INFINITY) && bar.from <= (to ?? Number.POSITIVE_INFINITY)

  const chooseSpan = (start: number, end: number) => {
    const first = bars[Math.min(start, end)]
    const last = bars[Math.max(start, end)]
    if (first && last) onChoose(first.from, last.to)
  }
  const press = (index: number, extend: boolean) => {
    const bar = bars[index]
    if (!bar) return
    setFocusable(index)
    if (extend && from !== undefined) onChoose(Math.min(from, bar.from), Math.max(to ?? from, bar.to))
    else onChoose(bar.from, bar.to)
  }
  const endDrag = () => {
    if (dragged && dragged.start !== dragged.end) chooseSpan(dragged.start, dragged.end)
    setDragged(undefined)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const last = bars.length - 1
    const target = { ArrowRight: focusable + 1, ArrowLeft: focusable - 1, Home: 0, End: last }[event.key]
    if (target === undefined) return
    event.preventDefault()
    const index = Math.max(0, Math.min(last, target))
    setFocusable(index)
    event.currentTarget.querySelectorAll('button')[index]?.focus()
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
        {bars.map((bar, index) => (
          <button
            key={bar.from}
            type="button"
            tabIndex={index === Math.min(focusable, bars.length - 1) ? 0 : -1}
            aria-label={`${bar.label}，${formatCount(bar.count)} 篇`}
            aria-pressed={isSelected(bar, index)}
            title={`${bar.label}，${formatCount(bar.count)} 篇`}
            onFocus={() => setFocusable(index)}
            onPointerDown={(event) => isPlainMousePress(event) && setDragged({ start: index, end: index })}
            onPointerEnter={() => setDragged((before) => before && { ...before, end: index })}
            onClick={(event) => press(index, event.shiftKey)}
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

/** Least height of a bar with papers, in percent of the highest, so that it stays visible. */
const MIN_BAR_PERCENT = 3

/** Returns the height of a bar, in percent of the highest. */
const barHeight = (count: number, highest: number): number =>
  Math.max((count / highest) * 100, count > 0 ? MIN_BAR_PERCENT : 0)

/** Whether a press starts a drag; only with the mouse, because on touch it would prevent scrolling. */
const isPlainMousePress = (event: PointerEvent) =>
  event.pointerType === 'mouse' && event.button === 0 && !event.shiftKey
