import { BarChart, type BarSeriesOption } from 'echarts/charts'
import {
  AriaComponent,
  type AriaComponentOption,
  GridComponent,
  type GridComponentOption,
  TooltipComponent,
  type TooltipComponentOption,
} from 'echarts/components'
import { type ComposeOption, type EChartsType, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useAppearance } from '../../ui/appearance.state.ts'
import { formatCount } from '../../ui/figures.ts'
import { type ChartProps, type Counts, countText, shownCounts } from './counts.ts'
import styles from './statistics.module.css'

use([BarChart, GridComponent, TooltipComponent, AriaComponent, SVGRenderer])

/** The options of the chart library that the charts use. */
type Option = ComposeOption<
  BarSeriesOption | GridComponentOption | TooltipComponentOption | AriaComponentOption
>

/** Height of a row with its bar, and width of the label before the bar, in pixels. */
const ROW_HEIGHT_PX = 30
const ROW_LABEL_WIDTH_PX = 132
/** Space above and below all rows together. */
const ROWS_PADDING_PX = 4
/** Height of a chart of vertical bars. */
const COLUMN_CHART_HEIGHT_PX = 148
/** Width of a chart whose container has none yet. */
const DEFAULT_WIDTH_PX = 360

/**
 * Renders a bar chart in which a pressed bar filters the list. Arrow keys move, Enter selects; screen readers get a
 * table instead.
 */
export function Chart(props: ChartProps) {
  const { name, chosen, onChoose, shape } = props
  const bars = shownCounts(props)
  /** Index of the bar reached with the arrow keys; undefined before the first key. */
  const [reachedIndex, setReachedIndex] = useState<number>()
  const container = useRef<HTMLDivElement>(null)
  const toggle = (bar: Counts[number] | undefined) =>
    bar && bar.count > 0 && onChoose(bar.value === chosen ? '' : bar.value)
  useDrawnChart(container, props, reachedIndex, (index) => toggle(bars[index]))
  const reachedBar = reachedIndex === undefined ? undefined : bars[reachedIndex]
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, reachedIndex, bars.length)
    if (next !== undefined) setReachedIndex(next)
    else if (event.key === 'Enter' || event.key === ' ') toggle(reachedBar)
    else return
    event.preventDefault()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a chart that is walked through by keys is no field set */}
      <div
        role="group"
        aria-label={`${name}图，方向键逐项查看，Enter 只看这一项`}
        className={styles.chart}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys walk through it
        tabIndex={0}
        style={{
          height:
            shape === 'columns' ? COLUMN_CHART_HEIGHT_PX : bars.length * ROW_HEIGHT_PX + ROWS_PADDING_PX,
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setReachedIndex(undefined)}
      >
        <div ref={container} aria-hidden="true" />
      </div>
      <p className="sr-only" aria-live="polite">
        {reachedBar && countText(reachedBar)}
      </p>
      <ChartTable name={name} bars={bars} chosen={chosen} onChoose={toggle} />
    </>
  )
}

