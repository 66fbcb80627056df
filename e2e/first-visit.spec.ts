import { expect, test } from './support/fixtures.ts'
import { PASSWORD } from './support/people.ts'

test('a newcomer registers, arrives at home, logs out and comes back by logging in', async ({
  page,
  server,
}) => {
  const target = 'newcomer@example.edu.cn'
  await page.goto('/#/register')
  await page.getByLabel('账号', { exact: true }).fill('newcomer')
  await page.getByLabel(/姓名|昵称|称呼/).fill('沈从文')
  await page.getByLabel(/邮箱或手机/).fill(target)
  await page.getByRole('button', { name: /发送验证码|获取验证码/ }).click()
  await page.getByLabel('验证码', { exact: true }).fill(await server.codeFor(target))
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '注册' }).click()
  await expect(page).toHaveURL(/#\/home/)
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
