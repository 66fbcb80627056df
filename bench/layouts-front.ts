// The first page of generated layouts: covers, banners, title, authors, abstract.
import { textBoxes } from './layouts-blocks.ts'
import type { DrawingContext } from './layouts-drawing.ts'
import { type TextStyle, textWidth } from './layouts-pdf.ts'
import type { LayoutBox, LayoutSection } from './layouts-set.ts'

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
  { random, traits, manner, whole }: DrawingContext,
  title: string,
  authors: string[],
): LayoutBox[] {
  if (traits.cover === 'none') return []
  const { painter, body } = manner
  const isHan = traits.lang === 'zh'
  const centred = (text: string, look: TextStyle, gap: number) =>
    textBoxes(painter, text, whole, { look, leading: look.size * 1.5, gap, centred: true, counted: false })
  const kind = random.pick(DOCUMENT_KINDS[traits.lang][traits.cover])
  const large: TextStyle = { ...body, size: body.size + 12 + random.below(6), weight: 'bold' }
  const next: TextStyle = { ...body, size: body.size + 8, weight: 'bold' }
  const label = isHan ? '作　　者：' : 'Author: '
  return [
    ...centred(isHan ? '江海大学' : 'University of the Northern Isles', { ...body, size: body.size + 3 }, 20),
    ...centred(kind, large, 30),
    ...centred(title, next, 60),
    ...authors.flatMap((name) => centred(`${label}${name}`, { ...body, size: body.size + 2 }, 18)),
    ...centred(isHan ? '二〇二一年六月' : 'June 2021', body, 60),
  ]
}

function bannerBoxes({ random, traits, manner, whole }: DrawingContext): LayoutBox[] {
  const { painter, body } = manner
  const isHan = traits.lang === 'zh'
  const put = (text: string, look: TextStyle, gap = 0) =>
    textBoxes(painter, text, whole, { look, leading: look.size * 1.4, gap, ragged: true, counted: false })
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
    draw: ({ canvas }, x, y) => canvas.rule(x, y, x + whole, y, 1),
  }
  return [
    ...put(journal, { ...body, size: body.size + 11, weight: 'bold' }),
    ...put(issue, { ...body, size: body.size - 1 }),
    rule,
  ]
}

/** Creates blocks of authors in columns: name, institute, address. */
function authorBlocks({ manner, writer, whole }: DrawingContext, authors: string[]): LayoutBox[] {
  const { painter, body } = manner
  const step = whole / Math.min(3, authors.length)
  const rows = Array.from({ length: Math.ceil(authors.length / 3) }, (_, at) =>
    authors.slice(at * 3, at * 3 + 3),
  )
  return rows.map((row): LayoutBox => {
    const texts = row.map((name) => [name, writer.institute().slice(0, 22), 'post@uni.example'])
    return {
      height: body.size * 4.6,
      gap: 6,
      draw: (page, x, y) =>
        texts.forEach((lines, column) => {
          lines.forEach((text, at) => {
            const look = { ...body, size: body.size - (at === 0 ? 0 : 1) }
            painter.paint(
              page,
              text,
              x + step * (column + 0.5) - textWidth(text, look) / 2,
              y + body.size * (1 + at * 1.3),
              look,
            )
          })
        }),
    }
  })
}

/** Creates author names with superscript marks of their institutes. */
function superscriptedNames({ manner, whole, random, traits }: DrawingContext, authors: string[]): LayoutBox {
  const { painter, body } = manner
  const look = { ...body, size: body.size + 1 }
  const small = { ...body, size: body.size * 0.62 }
  const marks = authors.map((_, at) => (at === 0 ? '1,*' : String(1 + random.below(2))))
  const comma = traits.lang === 'zh' ? '，' : ', '
  const parts = authors.map(
    (name, at) =>
      textWidth(name, look) +
      textWidth(marks[at] ?? '', small) +
      (at < authors.length - 1 ? textWidth(comma, look) : 0),
  )
  const width = parts.reduce((sum, part) => sum + part, 0)
  return {
    height: look.size * 1.6,
    gap: 8,
    draw: (page, x, y) => {
      let at = x + (whole - width) / 2
      const baseline = y + look.size * 1.2
      authors.forEach((name, index) => {
        painter.paint(page, name, at, baseline, look)
        const behind = at + textWidth(name, look)
        painter.paint(page, marks[index] ?? '', behind, baseline - look.size * 0.35, small)
        if (index < authors.length - 1)
          painter.paint(page, comma, behind + textWidth(marks[index] ?? '', small), baseline, look)
        at += parts[index] ?? 0
      })
    },
  }
}

