import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import type { RunningServer } from './support/server.ts'

const headers = { 'x-login-type': 'front' }

/** Makes a call as the person whose context it is. */
async function callAs<Data>(context: BrowserContext, url: string, data?: object): Promise<Data> {
  const response = data
    ? await context.request.post(url, { headers, data })
    : await context.request.get(url, { headers })
  const body = await response.json()
  if (!response.ok()) throw new Error(`${url}: ${JSON.stringify(body)}`)
  return body.data
}

interface Dataset {
  id: string
  name: string
  document_count: number
}

/** Papers of the starter library, once it is loaded. */
async function starterPapers(context: BrowserContext, server: RunningServer): Promise<string[]> {
  let found: string[] = []
  await expect
    .poll(async () => {
      const all = await callAs<{ aiDataset: Dataset[] }>(context, `${server.url}/api/dataset_all`)
      const [first] = all.aiDataset
      if (!first) return 0
      const path = `/api/dataset/${first.id}/document_paper_detail/1/10`
      const page = await callAs<{ list: { paper_id: string | null }[] }>(context, server.url + path)
      found = page.list.flatMap(({ paper_id }) => paper_id ?? [])
      return found.length
    })
    .toBeGreaterThan(4)
  return found
}

const chooseMenuItem = async (page: Page, action: string) => {
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a reader makes a list with folders, sorts papers into them, and takes every step back', async ({
  home: page,
  context,
  server,
}) => {
  const papers = await starterPapers(context, server)
  await page.goto('/#/knowledgeBase')
  await page.getByRole('button', { name: '新建：文献清单' }).click()
  await page.getByLabel('名称').fill('博士课题')
  await page.getByRole('button', { name: '新建', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '博士课题' })).toBeVisible()
  const dataset_id = new URL(page.url().replace('#', 'x')).searchParams.get('dataset_id') ?? ''
  const targets = [{ dataset_id, folder_id: null }]
  await callAs(context, `${server.url}/api/dataset/paper/sync_batch_2_folder`, {
    paper_id_list: papers.slice(0, 3),
    targets,
  })

  await chooseMenuItem(page, '新建文件夹')
  await page.getByLabel('名称').fill('综述')
  await page.getByRole('button', { name: '新建', exact: true }).click()
  await expect(page.getByText('这个文件夹还没有文献')).toBeVisible()

  await page
    .getByRole('link', { name: /博士课题/ })
    .first()
    .click()
  await expect(page.getByText('3 篇', { exact: true })).toBeVisible()
  await page.getByLabel('选择本页').check()
  await page.getByRole('region', { name: '所选文献' }).getByRole('button', { name: '移动' }).click()
  await page.getByRole('radio', { name: '综述' }).check()
  await page.getByRole('button', { name: '移到这里' }).click()
  await expect(page.getByRole('treeitem', { name: /综述/ })).toContainText('3')
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(page.getByRole('treeitem', { name: /综述/ })).toContainText('0')

  await page
    .getByRole('article')
    .first()
    .dragTo(page.getByRole('treeitem', { name: /综述/ }))
  await expect(page.getByRole('treeitem', { name: /综述/ })).toContainText('1')
  await page.getByRole('treeitem', { name: /综述/ }).click()
  await expect(page.getByRole('article')).toHaveCount(1)

  await page.getByRole('treeitem', { name: /综述/ }).press('Delete')
  await page.getByRole('radio', { name: '文献一起移出清单' }).check()
  await page.getByRole('button', { name: '删除', exact: true }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByRole('button', { name: '撤销' }).last().click()
  await expect(page.getByRole('treeitem', { name: /综述/ })).toContainText('1')

  await chooseMenuItem(page, '删除文献清单')
  await expect(page.getByRole('link', { name: /博士课题/ })).toHaveCount(0)
  await page.getByRole('button', { name: '撤销' }).last().click()
  await expect(page.getByRole('link', { name: /博士课题/ })).toBeVisible()
})

test('folders go eight levels deep, and the ninth is refused with a sentence', async ({
  home: page,
  context,
  server,
}) => {
  const list = await callAs<Dataset>(context, `${server.url}/api/project_dataset/create`, { name: '深处' })
  let parent_id: string | null = null
  for (let level = 1; level <= 8; level += 1) {
    const path = `${server.url}/api/dataset/${list.id}/folder`
    const made: { id: string } = await callAs(context, path, { name: `第 ${level} 层`, parent_id })
    parent_id = made.id
  }
  await page.goto(`/#/knowledgeBase?dataset_id=${list.id}&folder_id=${parent_id}`)
  await chooseMenuItem(page, '新建子文件夹')
  await expect(page.getByText('文件夹最多 8 层，「第 8 层」已经在第 8 层')).toBeVisible()
})

test('a reader follows a topic, sees its papers, and leaves it with a way back', async ({
  home: page,
  context,
  server,
}) => {
  await starterPapers(context, server)
  await page.goto('/#/subscribe')
  await page.getByRole('button', { name: '添加订阅' }).first().click()
  await page.getByLabel('查找主题').fill('量子')
  await page.locator('[aria-pressed=false]', { hasText: '量子' }).first().click()
  await expect(page.getByText(/近 30 天约 .+ 篇|还没有这样的文献/)).toBeVisible()
  await page.getByRole('button', { name: '订阅 1 项' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: '量子' })
  await row.getByRole('link').click()
  await expect(page.getByRole('button', { name: /标为已读|没有未读/ })).toBeVisible()

  await page.goto('/#/subscribe')
  await row.getByRole('button', { name: /更多操作/ }).click()
  await page.getByRole('menuitem', { name: '取消订阅' }).click()
  await expect(page.getByText('还没有订阅')).toBeVisible()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(row).toBeVisible()
})
