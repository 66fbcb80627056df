import { type Archive, openArchive } from '../archive.ts'
import type { Block, Box, PageFacts, ParsedDocument } from '../document.ts'
import { documentFault } from '../faults.ts'
import {
  addWarning,
  createRowLimit,
  type DocumentDraft,
  emptyDraft,
  finishDocument,
} from '../structure/draft.ts'
import { shiftText } from '../structure/script-shift.ts'
import {
  child,
  childrenOf,
  descendants,
  elementAt,
  elementsOf,
  elementText,
  type XmlElement,
} from '../xml.ts'
import { mathText } from './omml.ts'
import {
  findMainPart,
  readCoreProperties,
  readOptionalPartTree,
  readPartTree,
  readRelationships,
} from './package.ts'

/** Largest number of slides; longer presentations are rejected. */
const MAX_SLIDES = 2_000
/** Positions in Office files are in English Metric Units (EMU). */
const EMU_PER_POINT = 12_700

// Text, tables and positions in DrawingML, as slides and diagrams contain them.

/** Size of runs that declare none, and the size below which a run is too small to read, in hundredths of a point. */
const DEFAULT_RUN_SIZE = 1_800
const MIN_RUN_SIZE = 200

/** Returns whether the text of a run is too small to read, as hidden text is. */
const isTinyRun = (run: XmlElement): boolean =>
  Number(child(run, 'a:rPr')?.attributes.sz ?? DEFAULT_RUN_SIZE) < MIN_RUN_SIZE

/** Finds formulas, which are wrapped in alternatives of which one is a picture. */
const findFormulas = (element: XmlElement): XmlElement[] =>
  element.name === 'm:oMath' ? [element] : descendants(element, 'm:oMath')

/** Returns the text of a run, with superscripts and subscripts. */
function runText(run: XmlElement): string {
  const text = childrenOf(run, 'a:t').map(elementText).join('')
  const rise = Number.parseFloat(child(run, 'a:rPr')?.attributes.baseline ?? '0')
  if (rise > 0) return shiftText(text, 'raised')
  return rise < 0 ? shiftText(text, 'lowered') : text
}

/** Returns the text of a paragraph, and how many of its characters are too small to read. */
function paragraphText(paragraph: XmlElement): { text: string; hidden: number } {
  const runs = elementsOf(paragraph).filter(({ name }) => name !== 'a:pPr' && name !== 'a:endParaRPr')
  const hidden = runs.filter(isTinyRun).map(runText).join('').replace(/\s/g, '').length
  const text = runs.map((element) => {
    if (element.name === 'a:br') return '\n'
    if (element.name === 'a:r' || element.name === 'a:fld') return isTinyRun(element) ? '' : runText(element)
    return findFormulas(element).map(mathText).join(' ')
  })
  return { text: text.join(''), hidden }
}

/** Returns the text of a text body, one line per paragraph. */
const bodyText = (body: XmlElement | undefined): string =>
  childrenOf(body, 'a:p')
    .map((paragraph) => paragraphText(paragraph).text)
    .filter((text) => text.trim() !== '')
    .join('\n')

/** Returns the cells of a table by row; a merged cell has its text at its first position and '' at the others. */
function tableRows(table: XmlElement): string[][] {
  return childrenOf(table, 'a:tr').map((row) =>
    childrenOf(row, 'a:tc').map((cell) =>
      cell.attributes.hMerge === '1' || cell.attributes.vMerge === '1'
        ? ''
        : bodyText(child(cell, 'a:txBody')),
    ),
  )
}

/** Returns the position of a shape on its slide, in points, or null when it is inherited from the layout. */
function shapeBox(shape: XmlElement): { x0: number; y0: number; x1: number; y1: number } | null {
  const frame = elementAt(shape, 'p:spPr', 'a:xfrm') ?? child(shape, 'p:xfrm')
  const offset = child(frame, 'a:off')?.attributes
  const size = child(frame, 'a:ext')?.attributes
  if (!offset || !size) return null
  const [x0, y0, width, height] = [offset.x, offset.y, size.cx, size.cy].map(
    (value) => Number(value) / EMU_PER_POINT,
  )
  if (x0 === undefined || y0 === undefined || width === undefined || height === undefined) return null
  if (![x0, y0, width, height].every(Number.isFinite)) return null
  return { x0, y0, x1: x0 + width, y1: y0 + height }
}

