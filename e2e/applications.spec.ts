import { expect, test } from './support/fixtures.ts'

test('a reader finds an application, keeps it with the keyboard, and takes that back', async ({ home }) => {
  await home.goto('/#/aiApplications')
  await home.getByLabel('查找应用').fill('综述')
  await expect(home).toHaveURL(/keyword=/)
  await expect(home.getByRole('article', { name: '科学问答' })).toHaveCount(0)
  const mark = home.getByRole('button', { name: '收藏：文献综述' })
  await mark.focus()
  await home.keyboard.press('Enter')
  await expect(mark).toHaveAttribute('aria-pressed', 'true')
  await home.reload()
  await expect(home.getByLabel('查找应用')).toHaveValue('综述')
  await expect(mark).toHaveAttribute('aria-pressed', 'true')
  await mark.click()
  await home.getByRole('button', { name: '撤销' }).click()
  await expect(mark).toHaveAttribute('aria-pressed', 'true')
})

test('a prompt is kept, changed, deleted and brought back', async ({ home }) => {
  await home.goto('/#/aiApplications?panel=prompts')
  await home.getByRole('button', { name: '新建', exact: true }).click()
  await home.getByLabel('名称').fill('列提纲')
  await home.getByLabel('提示词', { exact: true }).fill('请给出 {题目} 的提纲。')
  await home.getByRole('button', { name: '保存' }).click()
  await home.getByRole('button', { name: '编辑：列提纲' }).click()
  await home.getByLabel('名称').fill('三级提纲')
  await home.getByRole('button', { name: '保存' }).click()
  await home.getByRole('button', { name: '删除：三级提纲' }).click()
  await expect(home.getByText('还没有自己的提示词')).toBeVisible()
  await home.getByRole('button', { name: '撤销' }).last().click()
  await expect(home.getByRole('heading', { name: /三级提纲/ })).toBeVisible()
})

test('leaving for another site is said first; the new tab knows nothing of this one', async ({
  home,
  context,
}) => {
  await context.route(/^https:/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>there</title>' }),
  )
  await home.goto('/#/outAgent')
  // At home an engine of the search goes by the same name.
  const agents = home.getByRole('region', { name: '学术检索与问答' })
  await agents.getByRole('button', { name: 'Semantic Scholar' }).click()
  const opened = context.waitForEvent('page')
  await home.getByRole('dialog', { name: '即将离开本站' }).getByRole('link', { name: '打开' }).click()
  const there = await opened
  await there.waitForLoadState()
  expect(await there.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
  await expect(home.getByRole('dialog')).toHaveCount(0)
})

test('a token is made once and shown once', async ({ home }) => {
  await home.goto('/#/home?panel=settings&tab=tools')
  await home.getByLabel('名称').fill('写作助手')
  await home.getByRole('button', { name: '新建令牌' }).click()
  await expect(home.locator('code', { hasText: /^scinav_\S{40,}$/ })).toBeVisible()
  await home.reload()
  await expect(home.getByRole('button', { name: '撤销 写作助手' })).toBeVisible()
  await expect(home.locator('code', { hasText: /^scinav_\S{40,}$/ })).toHaveCount(0)
})
