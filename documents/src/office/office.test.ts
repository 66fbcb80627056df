import { expect, test } from 'vitest'
import { parseEpub } from '../html/epub.ts'
import { officeFile, relationshipsPart, tempFile, xmlPart } from '../testing/office.ts'
import { zipOf } from '../testing/zip-builder.ts'
import { parsePptx } from './pptx.ts'
import { parseXlsx } from './xlsx.ts'

const shape = ({ blocks }: { blocks: { type: string; text: string; page: number }[] }) =>
  blocks.map(({ type, page, text }) => [type, page, text])

const ap = (text: string, more = '') => `<a:p><a:pPr ${more}/><a:r><a:rPr/><a:t>${text}</a:t></a:r></a:p>`
const sp = (kind: string, paragraphs: string) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1"/><p:nvPr>${kind ? `<p:ph type="${kind}"/>` : ''}</p:nvPr></p:nvSpPr>
   <p:spPr><a:xfrm><a:off x="1270000" y="1270000"/><a:ext cx="2540000" cy="1270000"/></a:xfrm></p:spPr><p:txBody>${paragraphs}</p:txBody></p:sp>`
const slide = (shapes: string, show = '') =>
  xmlPart(`p:sld${show}`, `<p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>`).replace(
    `</p:sld${show}>`,
    '</p:sld>',
  )

test('slides are pages in the order of the presentation, titles first, with tables, diagrams and notes', async () => {
  const table = `<p:graphicFrame><a:tbl><a:tr><a:tc gridSpan="2"><a:txBody>${ap('头')}</a:txBody></a:tc><a:tc hMerge="1"><a:txBody>${ap('重复')}</a:txBody></a:tc></a:tr>
    <a:tr><a:tc><a:txBody>${ap('1')}</a:txBody></a:tc><a:tc><a:txBody>${ap('2')}</a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>`
  const file = officeFile({
    'ppt/presentation.xml': xmlPart(
      'p:presentation',
      '<p:sldIdLst><p:sldId id="1" r:id="b"/><p:sldId id="2" r:id="a"/><p:sldId id="3" r:id="c"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/>',
    ),
    'ppt/_rels/presentation.xml.rels': relationshipsPart([
      ['a', 'slide', 'slides/slide1.xml'],
      ['b', 'slide', 'slides/slide2.xml'],
      ['c', 'slide', 'slides/slide3.xml'],
    ]),
    'ppt/slides/slide1.xml': slide(`${table}${sp('sldNum', ap('7'))}`),
    'ppt/slides/slide2.xml': slide(`${sp('', ap('正文') + ap('要点', 'lvl="1"'))}${sp('title', ap('题目'))}`),
    'ppt/slides/slide3.xml': slide(sp('', ap('隐藏的一页')), ' show="0"'),
    'ppt/slides/_rels/slide2.xml.rels': relationshipsPart([
      ['n', 'notesSlide', '../notesSlides/notes1.xml'],
      ['c', 'chart', '../charts/chart1.xml'],
    ]),
    'ppt/notesSlides/notes1.xml': xmlPart(
      'p:notes',
      `<p:cSld><p:spTree>${sp('body', ap('备注'))}${sp('sldNum', ap('1'))}</p:spTree></p:cSld>`,
    ),
  })
  const parsed = await parsePptx(file)

  expect(shape(parsed)).toEqual([
    ['heading', 1, '题目'],
    ['paragraph', 1, '正文'],
    ['list', 1, '要点'],
    ['paragraph', 1, '备注'],
    ['table', 2, '头\t\n1\t2'],
    ['other', 2, '7'],
  ])
  expect(parsed.pages).toHaveLength(3)
  expect(parsed.pages[0]).toMatchObject({ width: 720, height: 540 })
  expect(parsed.blocks[0]?.boxes).toEqual([{ page: 1, x0: 100, y0: 100, x1: 300, y1: 200 }])
  expect(parsed.warnings).toEqual([
    { kind: 'parts-left-out', count: 1 },
    { kind: 'invisible-text', count: 1 },
  ])
})

const workbook = (sheets: string) => xmlPart('s:workbook', `<s:workbookPr/><s:sheets>${sheets}</s:sheets>`)
const sheet = (rows: string) => xmlPart('s:worksheet', `<s:sheetData>${rows}</s:sheetData>`)
const bookParts = relationshipsPart([
  ['a', 'worksheet', 'worksheets/sheet1.xml'],
  ['b', 'worksheet', 'worksheets/sheet2.xml'],
  ['t', 'sharedStrings', 'sharedStrings.xml'],
  ['s', 'styles', 'styles.xml'],
])

test('sheets are tables: shared texts, numbers, dates, truth, results of formulas; hidden sheets are told', async () => {
  const file = officeFile({
    'xl/workbook.xml': workbook(
      '<s:sheet name="数据" sheetId="1" r:id="a"/><s:sheet name="藏" sheetId="2" state="hidden" r:id="b"/>',
    ),
    'xl/_rels/workbook.xml.rels': bookParts,
    'xl/sharedStrings.xml': xmlPart(
      's:sst',
      '<s:si><s:t>名称</s:t></s:si><s:si><s:r><s:t>粗</s:t></s:r><s:r><s:t>细</s:t></s:r><s:rPh><s:t>cu</s:t></s:rPh></s:si>',
    ),
    'xl/styles.xml': xmlPart(
      's:styleSheet',
      '<s:numFmts><s:numFmt numFmtId="170" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/><s:numFmt numFmtId="171" formatCode="0.00&quot;md&quot;"/></s:numFmts><s:cellXfs><s:xf numFmtId="0"/><s:xf numFmtId="14"/><s:xf numFmtId="170"/><s:xf numFmtId="171"/></s:cellXfs>',
    ),
    'xl/worksheets/sheet1.xml': sheet(
      `<s:row r="1"><s:c r="A1" t="s"><s:v>0</s:v></s:c><s:c r="C1" t="inlineStr"><s:is><s:t>日期</s:t></s:is></s:c></s:row>
       <s:row r="9"><s:c r="A9" t="s"><s:v>1</s:v></s:c><s:c r="B9"><s:f>0.1+0.2</s:f><s:v>0.30000000000000004</s:v></s:c><s:c r="C9" s="1"><s:v>45292</s:v></s:c><s:c r="D9" s="2"><s:v>45292.75</s:v></s:c><s:c r="E9" s="3"><s:v>1.5</s:v></s:c><s:c r="F9" t="b"><s:v>1</s:v></s:c><s:c r="G9" t="e"><s:v>#N/A</s:v></s:c></s:row>`,
    ),
    'xl/worksheets/sheet2.xml': sheet('<s:row><s:c><s:v>1</s:v></s:c></s:row>'),
  })
  const { blocks, warnings } = await parseXlsx(file)

  expect(blocks.map(({ type, text }) => [type, text])[0]).toEqual(['heading', '数据'])
  expect(blocks[1]?.rows).toEqual([
    ['名称', '', '日期', '', '', '', ''],
    ['粗细', '0.3', '2024-01-01', '2024-01-01 18:00:00', '1.5', 'TRUE', '#N/A'],
  ])
  expect(warnings).toEqual([{ kind: 'parts-left-out', count: 1 }])
})

