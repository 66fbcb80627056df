import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openArchive } from '../../archive.ts'
import { officeFile, relationshipsPart, tempFile, xmlPart } from '../../testing/office.ts'
import { seededRandom } from '../../testing/random.ts'
import { descendants, elementsOf, elementText, parseXmlTree, type XmlElement } from '../../xml.ts'
import { parseDocx } from '../docx.ts'
import { annotateDocx, type DocxAnnotation } from './annotate-docx.ts'

const AUTHORSHIP = { author: '稿件核对', initials: '核', date: new Date('2026-11-29T08:00:00Z') }

const p = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`
const r = (text: string, properties = '') =>
  `<w:r w:rsidR="00A1"><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`

const SIGNS = [...'引文稿件核对的结果abc XYZ 0123456789，。；[]&<>"é🙂ﬁ　']
const FORMATS = ['', '<w:b/>', '<w:i/>', '<w:vertAlign w:val="superscript"/>', '<w:color w:val="FF0000"/>']
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&#62;', '🙂': '&#x1F642;' }

/** Returns a paragraph of random text, cut into runs at random places, some of them in wrappers. */
function randomParagraph(random: () => number, footnote?: number): string {
  const pick = <Item>(from: readonly Item[]): Item => from[Math.floor(random() * from.length)] as Item
  const runs = Array.from({ length: 1 + Math.floor(random() * 6) }, () => {
    const text = Array.from({ length: 1 + Math.floor(random() * 12) }, () => pick(SIGNS))
      .map((sign) => ESCAPES[sign] ?? sign)
      .join('')
    const run = r(text, pick(FORMATS))
    const wrapped = [
      run,
      run,
      run,
      `<w:hyperlink r:id="rId9">${run}</w:hyperlink>`,
      `<w:ins w:id="7" w:author="甲">${run}</w:ins>`,
      `<w:r><w:rPr><w:b/></w:rPr><w:t>前${text}</w:t><w:tab/><w:t xml:space="preserve">${text} </w:t></w:r>`,
      `<w:del w:id="8"><w:r><w:delText>删去</w:delText></w:r></w:del>${run}`,
    ]
    return pick(wrapped)
  })
  if (footnote !== undefined) runs.splice(1, 0, `<w:r><w:footnoteReference w:id="${footnote}"/></w:r>`)
  return p(`${r('段')}${runs.join('')}`)
}

function randomDocument(seed: number): string {
  const random = seededRandom(seed)
  const cell = () => `<w:tc>${randomParagraph(random)}${randomParagraph(random)}</w:tc>`
  const existing = `${r('已有')}<w:commentRangeStart w:id="3"/>${r('批注')}<w:commentRangeEnd w:id="3"/><w:r><w:commentReference w:id="3"/></w:r>`
  const body = [
    randomParagraph(random),
    randomParagraph(random, 2),
    p(existing),
    `<w:tbl><w:tr>${cell()}${cell()}</w:tr><w:tr>${cell()}${cell()}</w:tr></w:tbl>`,
    randomParagraph(random, 5),
    randomParagraph(random),
  ].join('')
  const note = (id: number) => `<w:footnote w:id="${id}">${randomParagraph(random)}</w:footnote>`
  return officeFile({
    'word/document.xml': xmlPart('w:document', `<w:body>${body}</w:body>`),
    'word/_rels/document.xml.rels': relationshipsPart([
      ['c', 'comments', 'comments.xml'],
      ['f', 'footnotes', 'footnotes.xml'],
    ]),
    'word/comments.xml': xmlPart(
      'w:comments',
      `<w:comment w:id="3" w:author="导师">${p(r('旧批注'))}</w:comment>`,
    ),
    'word/footnotes.xml': xmlPart('w:footnotes', note(2) + note(5)),
    'word/media/image1.png': Uint8Array.from({ length: 400 }, (_, at) => at % 251),
  })
}

async function partsOf(path: string): Promise<Map<string, Buffer>> {
  const archive = await openArchive(path)
  try {
    return new Map(
      await Promise.all(archive.names.map(async (name) => [name, await archive.read(name)] as const)),
    )
  } finally {
    archive.close()
  }
}

/** Returns each character of the text with its format, as it was before tracked changes of 稿件核对. */
function formattedText(element: XmlElement, isOurs = false): string[] {
  return elementsOf(element).flatMap((each): string[] => {
    const ours = isOurs || each.attributes['w:author'] === AUTHORSHIP.author
    if (each.name === 'w:ins' && ours) return []
    if (each.name === 'w:r') {
      const properties = elementsOf(each).find(({ name }) => name === 'w:rPr')
      const format = JSON.stringify(properties?.children ?? [])
      return elementsOf(each).flatMap((part) => {
        if (part.name === 'w:t' || (part.name === 'w:delText' && ours))
          return [...elementText(part)].map((sign) => `${sign}${format}`)
        return part.name === 'w:tab' || part.name.endsWith('Reference') ? [part.name] : []
      })
    }
    return formattedText(each, ours)
  })
}

/** Returns the elements with text and the marks of comments in their order, without what 稿件核对 inserted. */
function flatten(element: XmlElement, isDeleted = false): { element: XmlElement; isDeleted: boolean }[] {
  return elementsOf(element).flatMap((each) => {
    const ours = each.attributes['w:author'] === AUTHORSHIP.author
    if (each.name === 'w:ins' && ours) return []
    const inside = flatten(each, isDeleted || (each.name === 'w:del' && ours))
    return [{ element: each, isDeleted }, ...inside]
  })
}

/** Returns the text that a comment encloses. */
function enclosedText(flat: ReturnType<typeof flatten>, id: string): string {
  const markAt = (name: string) =>
    flat.findIndex(({ element }) => element.name === name && element.attributes['w:id'] === id)
  return flat
    .slice(markAt('w:commentRangeStart'), markAt('w:commentRangeEnd'))
    .filter(({ element: { name }, isDeleted }) => name === 'w:t' || (name === 'w:delText' && isDeleted))
    .map(({ element }) => elementText(element))
    .join('')
}

/** Returns the offset, or the next one, that divides neither a character nor what was a ligature. */
function boundary(text: string, offset: number): number {
  const isDividing = (at: number) =>
    /[\uDC00-\uDFFF]/.test(text[at] ?? '') || (text[at] === 'i' && text[at - 1] === 'f')
  let at = offset
  while (isDividing(at)) at += 1
  return at
}

const withoutSpaces = (text: string) => text.normalize('NFKC').replace(/\s/g, '')

test.each(Array.from({ length: 40 }, (_, seed) => [seed]))(
  'comments stand at their text and changes replace it, in the random document %i',
  async (seed) => {
    const file = randomDocument(seed)
    const random = seededRandom(seed + 1_000)
    const before = await parseDocx(file)
    const annotations = before.blocks.map(({ text, type }, block): DocxAnnotation => {
      const at = text.search(/\S/)
      const start = boundary(text, Math.min(text.length - 1, at + Math.floor(random() * text.length)))
      const end = boundary(text, Math.min(text.length, start + 1 + Math.floor(random() * 8)))
      const isReplaced = type !== 'table' && random() < 0.7
      return {
        block,
        start,
        end,
        comment: `第 ${block} 处 <&>\n第二行`,
        ...(isReplaced && { replacement: { start, end, text: '改&后' } }),
      }
    })
    const { bytes, changed } = await annotateDocx(file, annotations, AUTHORSHIP)
    const annotated = tempFile(bytes)
    const [old, now] = [await partsOf(file), await partsOf(annotated)]

    for (const [name, content] of old)
      if (!/document|comments|footnotes/.test(name)) expect(now.get(name)?.equals(content)).toBe(true)
    for (const name of ['word/document.xml', 'word/footnotes.xml']) {
      const [was, is] = [old, now].map((parts) => parseXmlTree(parts.get(name) ?? Buffer.alloc(0)))
      const marks = (each: string) => each !== 'w:commentReference'
      expect(formattedText(is as XmlElement).filter(marks)).toEqual(
        formattedText(was as XmlElement).filter(marks),
      )
    }

    const comments = descendants(parseXmlTree(now.get('word/comments.xml') ?? Buffer.alloc(0)), 'w:comment')
    const ids = comments.map(({ attributes }) => attributes['w:id'])
    expect(new Set(ids).size).toBe(annotations.length + 1)
    const flat = flatten(parseXmlTree(now.get('word/document.xml') ?? Buffer.alloc(0)))
    const texts = ids.slice(1).map((id) => enclosedText(flat, id ?? ''))
    const inText = annotations.flatMap(({ block, start, end }, at) =>
      before.blocks[block]?.type === 'footnote' || before.blocks[block]?.text.slice(start, end).trim() === ''
        ? []
        : [
            [
              withoutSpaces(texts[at] ?? '?'),
              withoutSpaces(before.blocks[block]?.text.slice(start, end) ?? ''),
            ],
          ],
    )
    for (const [enclosed, wanted] of inText) expect(enclosed).toBe(wanted)

    const after = await parseDocx(annotated)
    const counted = annotations.filter(({ block, start, end, replacement }) => {
      const text = before.blocks[block]?.text ?? ''
      const wanted = replacement ? `${text.slice(0, start)}改&后${text.slice(end)}` : text
      const is = withoutSpaces(after.blocks[block]?.text ?? '')
      expect([withoutSpaces(text), withoutSpaces(wanted)]).toContain(is)
      return replacement && is === withoutSpaces(wanted) && is !== withoutSpaces(text)
    })
    expect(counted.length).toBe(changed)
  },
)

const simpleFile = (body: string, parts: Record<string, string> = {}) =>
  officeFile({ 'word/document.xml': xmlPart('w:document', `<w:body>${body}</w:body>`), ...parts })

const annotatedXml = async (file: string, annotations: DocxAnnotation[]) => {
  const { bytes } = await annotateDocx(file, annotations, AUTHORSHIP)
  const parts = await partsOf(tempFile(bytes))
  const text = (name: string) => parts.get(name)?.toString() ?? ''
  return { document: text('word/document.xml'), comments: text('word/comments.xml'), text }
}

test('a run is divided at the place, and a correction is a tracked change in its format', async () => {
  const { document, comments, text } = await annotatedXml(simpleFile(p(r('刊于 2021 年', '<w:b/>'))), [
    { block: 0, start: 3, end: 7, comment: '题录是 2022', replacement: { start: 6, end: 7, text: '2' } },
  ])
  const date = 'w:date="2026-11-29T08:00:00Z"'
  const bold = (content: string) => `<w:r w:rsidR="00A1"><w:rPr><w:b/></w:rPr>${content}</w:r>`
  expect(document).toContain(
    [
      bold('<w:t xml:space="preserve">刊于 </w:t>'),
      '<w:commentRangeStart w:id="2"/>',
      bold('<w:t xml:space="preserve">202</w:t>'),
      `<w:del w:id="0" w:author="稿件核对" ${date}>${bold('<w:delText xml:space="preserve">1</w:delText>')}</w:del>`,
      `<w:ins w:id="1" w:author="稿件核对" ${date}><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">2</w:t></w:r></w:ins>`,
      '<w:commentRangeEnd w:id="2"/><w:r><w:commentReference w:id="2"/></w:r>',
      bold('<w:t xml:space="preserve"> 年</w:t>'),
    ].join(''),
  )
  expect(comments).toContain('题录是 2022')
  expect(text('word/_rels/document.xml.rels')).toContain('Target="comments.xml"')
  expect(text('[Content_Types].xml')).toContain('PartName="/word/comments.xml"')
})

