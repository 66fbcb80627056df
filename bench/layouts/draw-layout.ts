// Generates random documents from a seed: layouts of journals, theses, reports and manuscripts, with their ground
// truth.
import { createRandom, type Random } from '../random.ts'
import { formulaBox, labeledBoxes, paragraphBoxes, type TypographyStyle, textBoxes } from './boxes.ts'
import type { DrawingContext, GroundTruthBlock } from './drawing.ts'
import { coverBoxes, frontSections } from './first-page.ts'
import { figureBoxes, tableBoxes } from './floats.ts'
import { drawPageMargins } from './margins.ts'
import { type FontStyle, type FontWeight, renderPdf } from './pdf.ts'
import { createTextGenerator } from './text.ts'
import { drawTraits, type Traits } from './traits.ts'
import {
  createTextPainter,
  type Geometry,
  type LayoutBox,
  type LayoutSection,
  PageComposer,
} from './typeset.ts'

/** A generated file with its ground truth. */
export interface DrawnLayout {
  seed: number
  traits: string[]
  title: string
  authors: string[]
  blocks: GroundTruthBlock[]
  pdf: Buffer
}

/** Sizes of pages in points: A4, US letter, and that of a small journal. */
const PAGE_SIZES: [width: number, height: number][] = [
  [595, 842],
  [612, 792],
  [540, 760],
]

/** Draws page size, margins and columns; all lengths are in points. Pages with line numbers have wider margins. */
function drawGeometry(random: Random, { columns, numbers }: Traits): Geometry {
  const [width, height] = random.pick(PAGE_SIZES)
  const side = (numbers === 'none' ? 48 : 62) + random.below(24)
  return {
    width,
    height,
    left: side,
    right: width - side,
    top: 70 + random.below(20),
    bottom: height - 66 - random.below(16),
    columns,
    gutter: 14 + random.below(14),
  }
}

/** Draws fonts and spacing. Manuscripts with line numbers in one column have wide spacing, Chinese text wider lines. */
function drawTypography(random: Random, traits: Traits): TypographyStyle {
  const isHan = traits.lang === 'zh'
  const size = (traits.columns === 2 ? 9 : 10) + random.below(5) / 2
  const lineSpacing =
    traits.numbers !== 'none' && traits.columns === 1
      ? 1.6 + random.share() * 0.5
      : 1.2 + random.share() * 0.3
  const indented = isHan || random.once(2)
  return {
    painter: createTextPainter(random, { paintsSpaces: random.once(2), scanned: traits.scanned }),
    body: { size, sans: !isHan && random.once(4) },
    leading: size * (isHan ? lineSpacing + 0.15 : lineSpacing),
    indent: indented ? size * (isHan ? 2 : 1.3) : 0,
    paragraphGap: indented ? 0 : size * 0.7,
    hyphens: !isHan && random.once(2),
  }
}

const HAN_NUMBERS = [...'一二三四五六七八九十']
const ROMAN_NUMBERS = ['I', 'II', 'III', 'IV', 'V', 'VI']
/** Formats of heading numbers, for the first and the second level. */
const HEADING_NUMBERINGS: Record<
  Traits['numbering'],
  [major: (major: number) => string, minor: (major: number, minor: number) => string]
> = {
  none: [() => '', () => ''],
  first: [(major) => `${major} `, () => ''],
  decimal: [(major) => `${major}. `, (major, minor) => `${major}.${minor} `],
  han: [(major) => `${HAN_NUMBERS[major - 1]}、`, (_, minor) => `（${HAN_NUMBERS[minor - 1]}）`],
  roman: [(major) => `${ROMAN_NUMBERS[major - 1]}. `, (_, minor) => `${'ABCDEF'.charAt(minor - 1)}. `],
}

/** Returns a heading's number in the document's style; `minor` is 0 on the first level. */
function headingNumber({ numbering }: Traits, major: number, minor: number): string {
  const [first, second] = HEADING_NUMBERINGS[numbering]
  return minor > 0 ? second(major, minor) : first(major)
}

interface HeadingFonts {
  first: FontStyle
  second: FontStyle
  centered: boolean
}

function drawHeadingFonts({ random, typography: { body }, traits }: DrawingContext): HeadingFonts {
  const weight: FontWeight = 'bold'
  const more = random.pick([0, 1, 2])
  const isNumbered = traits.numbering !== 'none'
  const first = { ...body, weight, size: body.size + (isNumbered ? more : Math.max(1, more)) }
  const isPlain = isNumbered && traits.numbering !== 'first' && random.once(3)
  const second: FontStyle = {
    ...body,
    weight: isPlain ? 'regular' : random.once(3) && traits.lang === 'en' ? 'italic' : 'bold',
  }
  return { first, second, centered: random.once(4) }
}

