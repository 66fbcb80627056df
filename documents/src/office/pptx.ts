import { type Archive, openArchive } from '../archive/archive.ts'
import type { Block, Box, PageFacts, ParsedDocument } from '../document.ts'
import { unreadable } from '../faults.ts'
import { type Draft, emptyDraft, finish, warn } from '../structure/draft.ts'
import { rowLimit } from '../structure/rows.ts'
import { at, child, childrenOf, type Element, elementsOf, within } from '../xml/xml.ts'
import { bodyText, paragraphText, placeOf, tableRows } from './drawing.ts'
import { coreProperties, mainPart, optionalTree, partTree, relationshipsOf } from './package.ts'

const MOST_SLIDES = 2_000
const EMU_PER_POINT = 12_700

interface Slide {
  draft: Draft
  page: number
  fits: (row: readonly string[]) => boolean
}

const titles = new Set(['title', 'ctrTitle'])
/** What stands on every slide alike. */
const furniture = new Set(['dt', 'ftr', 'sldNum', 'hdr'])

const placeholderOf = (shape: Element): string | undefined => {
  const found = at(shape, 'p:nvSpPr', 'p:nvPr', 'p:ph')
  return found && (found.attributes.type ?? 'body')
}

const isHidden = (shape: Element): boolean =>
  elementsOf(shape).some((part) => at(part, 'p:cNvPr')?.attributes.hidden === '1')

/** Shapes in the order of the slide, groups opened. */
function shapesIn(tree: Element): Element[] {
  return elementsOf(tree).flatMap((element) => {
    if (element.name === 'p:grpSp' || element.name === 'mc:AlternateContent') return shapesIn(element)
    if (element.name === 'mc:Choice') return shapesIn(element)
    return element.name === 'p:sp' || element.name === 'p:graphicFrame' ? [element] : []
  })
}

function shapeBlocks(shape: Element, slide: Slide): Block[] {
  if (isHidden(shape)) {
    warn(slide.draft, 'invisible-text', within(shape, 'a:t').length)
    return []
  }
  const place = placeOf(shape)
  const boxes: Box[] = place ? [{ page: slide.page, ...place }] : []
  const [table] = within(shape, 'a:tbl')
  if (table) {
    const rows = tableRows(table).filter((row) => slide.fits(row))
    return [{ type: 'table', text: '', page: slide.page, boxes, rows }]
  }
  const kind = placeholderOf(shape)
  const body = child(shape, 'p:txBody')
  if (kind && titles.has(kind))
    return [{ type: 'heading', level: 1, text: bodyText(body), page: slide.page, boxes }]
  return textBlocks(body, kind !== undefined && furniture.has(kind) ? 'other' : 'paragraph', slide, boxes)
}

function textBlocks(
  body: Element | undefined,
  type: Block['type'],
  { draft, page }: Slide,
  boxes: Box[],
): Block[] {
  return childrenOf(body, 'a:p').map((paragraph) => {
    const { text, hidden } = paragraphText(paragraph)
    warn(draft, 'invisible-text', hidden)
    const isItem = type === 'paragraph' && Number(child(paragraph, 'a:pPr')?.attributes.lvl ?? 0) > 0
    return { type: isItem ? 'list' : type, text, page, boxes }
  })
}

function diagramBlocks(tree: Element, { page }: Slide): Block[] {
  return within(tree, 'dgm:t').map((body) => ({ type: 'list', text: bodyText(body), page, boxes: [] }))
}

/** What is said to a slide. */
function noteBlocks(notes: Element, slide: Slide): Block[] {
  const tree = at(notes, 'p:cSld', 'p:spTree')
  const bodies = tree ? shapesIn(tree).filter((shape) => placeholderOf(shape) === 'body') : []
  return bodies.flatMap((shape) => textBlocks(child(shape, 'p:txBody'), 'paragraph', slide, []))
}

/** Diagrams that a slide shows, and its notes; charts and files in it are left out. */
async function beside(archive: Archive, part: string, slide: Slide): Promise<Block[]> {
  const related = await relationshipsOf(archive, part)
  const closed = related.filter(({ type }) => type === 'chart' || type === 'oleObject' || type === 'package')
  warn(slide.draft, 'parts-left-out', closed.length)
  const read = related.map(async ({ type, target }) => {
    if (type !== 'diagramData' && type !== 'notesSlide') return []
    const tree = await optionalTree(archive, target)
    if (!tree) return []
    return type === 'notesSlide' ? noteBlocks(tree, slide) : diagramBlocks(tree, slide)
  })
  return (await Promise.all(read)).flat()
}

async function readSlide(archive: Archive, part: string, slide: Slide): Promise<void> {
  const root = await partTree(archive, part)
  if (root.attributes.show === '0') {
    warn(slide.draft, 'invisible-text', within(root, 'a:t').length)
    return
  }
  const tree = at(root, 'p:cSld', 'p:spTree')
  if (!tree) throw unreadable('damaged')
  const blocks = shapesIn(tree).flatMap((shape) => shapeBlocks(shape, slide))
  // Titles come first, wherever they stand among the shapes.
  const isTitle = ({ type }: Block) => type === 'heading'
  const inOrder = [...blocks.filter(isTitle), ...blocks.filter((block) => !isTitle(block))]
  for (const block of [...inOrder, ...(await beside(archive, part, slide))]) slide.draft.blocks.push(block)
}

/** The size of all slides, in points. */
function sizeOf(presentation: Element): { width: number; height: number } {
  const { cx = '9144000', cy = '6858000' } = child(presentation, 'p:sldSz')?.attributes ?? {}
  return { width: Number(cx) / EMU_PER_POINT, height: Number(cy) / EMU_PER_POINT }
}

/** Slides in the order of the presentation, one page each, with tables, diagrams and notes. */
export async function parsePptx(path: string): Promise<ParsedDocument> {
  const archive = await openArchive(path)
  try {
    const main = await mainPart(archive)
    const presentation = await partTree(archive, main)
    const parts = new Map((await relationshipsOf(archive, main)).map(({ id, target }) => [id, target]))
    const slides = childrenOf(child(presentation, 'p:sldIdLst'), 'p:sldId').flatMap(
      ({ attributes }) => parts.get(attributes['r:id'] ?? '') ?? [],
    )
    if (slides.length > MOST_SLIDES) throw unreadable('too-long', { limit: `${MOST_SLIDES} 页` })
    const draft: Draft = { ...emptyDraft(), ...(await coreProperties(archive)) }
    // Programs write 「PowerPoint 演示文稿」 there.
    if (/powerpoint|演示文稿/i.test(draft.title)) draft.title = ''
    const fits = rowLimit(draft)
    const size = sizeOf(presentation)
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
    return finish(draft, 'pptx')
  } finally {
    archive.close()
  }
}