function authorBoxes(drawing: DrawingContext, authors: string[]): LayoutBox[] {
  const { traits, manner, whole, writer } = drawing
  const { painter, body } = manner
  const look = { ...body, size: body.size + 1 }
  const put = (text: string, each: TextStyle, gap: number) =>
    textBoxes(painter, text, whole, {
      look: each,
      leading: each.size * 1.4,
      gap,
      centred: true,
      counted: traits.numbers !== 'none',
    })
  if (traits.authors === 'blocks') return authorBlocks(drawing, authors)
  const names =
    traits.authors === 'lines'
      ? authors.flatMap((name) => put(name, look, 2))
      : traits.authors === 'raised'
        ? [superscriptedNames(drawing, authors)]
        : put(traits.lang === 'zh' ? authors.join('　') : authors.join(', '), look, 8)
  return [
    ...names,
    ...put(`1 ${writer.institute()}`, { ...body, size: body.size - 1 }, 5),
    ...put(`2 ${writer.institute()}`, { ...body, size: body.size - 1 }, 0),
  ]
}

/** Creates a bold run-in heading with the text that follows it on the same line. */
function runInBoxes(
  { manner, blocks }: DrawingContext,
  width: number,
  head: string,
  text: string,
): LayoutBox[] {
  const { painter, body, leading } = manner
  const bold: TextStyle = { ...body, weight: 'bold' }
  blocks.push({ type: 'paragraph', text })
  const inset = textWidth(head, bold) + body.size * 0.6
  const boxes = textBoxes(painter, text, width, { look: body, leading, indent: inset, gap: 6 })
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

function abstractBoxes(drawing: DrawingContext, width: number): LayoutBox[] {
  const { traits, manner, writer, blocks, random } = drawing
  if (traits.abstract === 'none') return []
  const isHan = traits.lang === 'zh'
  const names = isHan ? ['摘　要', '关键词'] : ['Abstract', 'Keywords']
  const sign = traits.abstract === 'colon' ? (isHan ? '：' : random.pick([':', '.', '—'])) : ''
  const text = writer.paragraph(4)
  const keys = Array.from({ length: 4 }, () => writer.word()).join(isHan ? '；' : ', ')
  if (traits.abstract !== 'own')
    return [
      ...runInBoxes(drawing, width, `${names[0]}${sign}`, text),
      ...runInBoxes(drawing, width, `${names[1]}${sign}`, keys),
    ]
  blocks.push({ type: 'paragraph', text })
  const { painter, body, leading } = manner
  const head = textBoxes(painter, names[0] ?? '', width, {
    look: { ...body, weight: 'bold' },
    leading,
    gap: 8,
    keep: true,
    centred: true,
  })
  return [
    ...head,
    ...textBoxes(painter, text, width, { look: body, leading, gap: 3 }),
    ...runInBoxes(drawing, width, `${names[1]}:`, keys),
  ]
}

/** Creates everything before the first section. */
export function frontBoxes(drawing: DrawingContext, title: string, authors: string[]): LayoutSection[] {
  const { traits, manner, whole, width, random, geometry } = drawing
  const { painter, body } = manner
  const look: TextStyle = {
    ...body,
    size: body.size + 4 + random.below(6),
    weight: random.once(3) ? 'regular' : 'bold',
  }
  const centred = !random.once(3)
  const head = textBoxes(painter, title, whole, {
    look,
    leading: look.size * 1.3,
    gap: 14,
    centred,
    ragged: true,
    keep: true,
    counted: traits.numbers !== 'none',
  })
  const top = [...bannerBoxes(drawing), ...head, ...authorBoxes(drawing, authors)]
  const inColumns = geometry.columns === 2 && random.once(2)
  const abstract = abstractBoxes(drawing, inColumns ? width : whole)
  if (inColumns)
    return [
      { columns: 1, boxes: [...top, spacerBox(8)] },
      { columns: 2, boxes: abstract },
    ]
  return [{ columns: 1, boxes: [...top, ...abstract, spacerBox(8)] }]
}
