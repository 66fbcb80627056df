// The first page of generated layouts: covers, banners, title, authors, abstract.
import { textBoxes } from './boxes.ts'
import type { DrawingContext } from './drawing.ts'
import { type FontStyle, textWidth } from './pdf.ts'
import type { LayoutBox, LayoutSection } from './typeset.ts'

const DOCUMENT_KINDS = {
  zh: {
    thesis: ['硕士学位论文', '博士学位论文', '本科毕业设计（论文）'],
    report: ['研究报告', '技术报告', '课题结题报告'],
    kind: ['综述', '研究论文', '原创研究'],
  },
  en: {
    thesis: ['Doctoral Dissertation', 'MASTER THESIS', 'PhD Thesis'],
    report: ['TECHNICAL REPORT', 'Working Paper', 'FINAL REPORT'],
    kind: ['RESEARCH ARTICLE', 'Original Paper', 'Review', 'Open Access'],
  },
}

const spacerBox = (height: number): LayoutBox => ({ height, gap: 0, draw: () => {} })

/** Creates the content of a cover. */
export function coverBoxes(
  { random, traits, typography, fullWidth }: DrawingContext,
  title: string,
  authors: string[],
): LayoutBox[] {
  if (traits.cover === 'none') return []
  const { painter, body } = typography
  const isHan = traits.lang === 'zh'
  const centered = (text: string, font: FontStyle, gap: number) =>
    textBoxes(painter, text, fullWidth, {
      font,
      leading: font.size * 1.5,
      gap,
      centered: true,
      counted: false,
    })
  const kind = random.pick(DOCUMENT_KINDS[traits.lang][traits.cover])
  const large: FontStyle = { ...body, size: body.size + 12 + random.below(6), weight: 'bold' }
  const medium: FontStyle = { ...body, size: body.size + 8, weight: 'bold' }
  const label = isHan ? '作　　者：' : 'Author: '
  return [
    ...centered(
      isHan ? '江海大学' : 'University of the Northern Isles',
      { ...body, size: body.size + 3 },
      20,
    ),
    ...centered(kind, large, 30),
    ...centered(title, medium, 60),
    ...authors.flatMap((name) => centered(`${label}${name}`, { ...body, size: body.size + 2 }, 18)),
    ...centered(isHan ? '二〇二一年六月' : 'June 2021', body, 60),
  ]
}

/** Creates what stands above the title: the kind of document, or the journal and its issue. */
function bannerBoxes({ random, traits, typography, fullWidth }: DrawingContext): LayoutBox[] {
  const { painter, body } = typography
  const isHan = traits.lang === 'zh'
  const put = (text: string, font: FontStyle, gap = 0) =>
    textBoxes(painter, text, fullWidth, { font, leading: font.size * 1.4, gap, ragged: true, counted: false })
  if (traits.banner === 'kind')
    return put(
      random.pick(DOCUMENT_KINDS[traits.lang].kind),
      { ...body, size: body.size + random.below(3), weight: 'bold' },
      6,
    )
  const issue = isHan ? '第 32 卷 第 4 期　　2019 年 8 月' : 'Volume 32, Issue 4, August 2019'
  const journal = isHan
    ? random.pick(['江海学刊', '材料与环境学报', '区域研究'])
    : random.pick(['Journal of Northern Studies', 'Annals of Applied Matter', 'LANDSCAPE LETTERS'])
  if (traits.banner === 'journal')
    return [
      ...put(journal, { ...body, size: body.size - 1 }),
      ...put(issue, { ...body, size: body.size - 1 }),
    ]
  if (traits.banner !== 'loud') return []
  const rule: LayoutBox = {
    height: 6,
    gap: 2,
    draw: ({ canvas }, x, y) => canvas.rule(x, y, x + fullWidth, y, 1),
  }
  return [
    ...put(journal, { ...body, size: body.size + 11, weight: 'bold' }),
    ...put(issue, { ...body, size: body.size - 1 }),
    rule,
  ]
}

const BLOCKS_PER_ROW = 3
/** Length to which an institute is cut, so that it fits into its block. */
const MAX_INSTITUTE_CHARS = 22

/** Creates author blocks side by side, three in a row: name, institute, address. */
function authorBlocks({ typography, writer, fullWidth }: DrawingContext, authors: string[]): LayoutBox[] {
  const { painter, body } = typography
  const blockWidth = fullWidth / Math.min(BLOCKS_PER_ROW, authors.length)
  const rows = Array.from({ length: Math.ceil(authors.length / BLOCKS_PER_ROW) }, (_, at) =>
    authors.slice(at * BLOCKS_PER_ROW, (at + 1) * BLOCKS_PER_ROW),
  )
  return rows.map((row): LayoutBox => {
    const texts = row.map((name) => [
      name,
      writer.institute().slice(0, MAX_INSTITUTE_CHARS),
      'post@uni.example',
    ])
    return {
      height: body.size * 4.6,
      gap: 6,
      draw: (page, x, y) =>
        texts.forEach((lines, column) => {
          lines.forEach((text, at) => {
            const font = { ...body, size: body.size - (at === 0 ? 0 : 1) }
            painter.paint(
              page,
              text,
              x + blockWidth * (column + 0.5) - textWidth(text, font) / 2,
              y + body.size * (1 + at * 1.3),
              font,
            )
          })
        }),
    }
  })
}

