import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { showAt } from '../../testing/show.tsx'
import { Distribution } from './distribution.tsx'

afterEach(cleanup)

const chart = (...years: string[]) => ({
  years: years.map((label) => ({ label, count: 2 })),
  venues: [],
  languages: [],
})

test('papers that are older than what the chart draws are told beside it', () => {
  showAt(
    '/',
    <Distribution chart={chart('1943', '1958', '2012', '2020')} sources={[]} onOpen={() => undefined} />,
  )
  expect(screen.getByText('更早的 4 篇没有画出：1943、1958 年')).toBeTruthy()
})

test('nothing is said of a chart that draws them all', () => {
  showAt('/', <Distribution chart={chart('2012', '2020')} sources={[]} onOpen={() => undefined} />)
  expect(screen.queryByText(/没有画出/)).toBeNull()
})
