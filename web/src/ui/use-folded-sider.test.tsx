import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useHomeState } from '../api/specified.state.ts'
import { showAt } from '../testing/show.tsx'
import { useFoldedSider } from './use-folded-sider.ts'

function Reading() {
  useFoldedSider()
  return null
}
const isFolded = () => useHomeState.getState().collapsed

beforeEach(() => {
  localStorage.clear()
  useHomeState.setState({ collapsed: false })
})
afterEach(cleanup)

test('the menu is folded while somebody reads, and stands again as it did', () => {
  const { unmount } = showAt('/readDetailMore', <Reading />)
  expect(isFolded()).toBe(true)
  unmount()
  expect(isFolded()).toBe(false)
})

test('whoever chose how the menu stands is not overruled', () => {
  localStorage.setItem('scinav.sider', 'open')
  showAt('/readDetailMore', <Reading />)
  expect(isFolded()).toBe(false)
})
