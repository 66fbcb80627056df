import { expect, test } from 'vitest'
import { recognizeFile } from './recognize-file.ts'
import { tempFile } from './testing/office.ts'
import { zipOf } from './testing/zip-builder.ts'

const kindOf = (bytes: Uint8Array | string, name = 'file') => recognizeFile(tempFile(bytes), name)

const part = (name: string, bytes = 'x') => ({ name, bytes })
const office = (main: string) => zipOf([part('[Content_Types].xml'), part(main)])
const gb = Buffer.from('b1a8b8e6a3bad1d0bebfb7bdb7a8d3ebb2c4c1cfb5c4b7d6cef6', 'hex')

test.each([
  ['a PDF', '%PDF-1.7\n...', 'pdf'],
  ['a PDF behind a line of something else', 'junk\n%PDF-1.4\n', 'pdf'],
  ['a picture', '\x89PNG\r\n\x1a\n0000', 'png'],
  ['a page', '\ufeff<!DOCTYPE html><p>text', 'html'],
  ['an XHTML page', '<?xml version="1.0"?>\n<!-- by hand -->\n<html xmlns="x"><body/>', 'html'],
  ['references', '@article{a, title={On repair}, author={Li, Wei}, year=2019}', 'bibtex'],
  ['tagged references', 'TY  - JOUR\nTI  - On repair\nER  - \n', 'ris'],
  ['references of PubMed', 'PMID- 1\nTI  - On repair\n', 'ris'],
  ['references of EndNote', '%0 Journal Article\n%T On repair\n', 'ris'],
  ['references of Zotero', '<rdf:RDF xmlns:z="http://www.zotero.org/namespaces/export#">', 'ris'],
  ['plain text', 'Some words and no more.', 'text'],
])('%s is recognised by what it holds, whatever it is called', async (_what, content, kind) => {
  const bytes = content.includes('PNG') ? Buffer.from(content, 'latin1') : content
  for (const name of ['a.pdf', 'a.docx', 'a.exe', '图片'])
    expect(await kindOf(bytes, name)).toMatchObject({ kind })
})

test('containers are told apart by what is in them', async () => {
  expect(await kindOf(office('word/document2.xml'), 'a.zip')).toMatchObject({ kind: 'docx' })
  expect(await kindOf(office('ppt/presentation.xml'))).toMatchObject({ kind: 'pptx' })
  expect(await kindOf(office('xl/workbook.xml'))).toMatchObject({ kind: 'xlsx' })
  expect(await kindOf(zipOf([part('mimetype'), part('META-INF/container.xml')]))).toMatchObject({
    kind: 'epub',
  })
  const zip = await kindOf(zipOf([part('a.docx')]), 'a.docx')
  expect(zip).toMatchObject({ kind: null, mime: 'application/zip', hint: expect.stringContaining('解压') })
})

test('attack 34: a page called .pdf is a page, and a file that is two things is the first of them', async () => {
  expect(await kindOf('<html><script>alert(1)</script>\n%PDF-1.4', 'a.pdf')).toMatchObject({ kind: 'html' })
  expect(await kindOf('GIF89a;/*\n%PDF-1.4', 'a.pdf')).toMatchObject({ kind: null })
  const both = Buffer.concat([Buffer.from('%PDF-1.4\n'), office('word/document.xml')])
  expect(await kindOf(both, 'a.docx')).toMatchObject({ kind: 'pdf' })
  expect(await kindOf(Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), 'a.pdf')).toMatchObject({ kind: null })
})

test('what cannot be read says what to do instead', async () => {
  const caj = await kindOf(Buffer.from('HN\xc8\0\x01', 'latin1'), 'a.pdf')
  expect(caj.hint).toContain('知网')
  const old = Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1')
  expect((await kindOf(old)).hint).toContain('.docx')
  const locked = Buffer.concat([old, Buffer.from('EncryptedPackage', 'utf16le')])
  expect((await kindOf(locked)).fault).toMatchObject({ kind: 'encrypted' })
  expect((await kindOf(zipOf([part('../a')]))).fault).toMatchObject({ kind: 'unsafe' })
  expect(await kindOf('')).toMatchObject({ kind: null })
})

test('among plain texts the name says how one is meant; the encoding does not matter', async () => {
  expect(await kindOf('# Title\n', 'a.md')).toMatchObject({ kind: 'markdown' })
  expect(await kindOf('a,b\n1,2\n', 'a.csv')).toMatchObject({ kind: 'csv' })
  expect(await kindOf(gb, 'a.txt')).toMatchObject({ kind: 'text' })
  expect(await kindOf(Buffer.from('\ufeff宽字符', 'utf16le'), 'a.txt')).toMatchObject({ kind: 'text' })
  expect(await kindOf(`${'a'.repeat(64 * 1024 - 1)}字`, 'a.txt')).toMatchObject({ kind: 'text' })
})
