import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'

const { preferences } = api
const DAY_MS = 24 * 60 * 60_000

const some = {
  subject_codes: ['0812', '07'],
  keywords: ['大模型', 'graph neural network'],
  journals: ['Nature'],
  authors: ['王伟'],
}
const nothing = { subject_codes: [], keywords: [], journals: [], authors: [] }

test('preferences are saved as a whole, each value once', async () => {
  const { signUp } = await testApp()
  const ada = await signUp('Ada')
  const bob = await signUp('Bob')
  expect(await ada.call(preferences.preferences, {})).toEqual({ ...nothing, later_until: null, saved: false })

  await ada.call(preferences.savePreferences, { ...some, keywords: [...some.keywords, '大模型'] })
  expect(await ada.call(preferences.preferences, {})).toEqual({ ...some, later_until: null, saved: true })
  await ada.call(preferences.savePreferences, nothing)
  expect(await ada.call(preferences.preferences, {})).toEqual({ ...nothing, later_until: null, saved: true })
  expect((await bob.call(preferences.preferences, {})).saved).toBe(false)
})

test('until something is saved, the disciplines of the profile are suggested', async () => {
  const { signUp } = await testApp()
  const ada = await signUp('Ada')
  await ada.call(api.user.updateProfile, { nick_name: 'Ada', organization: '', subject_codes: ['0812'] })

  expect(await ada.call(preferences.preferences, {})).toMatchObject({ subject_codes: ['0812'], saved: false })
})

test('an unknown discipline and the fifty-first keyword are refused', async () => {
  const { signUp } = await testApp()
  const ada = await signUp('Ada')
  const unknown = await ada.refusal(preferences.savePreferences, { ...some, subject_codes: ['0834'] })
  expect(unknown).toMatchObject({ status: 400, data: { issues: [{ path: 'subject_codes' }] } })
  const keywords = Array.from({ length: 51 }, (_, index) => `k${index}`)
  expect((await ada.refusal(preferences.savePreferences, { ...some, keywords })).status).toBe(400)
})

test('the wizard asks again after seven days, or is answered', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { later_until } = await ada.call(preferences.askLater, {})
  expect(later_until).toBe('2026-03-09T08:00:00.000Z')
  expect(await ada.call(preferences.preferences, {})).toMatchObject({ later_until, saved: false })
  app.pass(7 * DAY_MS - 1_000)
  expect((await ada.call(preferences.preferences, {})).later_until).toBe(later_until)
  app.pass(1_000)
  const again = await app.logIn('Ada')
  expect((await again.call(preferences.preferences, {})).later_until).toBeNull()

  await again.call(preferences.askLater, {})
  await again.call(preferences.savePreferences, some)
  expect(await again.call(preferences.preferences, {})).toMatchObject({ later_until: null, saved: true })
  await again.call(preferences.askLater, {})
  expect(await again.call(preferences.preferences, {})).toMatchObject({ ...some, saved: true })
})

test('disciplines are a tree, also with their ESI fields in both languages', async () => {
  const { signUp } = await testApp()
  const ada = await signUp('Ada')
  const disciplines = await ada.call(preferences.disciplines, {})
  const withEsi = await ada.call(preferences.esiDisciplines, {})

  expect(disciplines.map((group) => group.code)).toEqual(withEsi.map((group) => group.code))
  expect(disciplines).toHaveLength(14)
  const find = <Child extends { code: string }>(groups: { code: string; children: Child[] }[]) =>
    groups.find(({ code }) => code === '08')?.children.find(({ code }) => code === '0812')
  expect(find(disciplines)).toEqual({
    code: '0812',
    name: '计算机科学与技术',
    name_en: 'Computer Science and Technology',
  })
  expect(find(withEsi)).toMatchObject({ esi: [{ name: 'Computer Science', name_zh: '计算机科学' }] })
})
