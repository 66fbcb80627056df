import { expect, test } from 'vitest'
import { parseFile } from './parse-file.ts'
import { cutIntoPassages } from './passages/passages.ts'
import { recognizeFile } from './recognize-file.ts'
import { readReferences } from './references.ts'
import { manyFiles } from './testing/many-files.ts'
import { tempFile } from './testing/office.ts'
import { zipOf } from './testing/zip-builder.ts'

test.each(manyFiles)('of %s no text is lost between the file and its passages', async (name, make, texts) => {
  const path = make()
  const { kind } = await recognizeFile(path, name)
  if (!kind) throw new Error(`${name} was not recognized`)
  const document = await parseFile(path, kind, { report: () => {} })
  const found = cutIntoPassages(document).map(({ heading_path, text }) => [...heading_path, text].join('\n'))
  const all = found.join('\n')

  expect(texts.filter((text) => !all.includes(text.replace('，', ',')) && !all.includes(text))).toEqual([])
})

test.each([
  ['文献.bib', '@article{a, title={On repair}, author={Li, Wei}, year=2019}', 'On repair'],
  ['文献.ris', 'TY  - JOUR\nTI  - 论文题目\nER  - \n', '论文题目'],
])('of %s no record is lost', async (name, text, title) => {
  const path = tempFile(text)
  expect((await recognizeFile(path, name)).kind).toMatch(/bibtex|ris/)
  expect((await readReferences(path)).works.map((work) => work.title)).toEqual([title])
})

const olds = Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1')
test.each([
  [
    '加密.docx',
    () => tempFile(Buffer.concat([olds, Buffer.from('EncryptedPackage', 'utf16le')])),
    '文件有密码保护，请解除密码后重新上传',
  ],
  ['旧版.doc', () => tempFile(olds), '旧版 Office'],
  ['论文.caj', () => tempFile(Buffer.from('CAJ\0\x01', 'latin1')), '知网'],
  ['压缩包.zip', () => tempFile(zipOf([{ name: 'a.txt', bytes: 'x' }])), '解压'],
  ['截断.docx', () => tempFile(zipOf([{ name: 'word/document.xml', bytes: 'x' }]).subarray(0, 40)), '已损坏'],
  ['空.txt', () => tempFile('\n \n'), '没有在文件中找到文字'],
])('of %s the reason is told', async (name, make, reason) => {
  const path = make()
  const { kind, hint = '', fault } = await recognizeFile(path, name)
  const told = kind
    ? await parseFile(path, kind, { report: () => {} }).then(
        () => 'read',
        (error: Error) => error.message,
      )
    : (fault?.message ?? hint)
  expect(told).toContain(reason)
})
