import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { PASSWORD, testApp } from '../testing/test-app.ts'

test('a person registers with a code and is logged in', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')

  expect(await ada.call(api.user.current, {})).toMatchObject({ account: 'Ada', email: 'ada@example.edu.cn' })
})

test('a person logs in again with account name or e-mail, whatever the case', async () => {
  const app = await testApp()
  await app.signUp('Ada')

  for (const account of ['ada', 'ADA', 'Ada@Example.edu.cn']) {
    const browser = await app.logIn(account, PASSWORD)
    expect(await browser.call(api.user.current, {})).toMatchObject({ account: 'Ada' })
  }
})
