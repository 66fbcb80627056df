import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@scinav/contract'
import { readWorkbook } from '@scinav/documents'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { addCitedWorks, completeCheck, SAMPLE_MANUSCRIPT } from '../../../testing/manuscript-scene.ts'
import { type Caller, testApp } from '../../../testing/test-app.ts'
import { writeWordFile } from '../../word/word-file.ts'

/** Writes the sample manuscript as a Word file. */
const wordManuscript = (): Promise<Uint8Array> => {
  const [title = '', ...lines] = SAMPLE_MANUSCRIPT.split('\n\n').map((line) => line.replace(/^#+ /, ''))
  const blocks = lines.map((text) => ({
    ...(text === '参考文献' || text === '1 引言'
      ? { kind: 'heading' as const, level: 1 }
      : { kind: 'paragraph' as const }),
    spans: [{ text, styles: [] }],
  }))
  return writeWordFile({ title, label: '', keywords: '', properties: {}, blocks })
}

async function setScene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await addCitedWorks(app.base)
  const check = await completeCheck(ada, await wordManuscript(), { name: '稿件.docx' })
  return { app, ada, check }
}

const exportBytes = async (person: Caller, check_id: string, format: 'docx' | 'report' | 'xlsx' | 'json') =>
  (await person.send(api.manuscriptChecks.export, { check_id, format })).rawPayload

const partOf = (file: Uint8Array, name: string) => strFromU8(unzipSync(file)[name] ?? new Uint8Array())

test('the Word file has a comment at each finding that was not kept, and a tracked change for a correction', async () => {
  const { ada, check } = await setScene()
  const { check_id, snapshot } = check
  const differing = snapshot.findings.find(({ kind }) => kind === 'differing_fields')
  const kept = snapshot.findings.find(({ kind }) => kind === 'never_cited')
  await ada.call(api.manuscriptChecks.decide, {
    check_id,
    decisions: [
      { finding_id: differing?.id ?? '', decision: 'corrected', note: '已与原刊核对' },
      { finding_id: kept?.id ?? '', decision: 'kept' },
    ],
  })
  const file = await exportBytes(ada, check_id, 'docx')
  const document = partOf(file, 'word/document.xml')
  const comments = partOf(file, 'word/comments.xml')
  expect(document).toMatch(/<w:del [^>]*>(?:(?!<\/w:del>).)*2016/)
  expect(document).toMatch(/<w:ins [^>]*>(?:(?!<\/w:ins>).)*2021/)
  expect(comments).toContain('备注：已与原刊核对')
  expect(comments).toContain(snapshot.findings.find(({ kind }) => kind === 'cited_not_listed')?.message)
  expect(comments).not.toContain(kept?.message)
})

test('the report has the figures, each finding with its evidence, and a table for signatures', async () => {
  const { ada, check } = await setScene()
  const text = partOf(await exportBytes(ada, check.check_id, 'report'), 'word/document.xml')
  for (const part of ['稿件核对报告', '著录字段', '2016', '2021', '核对人', '查过'])
    expect(text).toContain(part)
})

test('each finding of the report stays with its text, and what a style prints is not shown as a source', async () => {
  const { ada } = await setScene()
  const check = await completeCheck(ada, await wordManuscript(), {
    name: '稿件.docx',
    style: 'gb-2015-numeric',
  })
  const text = partOf(await exportBytes(ada, check.check_id, 'report'), 'word/document.xml')
  const paragraphs = text.match(/<w:p>.*?<\/w:p>/gs) ?? []
  const heads = paragraphs.filter((each) => /需处理 ·|建议看 ·|提示 ·/.test(each))
  expect(heads.length).toBeGreaterThan(3)
  for (const head of heads) expect(head).toContain('<w:keepNext/>')
  const forms = check.snapshot.findings.filter(({ kind }) => kind === 'entry_form')
  expect(forms).not.toEqual([])
  for (const { evidence } of forms) expect(text).not.toContain(`原文：「${evidence?.quote}」`)
})

test('the table has a row for each finding, and its cells are text', async () => {
  const { app, ada, check } = await setScene()
  const path = join(app.folder, 'findings.xlsx')
  await writeFile(path, await exportBytes(ada, check.check_id, 'xlsx'))
  const [sheet] = await readWorkbook(path)
  expect(sheet?.rows[0]?.slice(0, 4)).toEqual(['序号', '类别', '问题', '程度'])
  expect(sheet?.rows).toHaveLength(check.snapshot.findings.length + 1)
})

test('a manuscript that is no Word file has a report but no comments, and that is said', async () => {
  const { ada } = await setScene()
  const { check_id } = await completeCheck(ada)
  const refused = await ada.send(api.manuscriptChecks.export, { check_id, format: 'docx' })
  expect(refused.statusCode).toBe(400)
  expect(refused.body).toContain('只有 Word 稿件')
  expect((await exportBytes(ada, check_id, 'json')).toString()).toContain('"findings"')
})
