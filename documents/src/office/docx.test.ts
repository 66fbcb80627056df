import { expect, test } from 'vitest'
import { officeFile, relationshipsPart, xmlPart } from '../testing/office.ts'
import { parseDocx } from './docx.ts'

const p = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`
const r = (text: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`
const styled = (style: string, text: string) => p(r(text), `<w:pStyle w:val="${style}"/>`)

const styles = xmlPart(
  'w:styles',
  `<w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/></w:style>
   <w:style w:type="paragraph" w:styleId="a3"><w:name w:val="Title"/></w:style>
   <w:style w:type="paragraph" w:styleId="own"><w:name w:val="我的节"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>
   <w:style w:type="paragraph" w:styleId="sub"><w:name w:val="我的小节"/><w:basedOn w:val="own"/></w:style>
   <w:style w:type="paragraph" w:styleId="toc1"><w:name w:val="toc 1"/></w:style>
   <w:style w:type="paragraph" w:styleId="loop"><w:name w:val="loop"/><w:basedOn w:val="loop"/></w:style>`,
)

async function shapeOf(body: string, parts: Record<string, string> = {}) {
  const file = officeFile({
    'word/document.xml': xmlPart('w:document', `<w:body>${body}</w:body>`),
    'word/_rels/document.xml.rels': relationshipsPart([
      ['s', 'styles', 'styles.xml'],
      ['n', 'numbering', 'numbering.xml'],
      ['f', 'footnotes', 'footnotes.xml'],
      ['e', 'endnotes', 'endnotes.xml'],
    ]),
    'word/styles.xml': styles,
    ...parts,
  })
  const parsed = await parseDocx(file)
  const shape = parsed.blocks.map(({ type, level, text }) => [level ? `${type} ${level}` : type, text])
  return { ...parsed, shape }
}

test('headings are known by style, in any language, and by outline level', async () => {
  const { shape, title, outline } = await shapeOf(
    styled('a3', '论文题目') +
      styled('1', '引言') +
      styled('own', '背景') +
      styled('sub', '细节') +
      p(r('直接设置'), '<w:outlineLvl w:val="2"/>') +
      styled('toc1', '引言 1') +
      styled('loop', '正文') +
      p(r('设为正文'), '<w:pStyle w:val="1"/><w:outlineLvl w:val="9"/>'),
  )
  expect(title).toBe('论文题目')
  expect(shape).toEqual([
    ['heading 1', '论文题目'],
    ['heading 1', '引言'],
    ['heading 2', '背景'],
    ['heading 2', '细节'],
    ['heading 3', '直接设置'],
    ['other', '引言 1'],
    ['paragraph', '正文'],
    ['paragraph', '设为正文'],
  ])
  expect(outline.map(({ title }) => title)).toEqual(['论文题目', '引言', '背景', '细节', '直接设置'])
})

test('changes count as accepted; hidden, tiny and white text is left out and counted', async () => {
  const { shape, warnings } = await shapeOf(
    p(
      `${r('保留')}<w:ins w:id="1">${r('插入')}</w:ins><w:del w:id="2"><w:r><w:delText>删去</w:delText></w:r></w:del>` +
        `<w:moveFrom>${r('移走')}</w:moveFrom><w:moveTo>${r('移来')}</w:moveTo>` +
        r('藏', '<w:vanish/>') +
        r('不藏', '<w:vanish w:val="0"/>') +
        r('白', '<w:color w:val="FFFFFF"/>') +
        r('白底有色', '<w:color w:val="FFFFFF"/><w:shd w:fill="000000"/>') +
        r('小', '<w:sz w:val="2"/>'),
    ),
  )
  expect(shape).toEqual([['paragraph', '保留插入移来不藏白底有色']])
  expect(warnings).toEqual([{ kind: 'invisible-text', count: 3 }])
})

test('tables keep their grid, with merged cells at their first place and white heads', async () => {
  const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(text)}</w:tc>`
  const { blocks } = await shapeOf(
    `<w:tbl><w:tr>${cell(r('甲', '<w:color w:val="FFFFFF"/>'), '<w:gridSpan w:val="2"/>')}${cell(r('乙'), '<w:vMerge w:val="restart"/>')}</w:tr>
     <w:tr>${cell(r('1'))}${cell(r('2'))}${cell(r('看不见的重复'), '<w:vMerge/>')}</w:tr>
     <w:tr><w:trPr><w:del/></w:trPr>${cell(r('删去的行'))}</w:tr></w:tbl>`,
  )
  expect(blocks[0]?.rows).toEqual([
    ['甲', '', '乙'],
    ['1', '2', ''],
  ])
})

test('footnotes follow their paragraph, text boxes are read once, fields show their result', async () => {
  const note = xmlPart(
    'w:footnotes',
    `<w:footnote w:id="2">${p(`${r('脚注文字')}<w:r><w:footnoteReference w:id="2"/></w:r>`)}</w:footnote>`,
  )
  const box = `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><w:txbxContent>${p(r('框中'))}</w:txbxContent></w:drawing></mc:Choice>
    <mc:Fallback><w:pict><w:txbxContent>${p(r('框中'))}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
  const field = '<w:r><w:instrText> REF x \\h </w:instrText></w:r>'
  const { shape } = await shapeOf(
    p(`${r('见图')}${field}${r(' 1')}<w:r><w:footnoteReference w:id="2"/></w:r>`) + p(box) + p(r('尾')),
    { 'word/footnotes.xml': note },
  )
  expect(shape).toEqual([
    ['paragraph', '见图 1'],
    ['footnote', '脚注文字'],
    ['paragraph', '框中'],
    ['paragraph', '尾'],
  ])
})