test('built-in formats of numbers and text are not taken for dates', async () => {
  const formats = [47, 48, 49, 50]
  const { blocks } = await parseXlsx(
    officeFile({
      'xl/workbook.xml': workbook('<s:sheet name="甲" sheetId="1" r:id="a"/>'),
      'xl/_rels/workbook.xml.rels': bookParts,
      'xl/styles.xml': xmlPart(
        's:styleSheet',
        `<s:cellXfs>${formats.map((id) => `<s:xf numFmtId="${id}"/>`).join('')}</s:cellXfs>`,
      ),
      'xl/worksheets/sheet1.xml': sheet(
        `<s:row r="1">${formats.map((_, at) => `<s:c s="${at}"><s:v>45292</s:v></s:c>`).join('')}</s:row>`,
      ),
    }),
  )
  expect(blocks[1]?.rows).toEqual([['2024-01-01', '45292', '45292', '2024-01-01']])
})

test('whatever prefix a program gives a namespace, and in the strict form too, the text is found', async () => {
  const own = (space: string, content: string) =>
    `<workbook xmlns="${space}" xmlns:q="${space}">${content}</workbook>`
  for (const space of [
    'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
    'http://purl.oclc.org/ooxml/spreadsheetml/main',
  ]) {
    const { blocks } = await parseXlsx(
      officeFile({
        'xl/workbook.xml': own(
          space,
          '<sheets xmlns:rel="http://purl.oclc.org/ooxml/officeDocument/relationships"><q:sheet name="甲" rel:id="a"/></sheets>',
        ),
        'xl/_rels/workbook.xml.rels': bookParts,
        'xl/worksheets/sheet1.xml': own(space, '<sheetData><q:row><c><v>7</v></c></q:row></sheetData>'),
      }),
    )
    expect(blocks.map(({ text }) => text)).toEqual(['甲', '7'])
  }
})

const container =
  '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/a.opf"/></rootfiles></container>'
const opf = `<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>书名</dc:title><dc:creator>作者</dc:creator></metadata>
  <manifest><item id="x" href="b%20c.xhtml"/><item id="y" href="a.xhtml"/></manifest><spine><itemref idref="y"/><itemref idref="x"/><itemref idref="none"/></spine></package>`
const chapter = (text: string) =>
  `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body><h1>${text}</h1><p>正文${text}</p></body></html>`
const book = (more: Record<string, string> = {}) =>
  tempFile(
    zipOf(
      Object.entries({
        mimetype: 'application/epub+zip',
        'META-INF/container.xml': container,
        'OEBPS/a.opf': opf,
        'OEBPS/a.xhtml': chapter('甲'),
        'OEBPS/b c.xhtml': chapter('乙'),
        ...more,
      }).map(([name, bytes]) => ({ name, bytes })),
    ),
  )

test('a book is read in the order of its chapters; one with rights is told, fonts made unusable are no rights', async () => {
  const parsed = await parseEpub(book())
  expect([parsed.title, parsed.authors]).toEqual(['书名', ['作者']])
  expect(parsed.blocks.map(({ text }) => text)).toEqual(['甲', '正文甲', '乙', '正文乙'])

  const encryption = (algorithm: string) =>
    `<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/></enc:EncryptedData></encryption>`
  const fonts = book({ 'META-INF/encryption.xml': encryption('http://www.idpf.org/2008/embedding') })
  expect((await parseEpub(fonts)).blocks).toHaveLength(4)
  const locked = book({
    'META-INF/encryption.xml': encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc'),
  })
  await expect(parseEpub(locked)).rejects.toMatchObject({
    kind: 'protected',
    message: expect.stringContaining('DRM'),
  })
})
