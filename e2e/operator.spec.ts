import { expect, test } from './support/fixtures.ts'
import { waitUntilFound } from './support/library.ts'

test('the operator imports a file, sees what could not be read, and finds its journal and its rank', async ({
  desk: page,
}) => {
  await page.goto('/#/home?panel=import')
  const record = (title: string) =>
    `TY  - JOUR\n${title}AU  - Li, Wei\nPY  - 2024\nJO  - 石榴石学报\nSN  - 1000-0135\nER  - \n\n`
  const text = record('TI  - 石榴石型固态电解质的界面\n') + record('')
  const files = [{ name: 'works.ris', mimeType: 'text/plain', buffer: Buffer.from(text) }]
  await page.getByLabel('要上传的文件').setInputFiles(files)
  await page.getByRole('button', { name: '开始导入 1 个文件' }).click()
  await expect(page.getByText('读入 2 条：新增 1，1 条无法读取')).toBeVisible()
  await page.getByRole('button', { name: '查看无法读取的 1 条：works.ris' }).click()
  await expect(page.getByText('第 9 行')).toBeVisible()

  await page.goto('/#/home?panel=ranks')
  const ranks = page.getByRole('dialog')
  await ranks.getByLabel('年份').fill('2025')
  await ranks.getByLabel('表格内容').fill('title,issn,category,value,top\n石榴石学报,1000-0135,,来源,\n')
  await page.getByRole('button', { name: '导入 CSSCI 2025' }).click()
  await expect(page.getByText(/CSSCI 2025：读入 1 行，与库中 1 种期刊相符/)).toBeVisible()

  await page.goto('/#/resources?query=石榴石学报')
  const journal = page.getByRole('article', { name: '石榴石学报' })
  await expect(journal.getByText('CSSCI 2025 来源')).toBeVisible()
  await journal.getByRole('link', { name: '石榴石学报' }).click()
  await expect(page).toHaveURL(/#\/home\/searchResult\?q=JN/)
  await expect(page.getByText('石榴石型固态电解质的界面')).toBeVisible()
})

test('the operator rebuilds the search index and sees how it ends', async ({ desk: page }) => {
  await waitUntilFound(page, 'electrolyte')
  await page.goto('/#/home?panel=import&tab=index')
  await page.getByRole('button', { name: '重建索引' }).click()
  await expect(page.getByText('索引已重建')).toBeVisible()
})

test('whoever is not the operator does not see the panel', async ({ home: page }) => {
  await page.goto('/#/home?panel=import&tab=index')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
