import { beforeEach, expect, test, vi } from 'vitest'
import { logOutTo } from './login-redirect.ts'
import { claimTab } from './tab-memory.ts'

beforeEach(() => sessionStorage.clear())

test('what a tab keeps is there again for the person whose session ran out', () => {
  claimTab('person-a')
  sessionStorage.setItem('scinav.question:chat-1', 'half a question')
  claimTab('person-a')

  expect(sessionStorage.getItem('scinav.question:chat-1')).toBe('half a question')
})

test('another person who logs in in the same tab finds nothing of what it kept', () => {
  claimTab('person-a')
  sessionStorage.setItem('scinav.question:chat-1', 'half a question')
  sessionStorage.setItem('scinav.selected-papers', '["p-1"]')
  sessionStorage.setItem('elsewhere', 'not ours')
  claimTab('person-b')

  expect(sessionStorage.getItem('scinav.question:chat-1')).toBeNull()
  expect(sessionStorage.getItem('scinav.selected-papers')).toBeNull()
  expect(sessionStorage.getItem('elsewhere')).toBe('not ours')
})

test('what was typed before anybody was known in the tab belongs to who logs in', () => {
  sessionStorage.setItem('scinav.unsent', 'a form')
  claimTab('person-a')

  expect(sessionStorage.getItem('scinav.unsent')).toBe('a form')
})

test('leaving forgets all of it', () => {
  claimTab('person-a')
  sessionStorage.setItem('scinav.plan:run-1', 'a draft')
  vi.spyOn(location, 'assign').mockImplementation(() => {})
  logOutTo('/login')
  vi.restoreAllMocks()

  expect(Object.keys(sessionStorage)).toEqual([])
})