/** Creates author names with superscript marks of their institutes. */
function superscriptedNames(
  { typography, fullWidth, random, traits }: DrawingContext,
  authors: string[],
): LayoutBox {
  const { painter, body } = typography
  const font = { ...body, size: body.size + 1 }
  const small = { ...body, size: body.size * 0.62 }
  const marks = authors.map((_, at) => (at === 0 ? '1,*' : String(1 + random.below(2))))
  const comma = traits.lang === 'zh' ? '，' : ', '
  /** The width of each name with its mark and comma. */
  const widths = authors.map(
    (name, at) =>
      textWidth(name, font) +
      textWidth(marks[at] ?? '', small) +
      (at < authors.length - 1 ? textWidth(comma, font) : 0),
  )
  const totalWidth = widths.reduce((sum, width) => sum + width, 0)
  return {
    height: font.size * 1.6,
    gap: 8,
    draw: (page, x, y) => {
      let nameX = x + (fullWidth - totalWidth) / 2
      const baseline = y + font.size * 1.2
      authors.forEach((name, index) => {
        const mark = marks[index] ?? ''
        painter.paint(page, name, nameX, baseline, font)
        const markX = nameX + textWidth(name, font)
        painter.paint(page, mark, markX, baseline - font.size * 0.35, small)
        if (index < authors.length - 1)
          painter.paint(page, comma, markX + textWidth(mark, small), baseline, font)
        nameX += widths[index] ?? 0
      })
    },
  }
}

/** Creates the authors in the form that the traits name, with their institutes below. */
function authorBoxes(drawing: DrawingContext, authors: string[]): LayoutBox[] {
  const { traits, typography, fullWidth, writer } = drawing
  const { painter, body } = typography
  const font = { ...body, size: body.size + 1 }
  const put = (text: string, each: FontStyle, gap: number) =>
    textBoxes(painter, text, fullWidth, {
      font: each,
      leading: each.size * 1.4,
      gap,
      centered: true,
      counted: traits.numbers !== 'none',
    })
  if (traits.authors === 'blocks') return authorBlocks(drawing, authors)
  const nameBoxes = (): LayoutBox[] => {
    if (traits.authors === 'lines') return authors.flatMap((name) => put(name, font, 2))
    if (traits.authors === 'raised') return [superscriptedNames(drawing, authors)]
    return put(authors.join(traits.lang === 'zh' ? '　' : ', '), font, 8)
  }
  return [
    ...nameBoxes(),
    ...put(`1 ${writer.institute()}`, { ...body, size: body.size - 1 }, 5),
    ...put(`2 ${writer.institute()}`, { ...body, size: body.size - 1 }, 0),
  ]
}

/** Creates a bold run-in heading with the text that follows it on the same line. */
function runInBoxes(
  { typography, blocks }: DrawingContext,
  width: number,
  head: string,
  text: string,
): LayoutBox[] {
  const { painter, body, leading } = typography
  const bold: FontStyle = { ...body, weight: 'bold' }
  blocks.push({ type: 'paragraph', text })
  const inset = textWidth(head, bold) + body.size * 0.6
  const boxes = textBoxes(painter, text, width, { font: body, leading, indent: inset, gap: 6 })
  const first = boxes[0]
  if (first) {
    const draw = first.draw
    first.draw = (page, x, y) => {
      painter.paint(page, head, x, y + leading * 0.75, bold)
      draw(page, x, y)
    }
  }
  return boxes
}

/** Creates the abstract and the keywords. */
function abstractBoxes(drawing: DrawingContext, width: number): LayoutBox[] {
  const { traits, typography, writer, blocks, random } = drawing
  if (traits.abstract === 'none') return []
  const isHan = traits.lang === 'zh'
  const names = isHan ? ['摘　要', '关键词'] : ['Abstract', 'Keywords']
  const drawSign = () => (isHan ? '：' : random.pick([':', '.', '—']))
  const sign = traits.abstract === 'colon' ? drawSign() : ''
  const text = writer.paragraph(4)
  const keys = Array.from({ length: 4 }, () => writer.word()).join(isHan ? '；' : ', ')
  if (traits.abstract !== 'own')
    return [
      ...runInBoxes(drawing, width, `${names[0]}${sign}`, text),
      ...runInBoxes(drawing, width, `${names[1]}${sign}`, keys),
    ]
  blocks.push({ type: 'paragraph', text })
  const { painter, body, leading } = typography
  const head = textBoxes(painter, names[0] ?? '', width, {
    font: { ...body, weight: 'bold' },
    leading,
    gap: 8,
    keep: true,
    centered: true,
  })
  return [
    ...head,
    ...textBoxes(painter, text, width, { font: body, leading, gap: 3 }),
    ...runInBoxes(drawing, width, `${names[1]}:`, keys),
  ]
}

/** Creates everything before the first section. */
export function frontSections(drawing: DrawingContext, title: string, authors: string[]): LayoutSection[] {
  const { traits, typography, fullWidth, columnWidth, random, geometry } = drawing
  const { painter, body } = typography
  const font: FontStyle = {
    ...body,
    size: body.size + 4 + random.below(6),
    weight: random.once(3) ? 'regular' : 'bold',
  }
  const centered = !random.once(3)
  const head = textBoxes(painter, title, fullWidth, {
    font,
    leading: font.size * 1.3,
    gap: 14,
    centered,
    ragged: true,
    keep: true,
    counted: traits.numbers !== 'none',
  })
  const top = [...bannerBoxes(drawing), ...head, ...authorBoxes(drawing, authors)]
  const inColumns = geometry.columns === 2 && random.once(2)
  const abstract = abstractBoxes(drawing, inColumns ? columnWidth : fullWidth)
  if (inColumns)
    return [
      { columns: 1, boxes: [...top, spacerBox(8)] },
      { columns: 2, boxes: abstract },
    ]
  return [{ columns: 1, boxes: [...top, ...abstract, spacerBox(8)] }]
}
