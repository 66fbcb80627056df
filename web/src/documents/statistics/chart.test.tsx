import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { type ECElementEvent, getInstanceByDom } from 'echarts/core'
import { afterEach, expect, test, vi } from 'vitest'
import { Chart } from './chart.tsx'
import { shownCounts } from './counts.ts'

afterEach(cleanup)

const years = ['2019', '2021'].map((value, at) => ({ value, label: value, count: at + 1 }))
const show = (chosen = '') => {
  const onChoose = vi.fn()
  const view = render(
    <Chart name="年份" counts={years} chosen={chosen} onChoose={onChoose} shape="columns" />,
  )
  return { ...view, onChoose, chart: screen.getByRole('group', { name: /年份图/ }) }
}
const key = (element: HTMLElement, name: string) => act(async () => fireEvent.keyDown(element, { key: name }))

test('figures are drawn as a picture of lines, and stand in a table for those who do not see it', () => {
  const { container } = show()
  expect(container.querySelector('svg path')).toBeTruthy()
  const table = screen.getByRole('table', { name: '年份' })
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['年份篇数', '20191', '20200', '20212'])
})

test('arrows walk through the bars and say each; Enter shows just that one', async () => {
  const { chart, container, onChoose } = show()
  await key(chart, 'ArrowRight')
  expect(container.querySelector('[aria-live]')?.textContent).toBe('2019：1 篇')
  await key(chart, 'End')
  await key(chart, 'Enter')
  expect(onChoose).toHaveBeenLastCalledWith('2021')
})

test('a chosen one is let go when it is chosen again, and a year without papers is never chosen', async () => {
  const { chart, onChoose } = show('2021')
  await key(chart, 'End')
  await key(chart, 'Enter')
  expect(onChoose).toHaveBeenLastCalledWith('')
  await key(chart, 'ArrowLeft')
  await key(chart, 'Enter')
  expect(onChoose).toHaveBeenCalledTimes(1)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '2019' })))
  expect(onChoose).toHaveBeenLastCalledWith('2019')
})

test('a bar that is pressed shows just that one', async () => {
  const { container, onChoose } = show()
  const drawn = container.querySelector<HTMLElement>('[aria-hidden]')
  const chart = drawn ? getInstanceByDom(drawn) : undefined
  await act(async () => void chart?.trigger('click', { dataIndex: 0 } as ECElementEvent))
  expect(onChoose).toHaveBeenCalledWith('2019')
})

test('of many years the last thirty are shown, of other values the first eight and the chosen one', () => {
  const of = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => ({
      value: `${from + at}`,
      label: `${from + at}`,
      count: 1,
    }))
  expect(shownCounts({ counts: of(1950, 2026), chosen: '', shape: 'columns' })).toHaveLength(30)
  const rows = shownCounts({ counts: of(1, 20), chosen: '17', shape: 'rows' })
  expect(rows.map(({ value }) => value)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '17'])
})