function headingBoxes(
  drawing: DrawingContext,
  headingFonts: HeadingFonts,
  text: string,
  level: 1 | 2,
): LayoutBox[] {
  const { typography, columnWidth, blocks } = drawing
  const font = level === 1 ? headingFonts.first : headingFonts.second
  blocks.push({ type: 'heading', level, text })
  return textBoxes(typography.painter, text, columnWidth, {
    font,
    leading: font.size * 1.35,
    gap: typography.leading * (level === 1 ? 0.9 : 0.5),
    keep: true,
    centered: level === 1 && headingFonts.centered,
    ragged: true,
  })
}

/** Joins boxes into one that is not split. */
function joinBoxes(boxes: readonly LayoutBox[]): LayoutBox {
  return {
    height: boxes.reduce((sum, { height, gap }) => sum + height + gap, 0),
    gap: 8,
    draw: (page, x, y) => {
      let top = y
      for (const { height, gap, draw } of boxes) {
        draw(page, x, top + gap)
        top += gap + height
      }
    },
  }
}

/** Creates a paragraph, with a footnote on the page of its last line where the traits ask for one. */
function footnotedParagraph(drawing: DrawingContext, counts: Counts): LayoutBox[] {
  const { typography, writer, columnWidth, blocks, small, traits, random } = drawing
  const text = writer.paragraph(2 + random.below(5))
  blocks.push({ type: 'paragraph', text })
  const boxes = paragraphBoxes(typography, text, columnWidth)
  const hasNote = traits.notes === 'sources' ? !random.once(4) : traits.notes === 'few' && random.once(5)
  const last = boxes.at(-1)
  if (!hasNote || !last) return boxes
  counts.footnote += 1
  const label =
    traits.lang === 'zh' && traits.circled
      ? '①②③④⑤⑥⑦⑧⑨⑩'.charAt((counts.footnote - 1) % 10)
      : String(counts.footnote)
  const note = traits.notes === 'sources' ? writer.reference() : writer.sentence()
  blocks.push({ type: 'footnote', text: `${label} ${note}` })
  last.notes = textBoxes(typography.painter, `${label} ${note}`, columnWidth, {
    font: small,
    leading: small.size * 1.3,
    counted: false,
  })
  return boxes
}

/** Creates a table, a figure, a formula, or nothing. */
function floatBoxes(drawing: DrawingContext, counts: Counts): LayoutBox[] {
  const { random, traits, typography, columnWidth } = drawing
  if (traits.tables && random.once(3)) return [joinBoxes(tableBoxes(drawing, ++counts.table, false))]
  if (traits.figures && random.once(4)) return [joinBoxes(figureBoxes(drawing, ++counts.figure, false))]
  if (traits.formulas && random.once(3))
    return [formulaBox(typography, random, columnWidth, ++counts.formula)]
  return []
}

/** Creates an entry of the reference list in its style. */
function entryBoxes(
  { traits, typography, columnWidth, small }: DrawingContext,
  label: string,
  text: string,
  inset: number,
): LayoutBox[] {
  const leading = typography.leading * (small.size / typography.body.size)
  const gap = traits.references === 'spaced' ? small.size * 0.6 : 0
  if (traits.references === 'column' || traits.references === 'spaced')
    return labeledBoxes(typography.painter, label, text, columnWidth, { font: small, leading, inset, gap })
  const hanging = traits.references === 'dotted' ? 0 : small.size * 1.8
  return textBoxes(typography.painter, label ? `${label} ${text}` : text, columnWidth, {
    font: small,
    leading,
    hanging,
    gap,
  })
}

const REFERENCE_LABELS: Partial<Record<Traits['references'], (number: number) => string>> = {
  dotted: (number) => `${number}.`,
  authors: () => '',
}

/** Creates the reference list with its heading. */
function referenceBoxes(drawing: DrawingContext, headingFonts: HeadingFonts): LayoutBox[] {
  const { random, traits, writer, blocks, small } = drawing
  if (traits.references === 'none') return []
  const head = headingBoxes(drawing, headingFonts, traits.lang === 'zh' ? '参考文献' : 'References', 1)
  const first = head[0]
  if (first && traits.referencesApart) first.breaks = true
  const inset = small.size * (2.2 + random.share() * 1.6)
  const labelOf = REFERENCE_LABELS[traits.references] ?? ((number) => `[${number}]`)
  const entries = Array.from({ length: 8 + random.below(14) }, (_, at) => {
    const text = writer.reference()
    const label = labelOf(at + 1)
    blocks.push({ type: 'reference', text: `${label} ${text}`.trim() })
    return entryBoxes(drawing, label, text, inset)
  })
  return [...head, ...entries.flat()]
}

/** How many of each have been numbered so far. */
interface Counts {
  table: number
  figure: number
  formula: number
  footnote: number
}

/** Creates the paragraphs of a section with the floats between them. */
function sectionBodyBoxes(drawing: DrawingContext, counts: Counts): LayoutBox[] {
  const paragraphs = Array.from({ length: 1 + drawing.random.below(3) }, () => [
    ...footnotedParagraph(drawing, counts),
    ...floatBoxes(drawing, counts),
  ])
  return paragraphs.flat()
}

