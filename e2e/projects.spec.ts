import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { register } from './support/people.ts'
import type { RunningServer } from './support/server.ts'

/** A second person with a page of their own. */
async function colleague(page: Page, server: RunningServer, account: string, nick_name: string) {
  const context: BrowserContext | undefined = await page.context().browser()?.newContext()
  if (!context) throw new Error('there is no browser')
  await register(context, server, { account, nick_name })
  return { context, page: await context.newPage() }
}

const chooseMenuItem = async (page: Page, opener: string, action: string) => {
  await page.getByRole('button', { name: opener, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a project is made, a colleague invited and promoted, it is handed over, and its maker leaves', async ({
  home: page,
  server,
}) => {
  const other = await colleague(page, server, `suqing${process.pid}`, '苏青远')
  await page.goto('/#/project')
  await page.getByRole('button', { name: '新建项目' }).click()
  await page.getByLabel('项目名称').fill('固态电池课题组')
  await page.getByLabel('说明').fill('界面、枝晶与电解质')
  await page.getByRole('button', { name: '新建', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '固态电池课题组' })).toBeVisible()

  await page.getByRole('button', { name: '添加成员' }).click()
  await page.getByLabel('查找用户').fill('苏青')
  await page.getByRole('checkbox', { name: /苏青远/ }).check()
  await page.getByRole('button', { name: '添加 1 人' }).click()
  const row = page.getByRole('listitem').filter({ has: page.getByLabel('苏青远的角色') })
  await expect(row).toBeVisible()
  await row.getByLabel('苏青远的角色').selectOption('管理员')
  await expect(page.getByText('苏青远现在是管理员')).toBeVisible()

  await other.page.goto(`${server.url}/#/project?tab=joined`)
  await other.page.getByRole('link', { name: '固态电池课题组' }).click()
  await other.page.getByRole('button', { name: '新建知识库' }).click()
  await other.page.getByLabel('名称').fill('界面综述')
  await other.page.getByRole('dialog').getByRole('button', { name: '新建', exact: true }).click()
  await expect(other.page.getByRole('heading', { level: 1, name: '界面综述' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('link', { name: /界面综述/ })).toBeVisible()
  await chooseMenuItem(page, '更多操作', '退出项目')
  await page.getByRole('button', { name: '退出项目', exact: true }).click()
  await expect(page.getByText(/您是「固态电池课题组」唯一的创建者/)).toBeVisible()
  await page.getByRole('button', { name: '取消' }).click()

  await chooseMenuItem(page, '更多操作', '移交项目')
  await page.getByRole('radio', { name: /苏青远/ }).check()
  await page.getByRole('button', { name: '移交项目', exact: true }).click()
  await expect(page.getByText('「固态电池课题组」已移交给苏青远，您现在是管理员')).toBeVisible()
  await chooseMenuItem(page, '更多操作', '退出项目')
  await page.getByRole('button', { name: '退出项目', exact: true }).click()
  await expect(page.getByText('还没有项目')).toBeVisible()
  await expect(page.getByText('您已退出「固态电池课题组」')).toBeVisible()

  await other.page.goto(`${server.url}/#/project`)
  await chooseMenuItem(other.page, '更多操作：固态电池课题组', '删除项目')
  const remove = other.page.getByRole('button', { name: '删除项目', exact: true })
  await expect(remove).toBeDisabled()
  await other.page.getByLabel(/请输入项目名称/).fill('固态电池课题组')
  await remove.click()
  await expect(other.page.getByText('还没有项目')).toBeVisible()
  await other.page.getByRole('button', { name: '撤销' }).click()
  await expect(other.page.getByRole('link', { name: '固态电池课题组' })).toBeVisible()
  await other.context.close()
})
