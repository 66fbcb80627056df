import { expect, test } from 'vitest'
import { setUserInfo, type User } from '../../api/session.state.ts'
import { claimTab } from '../../api/tab-memory.ts'
import { person } from '../../testing/fake-server.ts'
import { changeSelection, usePaperSelection } from './selection.state.ts'

/** Somebody logs in in this tab. */
function logIn(user: User): void {
  claimTab(user.id)
  setUserInfo(user)
}

test('papers that one person chose are not chosen for the next one in the same tab', () => {
  logIn({ ...person, id: 'first' })
  changeSelection(['paper-1', 'paper-2'], true)
  setUserInfo({})
  logIn({ ...person, id: 'second' })

  expect(usePaperSelection.getState().ids).toEqual([])
})

test('papers stay chosen for the person who logs in again after their session ran out', () => {
  logIn({ ...person, id: 'third' })
  changeSelection(['paper-1'], true)
  setUserInfo({})
  logIn({ ...person, id: 'third' })

  expect(usePaperSelection.getState().ids).toEqual(['paper-1'])
})