/** Creates a float that spans both columns between two sections. */
const fullWidthBoxes = (drawing: DrawingContext, counts: Counts): LayoutBox[] =>
  drawing.random.once(2)
    ? tableBoxes(drawing, ++counts.table, true)
    : figureBoxes(drawing, ++counts.figure, true)

/** Creates a chapter: its heading, and the text of the chapter or of its sections. */
function chapterBoxes(
  drawing: DrawingContext,
  headingFonts: HeadingFonts,
  major: number,
  counts: Counts,
): LayoutBox[] {
  const { random, traits, writer } = drawing
  const heading = (minor: number) =>
    headingBoxes(
      drawing,
      headingFonts,
      `${headingNumber(traits, major, minor)}${writer.phrase(minor > 0 ? 4 : 3)}`,
      minor > 0 ? 2 : 1,
    )
  const boxes = heading(0)
  // Number 0 is text without a heading of its own; a chapter with several sections has none.
  const lastMinor = random.below(4)
  for (let minor = lastMinor > 1 ? 1 : 0; minor <= lastMinor; minor++)
    boxes.push(...(minor > 0 ? heading(minor) : []), ...sectionBodyBoxes(drawing, counts))
  return boxes
}

/** Creates the chapters and the reference list; a float that spans both columns is a section of its own. */
function bodySections(drawing: DrawingContext, headingFonts: HeadingFonts): LayoutSection[] {
  const { random, traits, geometry } = drawing
  const { columns } = geometry
  const sections: LayoutSection[] = [{ columns, boxes: [] }]
  const counts: Counts = { table: 0, figure: 0, formula: 0, footnote: 0 }
  const chapters = 3 + random.below(3)
  for (let major = 1; major <= chapters; major++) {
    sections.at(-1)?.boxes.push(...chapterBoxes(drawing, headingFonts, major, counts))
    if (traits.spanning === 'section' && major < 3)
      sections.push(
        { columns: 1, boxes: [joinBoxes(fullWidthBoxes(drawing, counts))] },
        { columns, boxes: [] },
      )
  }
  sections.at(-1)?.boxes.push(...referenceBoxes(drawing, headingFonts))
  return sections
}

/** Draws what the whole document shares. */
function drawContext(seed: number): DrawingContext {
  // The factor and the summand are arbitrary; other ones would draw other documents.
  const random = createRandom(seed * 7919 + 17)
  const traits = drawTraits(random)
  const writer = createTextGenerator(traits.lang, random)
  const geometry = drawGeometry(random, traits)
  const typography = drawTypography(random, traits)
  const fullWidth = geometry.right - geometry.left
  const columnWidth = geometry.columns === 2 ? (fullWidth - geometry.gutter) / 2 : fullWidth
  const small = { ...typography.body, size: typography.body.size - 1 }
  return { random, traits, writer, typography, geometry, columnWidth, fullWidth, blocks: [], small }
}

/** The number of a float at the top of the first page, which no other float has. */
const TOP_FLOAT_NUMBER = 9

/** Creates a float over both columns of the first page; nothing where the traits ask for none. */
function topFloats(drawing: DrawingContext): LayoutBox[] {
  const { traits, random } = drawing
  if (traits.columns !== 2 || traits.spanning !== 'top') return []
  const createBoxes = random.once(2) ? tableBoxes : figureBoxes
  return [joinBoxes(createBoxes(drawing, TOP_FLOAT_NUMBER, true))]
}

/** Draws one document. The parts are created in a fixed order, because each takes random numbers. */
export function drawLayout(seed: number): DrawnLayout {
  const drawing = drawContext(seed)
  const { random, traits, writer, geometry } = drawing
  const facts = {
    title: writer.phrase(traits.lang === 'zh' ? 8 : 9),
    authors: Array.from({ length: 1 + random.below(5) }, () => writer.name()),
  }
  const authors = [...new Set(facts.authors)]
  const cover = coverBoxes(drawing, facts.title, authors)
  const [front, beginning] = frontSections(drawing, facts.title, authors)
  const headingFonts = drawHeadingFonts(drawing)
  const blocksBefore = drawing.blocks.length
  const tops = topFloats(drawing)
  // In the ground truth, a float at the top comes after the text.
  const topBlocks = drawing.blocks.splice(blocksBefore)
  const sections = bodySections(drawing, headingFonts)
  drawing.blocks.push(...topBlocks)
  sections[0]?.boxes.unshift(...(beginning?.boxes ?? []))

  const composer = new PageComposer(geometry)
  if (cover.length > 0) {
    composer.section({ columns: 1, boxes: cover }, false)
    composer.newPage()
  }
  if (front) composer.section(front, true)
  composer.tops.push(...tops)
  sections.forEach((section, at) => {
    composer.section(section, at < sections.length - 1 || traits.balanced)
  })
  drawPageMargins(drawing, composer.pages, facts.title)
  return {
    seed,
    traits: traits.names,
    title: facts.title,
    authors,
    blocks: drawing.blocks,
    pdf: renderPdf(
      composer.pages.map(({ canvas }) => canvas),
      traits.info ? facts.title : '',
      traits.paintOrder,
    ),
  }
}
