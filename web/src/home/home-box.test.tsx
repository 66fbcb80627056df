import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useHomeState } from '../api/specified.state.ts'
import { CITATION_DRAFT, takeDraft } from '../chat/start/stored-input.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { fill, press, showAt } from '../testing/show.tsx'
import { HomeBox } from './home-box.tsx'

afterEach(() => {
  cleanup()
  useHomeState.setState({ noAuthMenus: [] })
})

test('a text goes on to where it gets references, unless the operator has closed it', async () => {
  fakeServer({})
  const { router } = showAt('/home?mode=cite', <HomeBox />)
  await fill('要配引文的文字', '注意力机制首先用于机器翻译。')
  await press('配引文')
  const { pathname, search } = router.state.location
  expect(`${pathname}${search}`).toBe('/aiCitation?engines=local')
  expect(takeDraft(CITATION_DRAFT)).toBe('注意力机制首先用于机器翻译。')
  await act(async () => useHomeState.setState({ noAuthMenus: ['/aiCitation'] }))
  expect(screen.queryByRole('tab', { name: 'AI 引文' })).toBeNull()
})

test('the arrows move between what the box is for, of which Tab reaches the chosen one', async () => {
  fakeServer({})
  const { query } = showAt('/home', <HomeBox />)
  const tabs = screen.getAllByRole('tab')
  expect(tabs.map(({ tabIndex }) => tabIndex)).toEqual([0, ...tabs.slice(1).map(() => -1)])
  const pressKey = (key: string, held = {}) =>
    act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...held }))
  await act(async () => screen.getByRole('tab', { name: '检索' }).focus())
  for (const held of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])
    await pressKey('ArrowRight', { [held]: true })
  expect(document.activeElement).toBe(tabs[0])
  await pressKey('ArrowRight')
  expect(query().has('mode')).toBe(true)
  expect(document.activeElement).toBe(tabs[1])
  await pressKey('ArrowLeft')
  expect(query().has('mode')).toBe(false)
  await pressKey('End')
  expect(document.activeElement).toBe(tabs.at(-1))
  expect(tabs.map(({ tabIndex }) => tabIndex)).toEqual([...tabs.slice(1).map(() => -1), 0])
})
