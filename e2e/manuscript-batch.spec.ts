import { openArchive } from '../documents/src/index.ts'
import { zipOf } from '../documents/src/testing/zip-builder.ts'
import { seriousFaults } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'

/** A thesis that cites a work of the starter library with another year. */
const thesis = (title: string): string =>
  [
    `# ${title}`,
    'MapReduce simplified data processing on large clusters in many companies[1]. Others followed[2].',
    '## References',
    '[1] Dean J, Ghemawat S. MapReduce: Simplified Data Processing on Large Clusters[C]. OSDI, 2003: 137-150.',
  ].join('\n\n')

const LATEX = [
  '\\documentclass{article}\\begin{document}\\section{Introduction}',
  'MapReduce simplified data processing on large clusters\\cite{dean}.\\bibliography{refs}\\end{document}',
].join('\n')
const BIB =
  '@inproceedings{dean, author={Dean, Jeffrey and Ghemawat, Sanjay}, title={MapReduce: Simplified Data Processing on Large Clusters}, booktitle={OSDI}, year={2004}, pages={137--150}}'

/** Six theses of two departments, one of them without a list, and a file that is no thesis. */
const theses = () =>
  zipOf(
    Object.entries({
      '2026届/计算机学院/2023001_李明_集群上的数据处理.md': thesis('集群上的数据处理'),
      '2026届/计算机学院/王小芳-批处理系统研究.md': thesis('批处理系统研究'),
      '2026届/计算机学院/赵六/main.tex': LATEX,
      '2026届/计算机学院/赵六/refs.bib': BIB,
      '2026届/软件学院/孙七-流处理系统研究.md': thesis('流处理系统研究'),
      '2026届/软件学院/周八-大规模数据的存储.md': thesis('大规模数据的存储'),
      '2026届/软件学院/没有列表的论文.md': '# 一篇短文\n\n正文没有引用任何文献。',
      '2026届/名单.xlsx': 'names',
    }).map(([name, bytes]) => ({ name, bytes })),
  )

test('a checker of a graduate school checks an archive of theses and takes the table away', async ({
  desk,
}) => {
  await desk.goto('/#/aiCitation?mode=manuscript&batch_id=')
  await expect(desk.getByRole('button', { name: '批量核对' })).toBeHidden()
  await desk.goto('/#/home?panel=users')
  await desk.getByRole('button', { name: '设为核对员：管理员' }).click()
  await expect(desk.getByText('「管理员」现在是核对员')).toBeVisible()

  await desk.goto('/#/aiCitation?mode=manuscript')
  await desk.getByRole('button', { name: '批量核对' }).click()
  await desk
    .getByRole('form', { name: '批量核对' })
    .getByLabel('要上传的文件')
    .setInputFiles({ name: '2026届论文.zip', mimeType: 'application/zip', buffer: Buffer.from(theses()) })
  expect(await seriousFaults(desk)).toEqual([])
  await desk.getByRole('button', { name: '开始核对' }).click()
  await desk.waitForURL(/batch_id=\w/)
  await expect(desk.getByText('1 份没有核对完，原因写在各行里')).toBeVisible({ timeout: 120_000 })
  await expect(desk.getByText('1 个文件不是稿件，没有核对')).toBeVisible()
  const rows = desk.getByRole('row')
  await expect(rows).toHaveCount(7)
  await expect(rows.filter({ hasText: '没有列表的论文' })).toContainText('没有找到参考文献表')
  expect(await seriousFaults(desk)).toEqual([])

  await desk.getByLabel('院系').selectOption('软件学院')
  await expect(rows).toHaveCount(4)
  await desk.getByRole('button', { name: '导出' }).click()
  const [download] = await Promise.all([
    desk.waitForEvent('download'),
    desk.getByRole('menuitem', { name: /^软件学院的结果表/ }).click(),
  ])
  const workbook = await openArchive(await download.path())
  const sheet = (await workbook.read('xl/worksheets/sheet1.xml')).toString()
  workbook.close()
  expect([sheet.includes('流处理系统研究'), sheet.includes('批处理系统研究')]).toEqual([true, false])

  await desk.setViewportSize({ width: 390, height: 844 })
  const overflow = await desk.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  await desk.getByRole('link', { name: '流处理系统研究' }).click()
  await expect(desk.getByRole('heading', { name: '孙七-流处理系统研究.md' })).toBeVisible()
  await desk.goBack()
  // Narrow screens show no header row.
  await expect(rows).toHaveCount(3)
})
