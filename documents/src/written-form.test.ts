import { normalizeCharacters } from '@scinav/contract/written-form'
import { expect, test } from 'vitest'
import { parseHtml } from './html/html.ts'
import { parseDocx } from './office/docx.ts'
import { parsePptx } from './office/pptx.ts'
import { parseXlsx } from './office/xlsx.ts'
import { parsePdf } from './pdf/parse-pdf.ts'
import { shiftText } from './structure/script-shift.ts'
import { comparableForm } from './structure/text-forms.ts'
import { officeFile, relationshipsPart, xmlPart } from './testing/office.ts'
import { pdfOfStream } from './testing/pdf-builder.ts'
import { parseMarkdown } from './text/markdown.ts'
import { parsePlain } from './text/plain.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const textOf = ({ blocks }: { blocks: { text: string }[] }) => blocks.map(({ text }) => text).join('\n')

const meaningful = '面积 10⁵ m²，产率：½；（见①）……Na⁺、H₂O、５％、㎡、℃、Ⅳ、™，“引文”！？１．２［３］'

test('signs whose form says something are kept and quoted as they are written, in every format of text', () => {
  expect(normalizeCharacters(meaningful)).toBe(meaningful)
  expect(textOf(parsePlain(utf8(meaningful)))).toBe(meaningful)
  expect(textOf(parseMarkdown(utf8(meaningful)))).toBe(meaningful)
  expect(textOf(parseHtml(utf8(`<p>${meaningful}</p>`)))).toBe(meaningful)
})

test('ligatures, radicals and letters of formulas are the letters that are meant', () => {
  expect(normalizeCharacters('eﬃcient ﬁeld ⾏⽣ 𝑥 = 𝟐\u00a0m e\u0301')).toBe('efficient field 行生 x = 2 m é')
})

test('patterns see figures and punctuation of one form, each sign in its place', () => {
  const folded = comparableForm(meaningful)
  expect(folded).toHaveLength(meaningful.length)
  expect(folded).toContain('面积 105 m2,产率:½;(见1)')
})

test('indices have signs of their own; ends of ordinals and marks in brackets are left as they are', () => {
  expect(shiftText('-5', 'raised')).toBe('⁻⁵')
  expect(shiftText('2+', 'raised')).toBe('²⁺')
  expect(shiftText('n', 'raised')).toBe('ⁿ')
  expect(shiftText('1,3-5', 'raised')).toBe('¹,³-⁵')
  expect(shiftText('2', 'lowered')).toBe('₂')
  expect(shiftText('th', 'raised')).toBe('th')
  expect(shiftText('[12]', 'raised')).toBe('[12]')
  expect(shiftText('12', 'raised', '[')).toBe('12')
})

test('what a page of HTML or Markdown raises or lowers says so', () => {
  expect(
    textOf(parseHtml(utf8('<p>10<sup>5</sup> m<sup>&minus;2</sup> CO<sub>2</sub> 5<sup>th</sup></p>'))),
  ).toBe('10⁵ m⁻² CO₂ 5th')
  expect(textOf(parseHtml(utf8('<p>见<sup>[<a href="#x">3</a>]</sup>。</p>')))).toBe('见[3]。')
  expect(
    textOf(
      parseHtml(
        utf8('<math><msubsup><mi>x</mi><mn>1</mn><mrow><mo>-</mo><mn>2</mn></mrow></msubsup></math>'),
      ),
    ),
  ).toBe('x₁⁻²')
  expect(textOf(parseMarkdown(utf8('10<sup>5</sup> m, CO<sub>2</sub>, **10<sup>6</sup>** 7')))).toBe(
    '10⁵ m, CO₂, 10⁶ 7',
  )
})

test('raised and lowered runs of Word say so, marks in brackets stay', async () => {
  const r = (text: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`
  const up = '<w:vertAlign w:val="superscript"/>'
  const down = '<w:vertAlign w:val="subscript"/>'
  const body = [
    r('10') + r('5', up) + r(' m') + r('-', up) + r('2', up) + r(' CO') + r('2', down),
    r('已有研究') +
      r('[', up) +
      r('1', up) +
      r('-3', up) +
      r(']', up) +
      r('。10') +
      r('4', '<w:position w:val="6"/>'),
  ]
  const file = officeFile({
    'word/document.xml': xmlPart(
      'w:document',
      `<w:body>${body.map((runs) => `<w:p>${runs}</w:p>`).join('')}</w:body>`,
    ),
  })
  expect(textOf(await parseDocx(file))).toBe('10⁵ m⁻² CO₂\n已有研究[1-3]。10⁴')
})

test('raised runs of slides and of cells say so', async () => {
  const run = (text: string, baseline: string) =>
    `<a:r><a:rPr baseline="${baseline}"/><a:t>${text}</a:t></a:r>`
  const slides = officeFile({
    'ppt/presentation.xml': xmlPart(
      'p:presentation',
      '<p:sldIdLst><p:sldId id="256" r:id="a"/></p:sldIdLst>',
    ),
    'ppt/_rels/presentation.xml.rels': relationshipsPart([['a', 'slide', 'slides/slide1.xml']]),
    'ppt/slides/slide1.xml': xmlPart(
      'p:sld',
      `<p:cSld><p:spTree><p:sp><p:txBody><a:p>${run('10', '0')}${run('6', '30000')}${run('2', '-25000')}</a:p></p:txBody></p:sp></p:spTree></p:cSld>`,
    ),
  })
  expect(textOf(await parsePptx(slides))).toBe('10⁶₂')
  const book = officeFile({
    'xl/workbook.xml': xmlPart('s:workbook', '<s:sheets><s:sheet name="a" sheetId="1" r:id="a"/></s:sheets>'),
    'xl/_rels/workbook.xml.rels': relationshipsPart([
      ['a', 'worksheet', 'worksheets/sheet1.xml'],
      ['t', 'sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/sharedStrings.xml': xmlPart(
      's:sst',
      '<s:si><s:r><s:t>10</s:t></s:r><s:r><s:rPr><s:vertAlign val="superscript"/></s:rPr><s:t>3</s:t></s:r></s:si>',
    ),
    'xl/worksheets/sheet1.xml': xmlPart(
      's:worksheet',
      '<s:sheetData><s:row r="1"><s:c r="A1" t="s"><s:v>0</s:v></s:c></s:row></s:sheetData>',
    ),
  })
  expect(textOf(await parseXlsx(book))).toContain('10³')
})

test('raised and lowered figures of a PDF say so and are found as before', async () => {
  const at = (size: number, x: number, y: number, text: string) =>
    `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`
  const { blocks } = await parsePdf(
    pdfOfStream(
      [
        at(11, 72, 700, 'The area is 10'),
        at(7, 143, 704, '5'),
        at(11, 150, 700, 'square metres of CO'),
        at(7, 250.5, 698, '2'),
        at(11, 257, 700, 'as others found'),
        at(7, 331, 704, '[3]'),
        at(11, 339.5, 700, '.'),
      ].join('\n'),
    ),
  )
  const [{ text = '' } = {}] = blocks
  expect(text).toBe('The area is 10⁵ square metres of CO₂ as others found[3].')
  expect(text.normalize('NFKC')).toContain('105 square metres of CO2')
})
