import { type Archive, openArchive } from '../archive.ts'
import type { Block, Box, PageFacts, ParsedDocument } from '../document.ts'
import { documentFault } from '../faults.ts'
import { addWarning, createRowLimit, type DocumentDraft, emptyDraft } from '../structure/draft.ts'
import { finishDocument } from '../structure/finish-document.ts'
import { child, childrenOf, descendants, elementAt, elementsOf, type XmlElement } from '../xml.ts'
import { bodyText, EMU_PER_POINT, paragraphText, shapeBox, tableRows } from './drawing-ml.ts'
import {
  findMainPart,
  readCoreProperties,
  readOptionalPartTree,
  readPartTree,
  readRelationships,
} from './package.ts'

/** Largest number of slides; longer presentations are rejected. */
const MAX_SLIDES = 2_000

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

/** Size of slides for which the file states none, as attributes in EMU: 10 by 7.5 inches. */
const DEFAULT_WIDTH_EMU = '9144000'
const DEFAULT_HEIGHT_EMU = '6858000'

/** Returns the size of all slides, in points. */
function slideSize(presentation: XmlElement): { width: number; height: number } {
  const { cx = DEFAULT_WIDTH_EMU, cy = DEFAULT_HEIGHT_EMU } = child(presentation, 'p:sldSz')?.attributes ?? {}
  return { width: Number(cx) / EMU_PER_POINT, height: Number(cy) / EMU_PER_POINT }
}

/** What the readers of a slide share. */
interface SlideContext {
  draft: DocumentDraft
  /** Number of the slide, from 1. */
  page: number
  /** Accepts a table row unless the document has too many, see `createRowLimit`. */
  acceptsRow: (row: readonly string[]) => boolean
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

/** Returns the shapes of a slide in order, with groups expanded. */
function flattenShapes(tree: XmlElement): XmlElement[] {
  return elementsOf(tree).flatMap((element) => {
    // Of the alternatives of a content, the fallback repeats what the choice has.
    if (['p:grpSp', 'mc:AlternateContent', 'mc:Choice'].includes(element.name)) return flattenShapes(element)
    return element.name === 'p:sp' || element.name === 'p:graphicFrame' ? [element] : []
  })
}

/** Types of placeholders that hold the title of a slide. */
const TITLE_PLACEHOLDERS = new Set(['title', 'ctrTitle'])
/** Types of placeholders that repeat on every slide: date, footer, slide number, header. */
const BOILERPLATE_PLACEHOLDERS = new Set(['dt', 'ftr', 'sldNum', 'hdr'])

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

/** Returns whether a shape is hidden by its properties. */
const isHiddenShape = (shape: XmlElement): boolean =>
  elementsOf(shape).some((part) => elementAt(part, 'p:cNvPr')?.attributes.hidden === '1')

/** Returns the type of the placeholder that a shape fills, or undefined for any other shape. */
const placeholderType = (shape: XmlElement): string | undefined => {
  const placeholder = elementAt(shape, 'p:nvSpPr', 'p:nvPr', 'p:ph')
  return placeholder && (placeholder.attributes.type ?? 'body')
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

/** Returns the speaker notes of a slide. */
function noteBlocks(notes: XmlElement, slide: SlideContext): Block[] {
  const tree = elementAt(notes, 'p:cSld', 'p:spTree')
  const bodies = tree ? flattenShapes(tree).filter((shape) => placeholderType(shape) === 'body') : []
  return bodies.flatMap((shape) => textBlocks(child(shape, 'p:txBody'), 'paragraph', slide, []))
}

/** Returns the texts of a SmartArt diagram. */
function diagramBlocks(tree: XmlElement, { page }: SlideContext): Block[] {
  return descendants(tree, 'dgm:t').map((body) => ({ type: 'list', text: bodyText(body), page, boxes: [] }))
}
