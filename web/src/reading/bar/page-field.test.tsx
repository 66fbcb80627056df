import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PageField } from './page-field.tsx'

afterEach(cleanup)

test('a page that is being typed stays, though the pages go on meanwhile', () => {
  const asked: number[] = []
  const fieldAt = (page: number) => (
    <PageField page={page} pages={40} onPage={(wanted) => asked.push(wanted)} />
  )
  const { rerender } = render(fieldAt(2))
  const field = screen.getByLabelText<HTMLInputElement>('页码，共 40 页')
  fireEvent.change(field, { target: { value: '12' } })
  rerender(fieldAt(3))
  expect(field.value).toBe('12')
  fireEvent.submit(field)
  expect(asked).toEqual([12])
  expect(field.value).toBe('3')
})
