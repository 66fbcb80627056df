import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeWordFile } from '../server/src/citation/word/word-file.ts'
import { seriousFaults } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'

/** A work of the starter library with another year, and a citation that is not listed. */
const LINES = [
  'MapReduce simplified data processing on large clusters in many companies[1]. Others followed[2].',
  'References',
  '[1] Dean J, Ghemawat S. MapReduce: Simplified Data Processing on Large Clusters[C]. OSDI, 2001: 137-150.',
]

const wordFile = (): Promise<Uint8Array> =>
  writeWordFile({
    title: 'Large clusters',
    label: '',
    keywords: '',
    properties: {},
    blocks: LINES.map((text) => ({
      ...(text === 'References' ? { kind: 'heading' as const, level: 1 } : { kind: 'paragraph' as const }),
      spans: [{ text, styles: [] }],
    })),
  })

test('a student drops a manuscript, reads what was found, corrects it and takes a Word file away', async ({
  home,
}) => {
  await home.goto('/#/aiCitation?mode=manuscript')
  await home.getByLabel('要上传的文件').setInputFiles({
    name: '稿件.docx',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    buffer: Buffer.from(await wordFile()),
  })
  await home.getByRole('button', { name: '开始核对' }).click()
  await home.waitForURL(/check_id=/)
  const results = home.getByRole('region', { name: '核对结果' })
  await expect(results.getByText(/2001.*2004/)).toBeVisible({ timeout: 60_000 })
  await expect(home.getByRole('button', { name: '停止' })).toBeHidden({ timeout: 60_000 })
  expect(await seriousFaults(home)).toEqual([])

  await results.getByText(/2001.*2004/).click()
  await results.getByRole('button', { name: /^(?:改正|采用这个写法)$/ }).click()
  const text = home.getByRole('region', { name: '文稿' })
  await expect(text.getByText('2004', { exact: true })).toBeVisible()
  await home.reload()
  await expect(text.getByText('2004', { exact: true })).toBeVisible()
  // The panes need the room of the menu.
  await expect(home.getByRole('button', { name: '展开导航' })).toBeVisible()

  await home.getByRole('button', { name: '导出' }).click()
  const [download] = await Promise.all([
    home.waitForEvent('download'),
    home.getByRole('menuitem', { name: /^带批注的 Word/ }).click(),
  ])
  const folder = mkdtempSync(join(tmpdir(), 'scinav-check-'))
  try {
    const file = join(folder, 'annotated.docx')
    await download.saveAs(file)
    expect(readFileSync(file).includes('word/comments.xml')).toBe(true)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }

  await home.setViewportSize({ width: 390, height: 844 })
  await home.getByRole('button', { name: '文稿', exact: true }).click()
  await expect(text).toBeVisible()
  const overflow = await home.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})
