import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { strToU8, unzipSync, zipSync } from 'fflate'
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

const OFFICE = 'http://schemas.openxmlformats.org'

/** A Word file of one paragraph. */
function wordFile(text: string): Buffer {
  const type = `${OFFICE}/officeDocument/2006/relationships/officeDocument`
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${OFFICE}/package/2006/content-types"/>`,
    '_rels/.rels': `<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="r1" Type="${type}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
  }
  const bytes = Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)] as const)
  return Buffer.from(zipSync(Object.fromEntries(bytes)))
}

async function cite(page: Page, text: string): Promise<void> {
  await page.goto('/#/aiCitation')
  await page.getByRole('textbox', { name: '文稿' }).fill(text)
  await page.getByRole('button', { name: '开始配引文' }).click()
  await page.waitForURL(/citationResult/)
  await expect(page.getByText('正在逐句查找')).toBeHidden({ timeout: 60_000 })
}

const entries = (page: Page) => page.getByRole('region', { name: '参考文献' }).getByRole('listitem')

test('an essay gets its references and becomes a Word file with text and list', async ({ home }) => {
  await cite(home, ESSAY)
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
    await download.saveAs(join(folder, 'essay.docx'))
    const xml = new TextDecoder().decode(
      unzipSync(readFileSync(join(folder, 'essay.docx')))['word/document.xml'],
    )
    expect(xml).toContain('in many companies[1].')
    expect(xml).toContain('MapReduce: Simplified Data Processing')
    expect(xml).toContain('Riddles of the northern coast')
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
  await expect(home.getByRole('button', { name: '强，待采纳' })).toBeVisible({ timeout: 60_000 })
  await home.keyboard.press('j')
  await expect(home.getByRole('complementary', { name: '这一句的文献' })).toContainText(
    'MapReduce: Simplified',
  )
  await home.keyboard.press('a')
  await expect(entries(home)).toHaveCount(1)
  await home.keyboard.press('n')
  await expect(entries(home)).toHaveCount(0)
})

test('a Word manuscript is read, and on a phone nothing scrolls sideways', async ({ home }) => {
  await home.setViewportSize({ width: 390, height: 844 })
  await home.goto('/#/aiCitation')
  await home.getByLabel('要上传的文件').setInputFiles({
    name: '文稿.docx',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    buffer: wordFile('MapReduce simplified data processing on large clusters in many companies.'),
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
