import { type Archive, openArchive } from '../archive.ts'
import type { Block, Box, PageFacts, ParsedDocument } from '../document.ts'
import { documentFault } from '../faults.ts'
import { addWarning, type DocumentDraft, emptyDraft, finishDocument } from '../structure/draft.ts'
import { createRowLimit } from '../structure/rows.ts'
import { child, childrenOf, descendants, elementAt, elementsOf, type XmlElement } from '../xml.ts'
import { bodyText, paragraphText, shapeBox, tableRows } from './drawing.ts'
import {
  findMainPart,
  readCoreProperties,
  readOptionalPartTree,
  readPartTree,
  readRelationships,
} from './package.ts'

const MAX_SLIDES = 2_000
const EMU_PER_POINT = 12_700

interface SlideContext {
  draft: DocumentDraft
  page: number
  fits: (row: readonly string[]) => boolean
}

const TITLE_PLACEHOLDERS = new Set(['title', 'ctrTitle'])
/** Placeholders that repeat on every slide. */
const BOILERPLATE_PLACEHOLDERS = new Set(['dt', 'ftr', 'sldNum', 'hdr'])

const placeholderType = (shape: XmlElement): string | undefined => {
  const found = elementAt(shape, 'p:nvSpPr', 'p:nvPr', 'p:ph')
  return found && (found.attributes.type ?? 'body')
}

const isHiddenShape = (shape: XmlElement): boolean =>
  elementsOf(shape).some((part) => elementAt(part, 'p:cNvPr')?.attributes.hidden === '1')

/** Returns the shapes of a slide in order, with groups expanded. */
function flattenShapes(tree: XmlElement): XmlElement[] {
  return elementsOf(tree).flatMap((element) => {
    if (element.name === 'p:grpSp' || element.name === 'mc:AlternateContent') return flattenShapes(element)
    if (element.name === 'mc:Choice') return flattenShapes(element)
    return element.name === 'p:sp' || element.name === 'p:graphicFrame' ? [element] : []
  })
}

function shapeBlocks(shape: XmlElement, slide: SlideContext): Block[] {
  if (isHiddenShape(shape)) {
    addWarning(slide.draft, 'invisible-text', descendants(shape, 'a:t').length)
    return []
  }
  const place = shapeBox(shape)
  const boxes: Box[] = place ? [{ page: slide.page, ...place }] : []
  const [table] = descendants(shape, 'a:tbl')
  if (table) {
    const rows = tableRows(table).filter((row) => slide.fits(row))
    return [{ type: 'table', text: '', page: slide.page, boxes, rows }]
  }
  const kind = placeholderType(shape)
  const body = child(shape, 'p:txBody')
  if (kind && TITLE_PLACEHOLDERS.has(kind))
    return [{ type: 'heading', level: 1, text: bodyText(body), page: slide.page, boxes }]
  return textBlocks(
    body,
    kind !== undefined && BOILERPLATE_PLACEHOLDERS.has(kind) ? 'other' : 'paragraph',
    slide,
    boxes,
  )
}

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
  const closed = related.filter(({ type }) => type === 'chart' || type === 'oleObject' || type === 'package')
  addWarning(slide.draft, 'parts-left-out', closed.length)
  const read = related.map(async ({ type, target }) => {
    if (type !== 'diagramData' && type !== 'notesSlide') return []
    const tree = await readOptionalPartTree(archive, target)
    if (!tree) return []
    return type === 'notesSlide' ? noteBlocks(tree, slide) : diagramBlocks(tree, slide)
  })
  return (await Promise.all(read)).flat()
}

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

/** Returns the size of all slides, in points. */
function slideSize(presentation: XmlElement): { width: number; height: number } {
  const { cx = '9144000', cy = '6858000' } = child(presentation, 'p:sldSz')?.attributes ?? {}
  return { width: Number(cx) / EMU_PER_POINT, height: Number(cy) / EMU_PER_POINT }
}

/** Parses a presentation: one page per slide in order, with tables, diagrams and notes. */
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
    const fits = createRowLimit(draft)
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
      await readSlide(archive, part, { draft, page: at + 1, fits })
    }
    return finishDocument(draft, 'pptx')
  } finally {
    archive.close()
  }
}
