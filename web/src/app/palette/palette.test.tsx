import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, useLocation } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUserInfo } from '../../api/session.state.ts'
import { useHomeState } from '../../api/specified.state.ts'
import { fakeServer, ok, person } from '../../testing/fake-server.ts'
import { useAppearance } from '../../ui/appearance.state.ts'
import { Overlays } from '../overlays/overlays.tsx'
import { closePalette } from '../shell/palette.state.ts'
import { matchesItem, usePaletteSearch } from './palette-items.ts'

beforeEach(() => {
  fakeServer({})
  setUserInfo(person)
  useHomeState.setState({ menuItems: [{ path: '/home', name: '首页', icon: 'home', children: [] }] })
})
afterEach(() => {
  cleanup()
  closePalette()
})

function Here() {
  const { pathname, search } = useLocation()
  return <p data-testid="here">{pathname + search}</p>
}

function show() {
  const element = (
    <>
      <Here />
      <textarea aria-label="正文" />
      <Overlays />
    </>
  )
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/other'] })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

const box = () => screen.findByRole('combobox', { name: '快速检索' })
const names = () => screen.getAllByRole('option').map((option) => option.textContent)
const selected = () => screen.getByRole('option', { selected: true }).textContent

test('Ctrl K opens the palette from anywhere, the slash only where nobody is writing', async () => {
  show()
  fireEvent.keyDown(screen.getByLabelText('正文'), { key: '/' })
  expect(screen.queryByRole('combobox')).toBeNull()
  fireEvent.keyDown(document.body, { key: '/' })
  await box()
  act(closePalette)
  fireEvent.keyDown(screen.getByLabelText('正文'), { key: 'k', ctrlKey: true })
  await box()
})

test('typing narrows screens and actions, and what fits nothing can still be searched for', async () => {
  show()
  fireEvent.keyDown(document.body, { key: '/' })
  await waitFor(() => expect(names()).toContain('首页'))
  expect(names()).not.toContain('用户管理')
  fireEvent.change(await box(), { target: { value: '外观' } })
  await waitFor(() =>
    expect(names()).toEqual([
      '外观',
      '使用浅色外观',
      '使用深色外观',
      '外观跟随系统',
      '检索「外观」',
      '深度研究「外观」',
    ]),
  )
  fireEvent.change(await box(), { target: { value: '没有这个' } })
  await waitFor(() => expect(names()).toEqual(['检索「没有这个」', '深度研究「没有这个」']))
  fireEvent.keyDown(await box(), { key: 'Enter' })
  await waitFor(() =>
    expect(screen.getByTestId('here').textContent).toBe(
      `/home/searchResult?q=${encodeURIComponent('没有这个')}`,
    ),
  )
})

test('the arrows walk round, Enter runs what is marked', async () => {
  show()
  fireEvent.keyDown(document.body, { key: '/' })
  fireEvent.change(await box(), { target: { value: '使用' } })
  await waitFor(() =>
    expect(names()).toEqual(['使用浅色外观', '使用深色外观', '检索「使用」', '深度研究「使用」']),
  )
  expect(selected()).toBe('使用浅色外观')
  fireEvent.keyDown(await box(), { key: 'ArrowDown' })
  expect(selected()).toBe('使用深色外观')
  fireEvent.keyDown(await box(), { key: 'ArrowDown' })
  fireEvent.keyDown(await box(), { key: 'ArrowDown' })
  fireEvent.keyDown(await box(), { key: 'ArrowDown' })
  expect(selected()).toBe('使用浅色外观')
  fireEvent.keyDown(await box(), { key: 'ArrowUp' })
  fireEvent.keyDown(await box(), { key: 'ArrowUp' })
  fireEvent.keyDown(await box(), { key: 'ArrowUp' })
  fireEvent.keyDown(await box(), { key: 'Enter' })
  expect(useAppearance.getState().appearance).toBe('dark')
})

test('Enter that ends a Chinese input does not run anything', async () => {
  show()
  fireEvent.keyDown(document.body, { key: '/' })
  fireEvent.change(await box(), { target: { value: '首页' } })
  await waitFor(() => expect(names()).toEqual(['首页', '检索「首页」', '深度研究「首页」']))
  fireEvent.keyDown(await box(), { key: 'Enter', isComposing: true })
  expect(screen.getByTestId('here').textContent).toBe('/other')
  fireEvent.keyDown(await box(), { key: 'Enter' })
  await waitFor(() => expect(screen.getByTestId('here').textContent).toBe('/home'))
})

test('an operator also finds what operators do', async () => {
  setUserInfo({ ...person, is_admin: true })
  show()
  fireEvent.keyDown(document.body, { key: '/' })
  await waitFor(() => expect(names()).toEqual(expect.arrayContaining(['用户管理', '后台任务'])))
})

test('a line is found by any of its words, whatever their order and case', () => {
  const item = { id: 'a', name: '使用深色外观', words: 'dark theme', icon: 'moon', run: () => undefined }
  expect(matchesItem(item, 'THEME 深色')).toBe(true)
  expect(matchesItem(item, '浅色')).toBe(false)
  expect(matchesItem(item, '')).toBe(true)
})

test('papers are found by their titles, without mark-up, and open over the screen', async () => {
  fakeServer({
    'GET /api/dict/dictDictSuggestList': () =>
      ok([
        { type: 'keyword', text: '超导', paper_id: null },
        { type: 'title', text: 'High T<sub>c</sub> 超导', paper_id: 'p1' },
      ]),
  })
  show()
  fireEvent.keyDown(document.body, { key: '/' })
  fireEvent.change(await box(), { target: { value: '超导' } })
  await waitFor(() => expect(names()).toEqual(['检索「超导」', '深度研究「超导」', 'High Tc 超导']))
  fireEvent.keyDown(await box(), { key: 'End' })
  fireEvent.keyDown(await box(), { key: 'Enter' })
  await waitFor(() => expect(screen.getByTestId('here').textContent).toBe('/other?paper=p1'))
})

test('a provider that throws shows nothing, and the others show their items', async () => {
  const item = { id: 'home', name: '首页', icon: 'home', run: () => {} }
  const providers = [
    {
      id: 'broken',
      name: '坏的',
      find: () => {
        throw new Error('no luck')
      },
    },
    { id: 'menu', name: '菜单', find: () => [item] },
  ]
  const { result } = renderHook(() => usePaletteSearch(providers, ''))
  await waitFor(() => expect(result.current).toEqual([{ id: 'menu', name: '菜单', items: [item] }]))
})
