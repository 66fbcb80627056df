import { expect, test } from 'vitest'
import { planTheses } from './plan-theses.ts'
import { readThesisName } from './thesis-name.ts'

const plan = (...paths: string[]) => planTheses(paths, { whole: '论文.zip' })
const rows = (...paths: string[]) =>
  plan(...paths).theses.map(({ department, file_name, paths }) => [department, file_name, paths.length])

test('the folders of an archive are the departments, below folders that all theses share', () => {
  expect(rows('数学/a.docx', '环境/b.pdf', '环境/博士/c.md')).toEqual([
    ['数学', 'a.docx', 1],
    ['环境', 'b.pdf', 1],
    ['环境', 'c.md', 1],
  ])
  expect(rows('2026届/数学/a.docx', '2026届/环境/b.pdf').map(([department]) => department)).toEqual([
    '数学',
    '环境',
  ])
  expect(rows('数学/a.docx', '数学/b.docx').map(([department]) => department)).toEqual(['数学', '数学'])
  expect(rows('a.docx')).toEqual([['未分院系', 'a.docx', 1]])
})

test('a LaTeX folder with its list is one thesis; single LaTeX files are one each', () => {
  expect(
    rows('数学/张三/main.tex', '数学/张三/chapters/one.tex', '数学/张三/bib/refs.bib', '数学/单篇.tex'),
  ).toEqual([
    ['数学', '单篇.tex', 1],
    ['数学', '张三.zip', 3],
  ])
  expect(rows('main.tex', 'refs.bib')).toEqual([['未分院系', '论文.zip', 2]])
  expect(rows('院/文/main.tex', '院/文/refs.bib', '院/文/附录/a.tex', '院/文/附录/b.bib')).toEqual([
    ['院', '文.zip', 4],
  ])
  // The list lies deep below the text, or in no folder with a text.
  const deep = '下级/'.repeat(200)
  expect(rows(`院/main.tex`, `院/${deep}refs.bib`, `${deep}无正文.bib`).map(([, , files]) => files)).toEqual([
    2,
  ])
})

test('files that are no manuscripts are left out and counted; those of other word processors get a reason', () => {
  const { theses, skipped } = plan(
    '院/a.doc',
    '院/名单.xlsx',
    '院/~$b.docx',
    '__MACOSX/院/._c.docx',
    '院/.DS_Store',
  )
  expect(theses.map(({ file_name, fault }) => [file_name, fault])).toEqual([
    ['a.doc', '不支持 .doc 文件，请另存为 .docx 或 PDF 后重新上传'],
  ])
  expect(skipped).toBe(1)
})

test('names are stored as a reader sees them, and cut where they are too long', () => {
  const [thesis] = planTheses([`${'长'.repeat(250)}\u202e/\u200b李明-${'题'.repeat(300)}.docx`], {
    whole: 'a.zip',
  }).theses
  expect(thesis?.department).toBe('长'.repeat(200))
  expect(thesis?.file_name).toBe(`李明-${'题'.repeat(192)}.docx`)
  expect([thesis?.author, thesis?.title]).toEqual(['李明', '题'.repeat(192)])
})

test.each([
  ['2023001_李明_浅水湖泊富营养化研究.docx', '李明', '浅水湖泊富营养化研究'],
  ['浅水湖泊富营养化研究-王小芳.pdf', '王小芳', '浅水湖泊富营养化研究'],
  ['Eutrophication of shallow lakes.pdf', '', 'Eutrophication of shallow lakes'],
  ['李明-王芳-湖泊研究综述.docx', '', '李明-王芳-湖泊研究综述'],
  ['王小芳-湖泊遥感.docx', '王小芳', '湖泊遥感'],
  ['湖泊遥感_欧阳修.docx', '欧阳修', '湖泊遥感'],
  ['李明-王芳.docx', '', '李明-王芳'],
  ['遥感-综述.docx', '', '遥感-综述'],
  ['20230012.docx', '', ''],
])('the name %s tells author and title as far as they are clear', (name, author, title) => {
  expect(readThesisName(name)).toEqual({ author, title })
})
