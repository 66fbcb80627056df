import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { pdfOf, studyOpening } from '../documents/src/testing/pdf-builder.ts'
import { seriousFaults } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'

/** Works of the starter library, one that it lacks, and a list of its own. */
const ESSAY = `# 引言
MapReduce simplified data processing on large clusters in many companies. We propose another scheme.
长短期记忆网络（Long Short-Term Memory）缓解了梯度消失问题。冰岛的火山每十年喷发一次[1]。
Is it enough?

参考文献
[1] Miller A. Riddles of the northern coast[J]. Folklore, 1999.
`

async function citeText(page: Page, text: string): Promise<void> {
  await page.goto('/#/aiCitation')
  await page.getByRole('textbox', { name: '文稿' }).fill(text)
  await page.getByRole('button', { name: '开始配引文' }).click()
  await page.waitForURL(/citationResult/)
  await expect(page.getByText('正在逐句查找')).toBeHidden()
}

const entries = (page: Page) => page.getByRole('region', { name: '参考文献' }).getByRole('listitem')

test('an essay gets its references and becomes a Word file with text and list', async ({ home }) => {
  await citeText(home, ESSAY)
  await home.getByRole('button', { name: /^采纳全部「强」/ }).click()
  await expect(entries(home).filter({ hasText: 'MapReduce: Simplified' })).toBeVisible()
  await expect(entries(home).filter({ hasText: 'Riddles of the northern coast' })).toContainText('原有')
  expect(await seriousFaults(home)).toEqual([])

  await home.reload()
  await expect(entries(home).filter({ hasText: 'MapReduce: Simplified' })).toBeVisible()
  const folder = mkdtempSync(join(tmpdir(), 'scinav-essay-'))
  try {
    const [download] = await Promise.all([
      home.waitForEvent('download'),
      home.getByRole('button', { name: 'DOCX' }).click(),
    ])
    const file = join(folder, 'essay.docx')
    await download.saveAs(file)
    // What was written can be read again.
    await home.goto('/#/aiCitation')
    await home.getByLabel('要上传的文件').setInputFiles(file)
    const written = home.getByRole('textbox', { name: '文稿' })
    await expect(written).toHaveValue(/in many companies\[1\]\./)
    await expect(written).toHaveValue(/^# 引言[\s\S]*# 参考文献[\s\S]*MapReduce: Simplified[\s\S]*Riddles/)
    // Of a manuscript its list is compared, and what differs is put right.
    await home.goto('/#/aiCitation?mode=check')
    await home.getByLabel('要上传的文件').setInputFiles(file)
    const list = home.getByRole('textbox', { name: '参考文献清单' })
    await expect(list).toHaveValue(/^\s*\[1\]/)
    await list.fill((await list.inputValue()).replace('2004', '2001'))
    await home.getByRole('button', { name: '开始核对' }).click()
    await home.getByRole('button', { name: '改正', exact: true }).click()
    await expect(home.getByRole('cell', { name: /OSDI.*2004/ })).toBeVisible()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('by the keyboard alone a text is pasted, looked up and cited', async ({ home }) => {
  await home.goto('/#/aiCitation')
  await home.getByRole('tab', { name: '给文字配引文' }).focus()
  await home.keyboard.press('Tab')
  await expect(home.getByRole('textbox', { name: '文稿' })).toBeFocused()
  await home.keyboard.insertText('MapReduce simplified data processing on large clusters in many companies.')
  await home.keyboard.press('Control+Enter')
  await home.waitForURL(/citationResult/)
  await expect(home.getByRole('button', { name: '强，待采纳' })).toBeVisible()
  await home.keyboard.press('j')
  await expect(home.getByRole('complementary', { name: '这一句的文献' })).toContainText(
    'MapReduce: Simplified',
  )
  await home.keyboard.press('a')
  await expect(entries(home)).toHaveCount(1)
  await home.keyboard.press('n')
  await expect(entries(home)).toHaveCount(0)
})

test('a file is read, and on a phone nothing scrolls sideways', async ({ home }) => {
  await home.setViewportSize({ width: 390, height: 844 })
  await home.goto('/#/aiCitation')
  await home.getByLabel('要上传的文件').setInputFiles({
    name: '文稿.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('MapReduce simplified data processing on large clusters in many companies.'),
  })
  await expect(home.getByRole('textbox', { name: '文稿' })).toHaveValue(/MapReduce simplified/)
  await home.getByRole('button', { name: '开始配引文' }).click()
  await home.getByRole('button', { name: '强，待采纳' }).click()
  await home.getByRole('button', { name: '采纳', exact: true }).first().click()
  await expect(entries(home)).toHaveCount(1)
  const overflow = await home.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})

/** The last page of a paper: a work of the starter library with another year, and one that it lacks. */
const REFERENCE_LIST = [
  '# References',
  '[1] Dean J, Ghemawat S. MapReduce: Simplified Data Processing on Large Clusters. 2003.',
  '[2] Miller A. Riddles of the northern coast and their tellers. Folklore, 1999.',
]

test('the list of a PDF is read entry by entry and compared; a PDF without one says so', async ({ home }) => {
  await home.setViewportSize({ width: 390, height: 844 })
  await home.goto('/#/aiCitation?mode=check')
  const choose = (name: string, pages: string[][]) =>
    home.getByLabel('要上传的文件').setInputFiles({ name, mimeType: 'application/pdf', buffer: pdfOf(pages) })
  await choose('没有清单.pdf', [studyOpening])
  await expect(home.getByText(/没有在文中找到参考文献清单/)).toBeVisible({ timeout: 60_000 })
  await choose('有清单.pdf', [studyOpening, REFERENCE_LIST])
  await expect(home.getByText(/读入 2 条/)).toBeVisible({ timeout: 60_000 })
  await expect(home.getByRole('textbox', { name: '参考文献清单' })).toHaveValue(
    /^\[1\] Dean[\s\S]*\[2\] Miller/,
  )
  expect(await seriousFaults(home)).toEqual([])
  const overflow = await home.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  await home.getByRole('button', { name: '开始核对' }).click()
  await expect(home.getByRole('link', { name: /MapReduce: Simplified/ })).toBeVisible({ timeout: 60_000 })
  await expect(home.getByRole('status').filter({ hasText: '未找到 1' })).toBeVisible()
})
