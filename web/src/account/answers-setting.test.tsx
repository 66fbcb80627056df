import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setUserInfo } from '../api/session.state.ts'
import { fakeServer, ok, person } from '../testing/fake-server.ts'
import { AnswersSetting } from './answers-setting.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('the check of citations is on until it is switched off, which the account keeps', async () => {
  setUserInfo(person)
  let stored: unknown = null
  fakeServer({
    'GET /api/user_setting/get/citation-check/chat': () => ok(stored),
    'POST /api/user_setting/save': ({ body }) => {
      stored = (body as { value: unknown }).value
      return ok(null)
    },
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AnswersSetting />
    </QueryClientProvider>,
  )
  const toggle = screen.getByRole('switch', { name: '用模型核对引文' })
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('true'))
  await waitFor(() => expect(toggle.hasAttribute('disabled')).toBe(false))
  await act(async () => fireEvent.click(toggle))
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('false'))
  expect(stored).toBe(false)
})