// Slides.

/** What the readers of a slide share. */
interface SlideContext {
  draft: DocumentDraft
  /** Number of the slide, from 1. */
  page: number
  /** Accepts a table row unless the document has too many, see `createRowLimit`. */
  acceptsRow: (row: readonly string[]) => boolean
}

/** Types of placeholders that hold the title of a slide. */
const TITLE_PLACEHOLDERS = new Set(['title', 'ctrTitle'])
/** Types of placeholders that repeat on every slide: date, footer, slide number, header. */
const BOILERPLATE_PLACEHOLDERS = new Set(['dt', 'ftr', 'sldNum', 'hdr'])

/** Returns the type of the placeholder that a shape fills, or undefined for any other shape. */
const placeholderType = (shape: XmlElement): string | undefined => {
  const placeholder = elementAt(shape, 'p:nvSpPr', 'p:nvPr', 'p:ph')
  return placeholder && (placeholder.attributes.type ?? 'body')
}

/** Returns whether a shape is hidden by its properties. */
const isHiddenShape = (shape: XmlElement): boolean =>
  elementsOf(shape).some((part) => elementAt(part, 'p:cNvPr')?.attributes.hidden === '1')

/** Returns the shapes of a slide in order, with groups expanded. */
function flattenShapes(tree: XmlElement): XmlElement[] {
  return elementsOf(tree).flatMap((element) => {
    // Of the alternatives of a content, the fallback repeats what the choice has.
    if (['p:grpSp', 'mc:AlternateContent', 'mc:Choice'].includes(element.name)) return flattenShapes(element)
    return element.name === 'p:sp' || element.name === 'p:graphicFrame' ? [element] : []
  })
}

/** Returns the blocks of a shape; a hidden one is counted as invisible text. */
function shapeBlocks(shape: XmlElement, slide: SlideContext): Block[] {
  if (isHiddenShape(shape)) {
    addWarning(slide.draft, 'invisible-text', descendants(shape, 'a:t').length)
    return []
  }
  const position = shapeBox(shape)
  const boxes: Box[] = position ? [{ page: slide.page, ...position }] : []
  const [table] = descendants(shape, 'a:tbl')
  if (table) {
    const rows = tableRows(table).filter((row) => slide.acceptsRow(row))
    return [{ type: 'table', text: '', page: slide.page, boxes, rows }]
  }
  const placeholder = placeholderType(shape) ?? ''
  const body = child(shape, 'p:txBody')
  if (TITLE_PLACEHOLDERS.has(placeholder))
    return [{ type: 'heading', level: 1, text: bodyText(body), page: slide.page, boxes }]
  return textBlocks(body, BOILERPLATE_PLACEHOLDERS.has(placeholder) ? 'other' : 'paragraph', slide, boxes)
}

/** Returns one block per paragraph; indented paragraphs of type `paragraph` are list items. */
function textBlocks(
  body: XmlElement | undefined,
  type: Block['type'],
  { draft, page }: SlideContext,
  boxes: Box[],
): Block[] {
  return childrenOf(body, 'a:p').map((paragraph) => {
    const { text, hidden } = paragraphText(paragraph)
    addWarning(draft, 'invisible-text', hidden)
    const isItem = type === 'paragraph' && Number(child(paragraph, 'a:pPr')?.attributes.lvl ?? 0) > 0
    return { type: isItem ? 'list' : type, text, page, boxes }
  })
}

/** Returns the texts of a SmartArt diagram. */
function diagramBlocks(tree: XmlElement, { page }: SlideContext): Block[] {
  return descendants(tree, 'dgm:t').map((body) => ({ type: 'list', text: bodyText(body), page, boxes: [] }))
}

/** Returns the speaker notes of a slide. */
function noteBlocks(notes: XmlElement, slide: SlideContext): Block[] {
  const tree = elementAt(notes, 'p:cSld', 'p:spTree')
  const bodies = tree ? flattenShapes(tree).filter((shape) => placeholderType(shape) === 'body') : []
  return bodies.flatMap((shape) => textBlocks(child(shape, 'p:txBody'), 'paragraph', slide, []))
}