test('the mark of a note leads to it, and the note back', async () => {
  const mark = (kind: string, id: number) => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`
  const { blocks } = await shapeOf(
    p(`${r('甲')}${mark('footnote', 3)}${r('乙')}${mark('endnote', 1)}`) +
      p(`${r('丙')}${mark('footnote', 2)}${r('再')}${mark('footnote', 9)}`),
    {
      'word/footnotes.xml': xmlPart(
        'w:footnotes',
        [2, 3].map((id) => `<w:footnote w:id="${id}">${p(r(`注文 ${id}`))}</w:footnote>`).join(''),
      ),
      'word/endnotes.xml': xmlPart('w:endnotes', `<w:endnote w:id="1">${p(r('尾注'))}</w:endnote>`),
    },
  )
  expect(blocks.map(({ text, notes, marked_in }) => [text, notes ?? marked_in])).toEqual([
    [
      '甲乙',
      [
        { start: 1, end: 1, label: '1', note: 1 },
        { start: 2, end: 2, label: 'i', note: 2 },
      ],
    ],
    ['注文 3', 0],
    ['尾注', 0],
    ['丙再', [{ start: 1, end: 1, label: '2', note: 4 }]],
    ['注文 2', 3],
  ])
})

test('formulas become text in one line', async () => {
  const t = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
  const e = (content: string) => `<m:e>${content}</m:e>`
  const fraction = `<m:f><m:num>${t('a+b')}</m:num><m:den>${t('2')}</m:den></m:f>`
  const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${t('i=1')}</m:sub><m:sup>${t('n')}</m:sup>${e(`<m:sSub>${e(t('x'))}<m:sub>${t('i')}</m:sub></m:sSub>`)}</m:nary>`
  const root = `<m:rad><m:deg/>${e(t('x'))}</m:rad>`
  const matrix = `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>${e(`<m:m><m:mr>${e(t('1'))}${e(t('0'))}</m:mr><m:mr>${e(t('0'))}${e(t('1'))}</m:mr></m:m>`)}</m:d>`
  const { shape } = await shapeOf(
    p(`<m:oMathPara><m:oMath>${t('y=')}${fraction}</m:oMath></m:oMathPara>`) +
      p(`${r('其中 ')}<m:oMath>${sum}</m:oMath>${r(' 与 ')}<m:oMath>${root}${matrix}</m:oMath>`),
  )
  expect(shape).toEqual([
    ['formula', 'y=(a+b)/2'],
    ['paragraph', '其中 ∑_(i=1)^n x_i 与 √(x)[[1, 0; 0, 1]]'],
  ])
})

test('numbers that Word counts are part of headings and lists', async () => {
  const level = (ilvl: number, format: string, text: string, start = 1) =>
    `<w:lvl w:ilvl="${ilvl}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
  const numbering = xmlPart(
    'w:numbering',
    `<w:abstractNum w:abstractNumId="0">${level(0, 'chineseCounting', '第%1章')}${level(1, 'decimal', '%1.%2')}</w:abstractNum>
     <w:abstractNum w:abstractNumId="1">${level(0, 'bullet', '·')}</w:abstractNum>
     <w:abstractNum w:abstractNumId="2">${level(0, 'ideographDigital', '%1、', 20)}</w:abstractNum>
     <w:num w:numId="5"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="6"><w:abstractNumId w:val="1"/></w:num>
     <w:num w:numId="7"><w:abstractNumId w:val="2"/></w:num>`,
  )
  const numbered = (list: number, ilvl: number, text: string, more = '') =>
    p(r(text), `${more}<w:numPr><w:ilvl w:val="${ilvl}"/><w:numId w:val="${list}"/></w:numPr>`)
  const heading = '<w:pStyle w:val="1"/>'
  const { shape } = await shapeOf(
    numbered(5, 0, '绪论', heading) +
      numbered(5, 1, '甲') +
      numbered(5, 1, '乙') +
      numbered(5, 0, '方法', heading) +
      numbered(5, 1, '丙') +
      numbered(6, 0, '点') +
      numbered(7, 0, '条'),
    { 'word/numbering.xml': numbering },
  )
  expect(shape).toEqual([
    ['heading 1', '第一章 绪论'],
    ['list', '一.1 甲'],
    ['list', '一.2 乙'],
    ['heading 1', '第二章 方法'],
    ['list', '二.1 丙'],
    ['list', '点'],
    ['list', '二〇、 条'],
  ])
})

test('attack 33: a document type, which could define entities, is refused; nothing is loaded', async () => {
  const doctype = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
  const body = xmlPart('w:document', `<w:body>${p(r('&e;'))}</w:body>`).replace('?>', `?>${doctype}`)
  const file = officeFile({ 'word/document.xml': body })
  await expect(parseDocx(file)).rejects.toMatchObject({ kind: 'unsafe' })
  const laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'
  const styles = officeFile({
    'word/document.xml': xmlPart('w:document', `<w:body>${p(r('x'))}</w:body>`),
    'word/_rels/document.xml.rels': relationshipsPart([['s', 'styles', 'styles.xml']]),
    'word/styles.xml': `${laughs}<x>&b;</x>`,
  })
  await expect(parseDocx(styles)).rejects.toMatchObject({ kind: 'unsafe' })
})

test('attack 35: a document that is too deep, and one that is broken, are told', async () => {
  const deep = officeFile({ 'word/document.xml': xmlPart('w:document', '<w:p>'.repeat(100_000)) })
  await expect(parseDocx(deep)).rejects.toMatchObject({ kind: 'unsafe' })
  await expect(parseDocx(officeFile({ 'word/document.xml': 'no xml' }))).rejects.toMatchObject({
    kind: 'damaged',
  })
  await expect(shapeOf('')).rejects.toMatchObject({ kind: 'empty' })
})