/** Returns the index of the bar that a key leads to from the one at `index`; undefined for other keys. */
function nextIndex(key: string, index: number | undefined, length: number): number | undefined {
  const last = length - 1
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(last, (index ?? -1) + 1)
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(0, (index ?? length) - 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}

interface ChartTableProps {
  name: string
  bars: Counts
  /** The value by which the list is filtered; '' for none. */
  chosen: string
  onChoose: (bar: Counts[number]) => void
}

/** Renders the figures of a chart for screen readers. */
function ChartTable({ name, bars, chosen, onChoose }: ChartTableProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{name}</caption>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            <th scope="col">篇数</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.value}>
              <th scope="row">
                <button
                  type="button"
                  tabIndex={-1}
                  aria-pressed={bar.value === chosen}
                  onClick={() => onChoose(bar)}
                >
                  {bar.label}
                </button>
              </th>
              <td>{formatCount(bar.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/**
 * Draws the chart into `container`, and redraws it when figures, size or appearance change. Highlights the bar at
 * `reachedIndex`; `onPress` is called with the index of a pressed bar.
 */
function useDrawnChart(
  container: { current: HTMLDivElement | null },
  props: ChartProps,
  reachedIndex: number | undefined,
  onPress: (index: number) => void,
): void {
  const dark = useAppearance((state) => state.dark)
  const chart = useRef<EChartsType>(undefined)
  const latestOnPress = useRef(onPress)
  latestOnPress.current = onPress
  useEffect(() => {
    const box = container.current
    if (!box) return
    const created = init(box, null, { renderer: 'svg', ...sizeOf(box) })
    chart.current = created
    created.on('click', ({ dataIndex }) => latestOnPress.current(dataIndex))
    const watch = new ResizeObserver(() => created.resize(sizeOf(box)))
    watch.observe(box)
    return () => {
      watch.disconnect()
      created.dispose()
    }
  }, [container])
  // The text of the figures, because their array is new at every render.
  const key = JSON.stringify(shownCounts(props))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is what is shown; the colors are those of the appearance
  useEffect(() => {
    chart.current?.setOption(optionOf(props), { notMerge: true })
  }, [key, props.chosen, dark])
  useEffect(() => {
    chart.current?.dispatchAction({ type: 'downplay', seriesIndex: 0 })
    if (reachedIndex === undefined) return void chart.current?.dispatchAction({ type: 'hideTip' })
    chart.current?.dispatchAction({ type: 'highlight', seriesIndex: 0, dataIndex: reachedIndex })
    chart.current?.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: reachedIndex })
  }, [reachedIndex])
}

/** Returns the size of the chart with defaults, because a panel that is opening has no width yet. */
const sizeOf = ({ clientWidth, parentElement }: HTMLElement) => ({
  width: clientWidth || DEFAULT_WIDTH_PX,
  height: parentElement?.clientHeight || COLUMN_CHART_HEIGHT_PX,
})

/** Returns the present value of a color token such as `--primary`, which depends on the appearance. */
const colorOf = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/**
 * Returns the drawing instructions of a chart: years upright as columns, other values lying as rows. Bars that are not
 * chosen are paler; the count of a row stands at the end of its bar.
 */
function optionOf(props: ChartProps): Option {
  const { chosen, shape, name } = props
  const bars = shownCounts(props)
  const [primary, second, line] = [colorOf('--primary'), colorOf('--second'), colorOf('--line')]
  const isChosen = ({ value }: Counts[number]) => chosen === '' || value === chosen
  const labelAxis = {
    type: 'category' as const,
    data: bars.map(({ label }) => label),
    axisTick: { show: false },
    axisLine: { lineStyle: { color: line } },
    axisLabel: {
      color: second,
      fontSize: 12,
      ...(shape === 'rows' && { width: ROW_LABEL_WIDTH_PX, overflow: 'truncate' as const }),
    },
  }
  const countAxis = {
    type: 'value' as const,
    minInterval: 1,
    splitLine: { show: shape === 'columns', lineStyle: { color: line } },
    axisLabel: { show: shape === 'columns', color: second, fontSize: 12 },
  }
  const isColumns = shape === 'columns'
  return {
    animation: false,
    aria: { enabled: true, label: { description: `${name}：${bars.map(countText).join('，')}` } },
    grid: isColumns
      ? { left: 4, right: 8, top: 12, bottom: 4, outerBoundsMode: 'same' }
      : { left: ROW_LABEL_WIDTH_PX + 8, right: 40, top: 2, bottom: 2 },
    tooltip: {
      confine: true,
      backgroundColor: colorOf('--surface'),
      borderColor: line,
      textStyle: { color: colorOf('--text'), fontSize: 12 },
      // ECharts passes one item, or a list of one.
      formatter: (items) => {
        const bar = bars[[items].flat()[0]?.dataIndex ?? 0]
        return bar ? escapeHtml(countText(bar)) : ''
      },
    },
    xAxis: isColumns ? labelAxis : countAxis,
    yAxis: isColumns ? countAxis : { ...labelAxis, inverse: true, axisLine: { show: false } },
    series: [
      {
        type: 'bar',
        name,
        barMaxWidth: isColumns ? 22 : 12,
        barMinHeight: 2,
        cursor: 'pointer',
        label: { show: !isColumns, position: 'right', color: second, fontSize: 12 },
        emphasis: { itemStyle: { color: primary, opacity: 1 } },
        data: bars.map((bar) => ({
          // `-` draws no bar at all; 0 would get the minimum height.
          value: bar.count || '-',
          itemStyle: { color: primary, borderRadius: 2, opacity: isChosen(bar) ? 0.75 : 0.25 },
        })),
      },
    ],
  }
}

/** Escapes text for tooltips, which are set as HTML. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
