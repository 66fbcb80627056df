import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUserInfo } from '../../api/session.state.ts'
import { fakeServer, ok, person } from '../../testing/fake-server.ts'
import { setAppearance, useAppearance } from '../../ui/appearance.state.ts'
import { applyStoredAppearance, syncAppearance } from './appearance-sync.ts'

test('until the person chooses, the appearance follows the device', () => {
  expect(useAppearance.getState()).toMatchObject({ appearance: 'system', chosen: false })
})

test('a choice shows at once and is kept in this browser', () => {
  setAppearance('dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localStorage.getItem('scinav.appearance')).toBe('dark')
  expect(useAppearance.getState()).toEqual({ appearance: 'dark', chosen: true, dark: true })
  setAppearance('light')
  expect(document.documentElement.dataset.theme).toBe('light')
})

test('what the account keeps wins; an account that keeps nothing, or nonsense, changes nothing', () => {
  setAppearance('light')
  applyStoredAppearance('dark')
  expect(useAppearance.getState().appearance).toBe('dark')
  applyStoredAppearance(null)
  applyStoredAppearance('purple')
  expect(useAppearance.getState().appearance).toBe('dark')
})

test('a choice is kept in the account of the person who is logged in, and nobody else is asked', async () => {
  const server = fakeServer({ 'POST /api/user_setting/save': () => ok(null) })
  syncAppearance()
  setUserInfo({})
  setAppearance('system')
  expect(server.requests).toHaveLength(0)
  setUserInfo(person)
  setAppearance('light')
  await waitFor(() => expect(server.requests).toHaveLength(1))
  expect(server.requests[0]?.body).toEqual({ key: 'appearance', type: 'ui', value: 'light' })
})

test('what came from the account is not sent back to it', () => {
  const server = fakeServer({})
  setUserInfo(person)
  applyStoredAppearance('dark')
  expect(server.requests).toHaveLength(0)
})