/** Reads the diagrams and the notes of a slide; charts and embedded files are omitted and reported. */
async function readSlideExtras(archive: Archive, part: string, slide: SlideContext): Promise<Block[]> {
  const related = await readRelationships(archive, part)
  const omitted = related.filter(({ type }) => type === 'chart' || type === 'oleObject' || type === 'package')
  addWarning(slide.draft, 'parts-left-out', omitted.length)
  const blocksOfParts = related.map(async ({ type, target }) => {
    if (type !== 'diagramData' && type !== 'notesSlide') return []
    const tree = await readOptionalPartTree(archive, target)
    if (!tree) return []
    return type === 'notesSlide' ? noteBlocks(tree, slide) : diagramBlocks(tree, slide)
  })
  return (await Promise.all(blocksOfParts)).flat()
}

/** Adds the blocks of a slide to the draft; a hidden slide is counted as invisible text. */
async function readSlide(archive: Archive, part: string, slide: SlideContext): Promise<void> {
  const root = await readPartTree(archive, part)
  if (root.attributes.show === '0') {
    addWarning(slide.draft, 'invisible-text', descendants(root, 'a:t').length)
    return
  }
  const tree = elementAt(root, 'p:cSld', 'p:spTree')
  if (!tree) throw documentFault('damaged')
  const blocks = flattenShapes(tree).flatMap((shape) => shapeBlocks(shape, slide))
  // Titles come first, wherever they are among the shapes.
  const isTitle = ({ type }: Block) => type === 'heading'
  const inOrder = [...blocks.filter(isTitle), ...blocks.filter((block) => !isTitle(block))]
  for (const block of [...inOrder, ...(await readSlideExtras(archive, part, slide))])
    slide.draft.blocks.push(block)
}

/** Size of slides for which the file states none, as attributes in EMU: 10 by 7.5 inches. */
const DEFAULT_WIDTH_EMU = '9144000'
const DEFAULT_HEIGHT_EMU = '6858000'

/** Returns the size of all slides, in points. */
function slideSize(presentation: XmlElement): { width: number; height: number } {
  const { cx = DEFAULT_WIDTH_EMU, cy = DEFAULT_HEIGHT_EMU } = child(presentation, 'p:sldSz')?.attributes ?? {}
  return { width: Number(cx) / EMU_PER_POINT, height: Number(cy) / EMU_PER_POINT }
}

/**
 * Parses a presentation: one page per slide in order, with tables, diagrams and notes.
 *
 * @throws UnreadableDocument `too-long` with more than `MAX_SLIDES` slides, `damaged` when a part is missing; as
 * `openArchive` and `finishDocument`.
 */
export async function parsePptx(path: string): Promise<ParsedDocument> {
  const archive = await openArchive(path)
  try {
    const main = await findMainPart(archive)
    const presentation = await readPartTree(archive, main)
    const parts = new Map((await readRelationships(archive, main)).map(({ id, target }) => [id, target]))
    const slides = childrenOf(child(presentation, 'p:sldIdLst'), 'p:sldId').flatMap(
      ({ attributes }) => parts.get(attributes['r:id'] ?? '') ?? [],
    )
    if (slides.length > MAX_SLIDES) throw documentFault('too-long', { limit: `${MAX_SLIDES} 页` })
    const draft: DocumentDraft = { ...emptyDraft(), ...(await readCoreProperties(archive)) }
    // Programs write 「PowerPoint 演示文稿」 as the title.
    if (/powerpoint|演示文稿/i.test(draft.title)) draft.title = ''
    const acceptsRow = createRowLimit(draft)
    const size = slideSize(presentation)
    for (const [at, part] of slides.entries()) {
      const facts: PageFacts = {
        page: at + 1,
        ...size,
        rotation: 0,
        columns: 1,
        scanned: false,
        garbled: false,
        confidence: 1,
      }
      draft.pages.push(facts)
      await readSlide(archive, part, { draft, page: at + 1, acceptsRow })
    }
    return finishDocument(draft, 'pptx')
  } finally {
    archive.close()
  }
}
