import { expect, test } from './support/fixtures.ts'
import { PASSWORD, registerByForm } from './support/people.ts'

test('a newcomer registers, arrives at home, logs out and comes back by logging in', async ({
  page,
  server,
}) => {
  await registerByForm(page, server, { account: 'newcomer', nick_name: '沈从文' })
  await page.getByRole('button', { name: '我的菜单' }).click()
  await expect(page.getByText('沈从文').first()).toBeVisible()
  await page.getByRole('menuitem', { name: /退出/ }).click()
  await expect(page).toHaveURL(/\/login/)

  await page.goto('/#/home?panel=settings')
  await expect(page).toHaveURL(/\/login\?return=/)
  await page.getByLabel(/账号/).first().fill('newcomer')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page).toHaveURL(/#\/home\?panel=settings/)
})