test('a place that is not in the text has its comment at the paragraph, and nothing is lost', async () => {
  const formula = '<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>'
  const { document, comments } = await annotatedXml(simpleFile(p(r('甲')) + p(formula) + p(r('乙'))), [
    { block: 0, start: 40, end: 50, comment: '越过末尾' },
    { block: 99, start: 0, end: 1, comment: '没有这一段' },
    { block: 1, start: 0, end: 1, comment: '公式', replacement: { start: 0, end: 1, text: 'y' } },
  ])
  for (const comment of ['越过末尾', '没有这一段', '公式', '建议改为：y']) expect(comments).toContain(comment)
  expect(document.match(/commentReference/g)).toHaveLength(3)
  expect(document).toContain(`<w:commentRangeStart w:id="2"/>${formula}<w:commentRangeEnd w:id="2"/>`)
})

test('a comment on a footnote stands at its mark and quotes it; the footnote itself is corrected', async () => {
  const file = simpleFile(p(`${r('正文')}<w:r><w:footnoteReference w:id="2"/></w:r>`), {
    'word/_rels/document.xml.rels': relationshipsPart([['f', 'footnotes', 'footnotes.xml']]),
    'word/footnotes.xml': xmlPart(
      'w:footnotes',
      `<w:footnote w:id="2">${p(r('见某书第 1 页'))}</w:footnote>`,
    ),
  })
  const { document, comments, text } = await annotatedXml(file, [
    { block: 1, start: 0, end: 3, comment: '缺出版年', replacement: { start: 5, end: 6, text: '12' } },
  ])
  expect(document).toContain('<w:footnoteReference w:id="2"/></w:r><w:commentRangeEnd')
  expect(comments).toContain('脚注「见某书」')
  expect(text('word/footnotes.xml')).toContain('<w:delText xml:space="preserve">1</w:delText>')
})

