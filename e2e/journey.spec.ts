// The whole way of a scholar, from an empty account: a project of several people, their files, what they say, and out again.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { seriousFaults } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { createTopicPdf, dropFiles, TOPICS } from './support/papers.ts'
import { register, registerByForm } from './support/people.ts'

const PROJECT = '固态电池课题组'
const QUESTION = 'What critical current density did the dendrite sample reach?'

const chooseMenuItem = async (page: Page, opener: string, action: string) => {
  await page.getByRole('button', { name: opener, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function createProject(page: Page, colleague: string): Promise<void> {
  await page.goto('/#/project')
  await page.getByRole('button', { name: '新建项目' }).click()
  await page.getByLabel('项目名称').fill(PROJECT)
  await page.getByRole('button', { name: '新建', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: PROJECT })).toBeVisible()
  await page.getByRole('button', { name: '添加成员' }).click()
  await page.getByLabel('查找用户').fill(colleague)
  await page.getByRole('checkbox', { name: new RegExp(colleague) }).check()
  await page.getByRole('button', { name: '添加 1 人' }).click()
  await expect(page.getByLabel(`${colleague}的角色`)).toBeVisible()
  await page.getByRole('button', { name: '新建知识库' }).click()
  await page.getByLabel('名称').fill('界面')
  await page.getByRole('dialog').getByRole('button', { name: '新建', exact: true }).click()
  await expect(page.getByText('这个知识库还没有文献')).toBeVisible()
}

async function dropPapers(page: Page): Promise<void> {
  const files = TOPICS.map((topic) => ({ name: `${topic}.pdf`, bytes: createTopicPdf(topic) }))
  await dropFiles(page, files)
  await expect(page.getByRole('region', { name: '上传', exact: true })).toBeVisible()
  const folder = mkdtempSync(join(tmpdir(), 'scinav-journey-'))
  mkdirSync(join(folder, '综述', '2023'), { recursive: true })
  writeFileSync(join(folder, '综述', '2023', 'binder.pdf'), createTopicPdf('binder'))
  await page.getByLabel('要上传的文件夹').first().setInputFiles(join(folder, '综述'))
  await expect(page.getByRole('treeitem', { name: /2023/ })).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: '可检索' })).toHaveCount(TOPICS.length + 1)
  rmSync(folder, { recursive: true })
}

async function findAndTag(page: Page): Promise<void> {
  const hits = page.getByRole('region', { name: '在全文中查找' })
  await hits.getByLabel('要找的内容').fill('critical current density of the halide sample')
  await hits.getByLabel('要找的内容').press('Enter')
  await expect(hits.getByRole('link').first()).toHaveText(/halide.*第 2 页/)
  await page.getByRole('article').filter({ hasText: 'dendrite.pdf' }).getByRole('link').first().focus()
  await page.keyboard.press('t')
  await page.getByLabel('查找或新建标签').fill('重点')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByRole('region', { name: '标签', exact: true }).getByRole('button', { name: /重点/ }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
}

/** Asks the knowledge base, and opens what the answer rests on. */
async function askAndOpenSource(page: Page): Promise<void> {
  await page.getByRole('button', { name: '向这些文献提问' }).click()
  await page.getByLabel('问题', { exact: true }).fill(QUESTION)
  await page.keyboard.press('Enter')
  const answer = page.getByRole('article').last()
  await expect(answer).toContainText('1.7 mA')
  await answer
    .getByRole('button', { name: /^引用 1/ })
    .first()
    .click()
  await expect(page).toHaveURL(/readDetailMore/)
  await expect(page.locator('[data-page="2"] [data-kind="requested"]').first()).toBeVisible()
}

async function annotateAndExport(page: Page): Promise<void> {
  const words = page.locator('[data-page="2"] .textLayer').getByText('critical current density')
  await words.waitFor()
  await words.evaluate((element) => document.getSelection()?.selectAllChildren(element))
  await page.getByRole('button', { name: '标亮（绿）' }).click()
  await expect(page.locator('[data-kind="annotation"][data-colour="green"]').first()).toBeVisible()
  await page.getByRole('tab', { name: /笔记/ }).click()
  await page.getByRole('button', { name: '导出和导入笔记' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: '导出为 Markdown' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('critical current density')
}

async function readOnPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  const body = page.getByRole('region', { name: '正文' })
  await expect(body.getByText(/reached a critical current density/).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  expect(await seriousFaults(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function transferAndLeave(page: Page, colleague: string): Promise<void> {
  await page.goto('/#/project')
  await page.getByRole('link', { name: PROJECT }).click()
  await chooseMenuItem(page, '更多操作', '移交项目')
  await page.getByRole('radio', { name: new RegExp(colleague) }).check()
  await page.getByRole('button', { name: '移交项目', exact: true }).click()
  await expect(page.getByText(`「${PROJECT}」已移交给${colleague}，您现在是管理员`)).toBeVisible()
  await chooseMenuItem(page, '更多操作', '退出项目')
  await page.getByRole('button', { name: '退出项目', exact: true }).click()
  await expect(page.getByText('还没有项目')).toBeVisible()
}

test('from an empty account: a project, a colleague, files, questions, notes, and out again', async ({
  page,
  server,
  owner: _first,
}) => {
  const colleague = '顾南舟'
  const browser = page.context().browser()
  if (!browser) throw new Error('there is no browser')
  const other = await browser.newContext()
  await register(other, server, { account: `colleague${process.pid}`, nick_name: colleague })

  await registerByForm(page, server, { account: `scholar${process.pid}`, nick_name: '林知远' })
  await createProject(page, colleague)
  const base = page.url()
  await dropPapers(page)
  await findAndTag(page)
  await askAndOpenSource(page)
  await annotateAndExport(page)
  await readOnPhone(page)
  await transferAndLeave(page, colleague)

  await page.goto(base)
  await expect(page.getByText('没有找到这个知识库或文献清单')).toBeVisible()
  const others = await other.newPage()
  await others.goto(base)
  await expect(others.getByRole('article').filter({ hasText: '可检索' })).toHaveCount(TOPICS.length + 1)
  await other.close()
})
