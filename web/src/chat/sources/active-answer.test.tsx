import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useActiveAnswer, useHoveredSource } from './active-answer.ts'

const ids = ['a1', 'a2', 'a3']
/** Where each answer begins and ends in a window of 768 pixels. */
let places: Record<string, [top: number, bottom: number]>

function Answers({ stage = 'streaming' }: { stage?: string }) {
  const column = useRef<HTMLDivElement>(null)
  const read = useActiveAnswer(column, ids, stage)
  return (
    <div ref={column}>
      <output>{read}</output>
      {ids.map((id) => (
        <article key={id} data-answer={id} ref={placed} />
      ))}
    </div>
  )
}

function placed(article: HTMLElement | null) {
  if (!article) return
  article.getBoundingClientRect = () => {
    const [top, bottom] = places[article.dataset.answer ?? ''] ?? [0, 0]
    return { top, bottom } as DOMRect
  }
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
const scroll = () =>
  act(async () => {
    fireEvent.scroll(document)
    await frame()
  })
const read = () => screen.getByRole('status').textContent

let again: ReturnType<typeof render>['rerender']

beforeEach(async () => {
  useHoveredSource.setState({ source: '', answer: undefined })
  places = { a1: [-500, 100], a2: [100, 600], a3: [600, 2_000] }
  again = render(<Answers />).rerender
  await act(frame)
})
afterEach(cleanup)

test('an answer that has ended is looked at again: it has grown, and nothing was scrolled', async () => {
  places = { a1: [-500, 100], a2: [100, 200], a3: [200, 700] }
  again(<Answers stage="stored" />)
  await act(frame)
  expect(read()).toBe('a3')
})

test('the answer that takes most of the window is the one that is read', async () => {
  expect(read()).toBe('a2')
  places = { a1: [-900, -300], a2: [-300, 200], a3: [200, 1_600] }
  await scroll()
  expect(read()).toBe('a3')
})

test('the answer whose marker was pointed at is read until the page is scrolled', async () => {
  act(() => useHoveredSource.setState({ source: 'p1', answer: 'a1' }))
  expect(read()).toBe('a1')
  await scroll()
  expect(read()).toBe('a1')
  act(() => useHoveredSource.setState({ source: '' }))
  expect(read()).toBe('a1')
  await scroll()
  expect(read()).toBe('a2')
  expect(useHoveredSource.getState().answer).toBeUndefined()
})