test('text in a box has its comment at the box and no tracked change, because Word allows neither in it', async () => {
  const box = `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><w:txbxContent>${p(r('框中'))}</w:txbxContent></w:drawing></mc:Choice></mc:AlternateContent></w:r>`
  const { document } = await annotatedXml(simpleFile(p(`${r('图')}${box}`)), [
    { block: 1, start: 0, end: 2, comment: '框', replacement: { start: 0, end: 1, text: '匡' } },
  ])
  expect(document).toContain(`<w:commentRangeStart w:id="0"/>${box}<w:commentRangeEnd w:id="0"/>`)
})

test('files with other prefixes, and parts in another encoding, stay readable', async () => {
  const uri = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const xml = `<?xml version="1.0" encoding="UTF-16"?><x:document xmlns:x="${uri}"><x:body><x:p><x:r><x:t>甲乙丙</x:t></x:r></x:p></x:body></x:document>`
  const file = officeFile({ 'word/document.xml': Buffer.from(`\ufeff${xml}`, 'utf16le') })
  const { document } = await annotatedXml(file, [
    { block: 0, start: 1, end: 2, comment: '中', replacement: { start: 1, end: 2, text: '已' } },
  ])
  expect(document).toContain('encoding="UTF-8"')
  const { bytes } = await annotateDocx(
    file,
    [{ block: 0, start: 1, end: 2, comment: '中', replacement: { start: 1, end: 2, text: '已' } }],
    AUTHORSHIP,
  )
  expect((await parseDocx(tempFile(bytes))).blocks[0]?.text).toBe('甲已丙')
})

test('a file that the reader refuses is refused', async () => {
  const doctype = officeFile({ 'word/document.xml': '<!DOCTYPE x [<!ENTITY e "e">]><w:document/>' })
  await expect(annotateDocx(doctype, [], AUTHORSHIP)).rejects.toMatchObject({ kind: 'unsafe' })
  const broken = tempFile(readFileSync(simpleFile(p(r('甲')))).subarray(0, 300))
  await expect(annotateDocx(broken, [], AUTHORSHIP)).rejects.toMatchObject({ kind: 'damaged' })
})
