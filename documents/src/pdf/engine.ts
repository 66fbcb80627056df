import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { writtenForm } from '@scinav/contract/written-form'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type OutlineEntry, UnreadableDocument } from '../document.ts'
import { unreadable } from '../faults.ts'
import { field } from './drawing-state.ts'
import { type FontFacts, fontFacts, styleKeeper } from './fonts.ts'
import { readable } from './glyph-text.ts'
import { UnknownGlyphs } from './ligatures.ts'
import { matrixOf } from './matrix.ts'
import { emptyPage, type PageContent } from './page-content.ts'
import { type FontBook, type PageFrame, readPage } from './read-page.ts'
import { noScreen, prepareSurroundings } from './surroundings.ts'
import { tagsOf } from './tags.ts'

/** A document of more pages is refused: 2,000, as documents of a library are bounded. */
const MOST_PAGES = 2000
const NO_ANNOTATIONS = 0
const MOST_OUTLINE = 5000

/** A file as pdf.js knows it, page by page. */
export interface OpenPdf {
  pages: number
  outline: OutlineEntry[]
  /** As the file's own data say it: often wrong. */
  title: string
  scripts: boolean
  read: (page: number) => Promise<PageContent>
  /** Glyphs that the pages read so far do not tell. */
  unknown: UnknownGlyphs
  close: () => Promise<void>
}

const folder = (name: string): string =>
  `${join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), name)}/`

/** Loads pdf.js, which takes as long as some pages: before a file is there. */
export async function preparePdf(): Promise<typeof import('pdfjs-dist/legacy/build/pdf.mjs')> {
  prepareSurroundings()
  // What pdf.js loads itself when the first file is opened; it has no types.
  const worker: string = 'pdfjs-dist/legacy/build/pdf.worker.mjs'
  await import(worker)
  return import('pdfjs-dist/legacy/build/pdf.mjs')
}

/**
 * Opens a PDF with pdf.js in this thread: nothing is fetched, no script of the file runs, pictures are not decoded.
 *
 * @throws UnreadableDocument when it is encrypted, damaged, empty or too long.
 */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const { getDocument } = await preparePdf()
  const task = getDocument({
    // pdf.js takes the memory for its own.
    data: new Uint8Array(bytes),
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folder('standard_fonts'),
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: false,
    // The shape of a page's document that pdf.js asks for fonts.
    ownerDocument: noScreen as unknown as HTMLDocument,
    maxImageSize: 1,
    verbosity: 0,
  } as Parameters<typeof getDocument>[0])
  try {
    const document = await task.promise
    if (document.numPages > MOST_PAGES) throw unreadable('too-long', { limit: `${MOST_PAGES} 页` })
    return await opened(document, () => task.destroy())
  } catch (error) {
    await task.destroy()
    throw reasonOf(error)
  }
}

/** Why pdf.js gave a file up. */
function reasonOf(error: unknown): Error {
  if (error instanceof UnreadableDocument) return error
  return unreadable(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged')
}

async function opened(document: PDFDocumentProxy, close: () => Promise<void>): Promise<OpenPdf> {
  const styleOf = styleKeeper()
  const unknown = new UnknownGlyphs()
  const known = new Map<string, FontFacts | null>()
  const info = await document.getMetadata().then(
    (metadata) => metadata.info as Record<string, unknown>,
    () => ({}) as Record<string, unknown>,
  )
  const isTagged = await document.getMarkInfo().then(isMarked, () => false)
  const title = typeof info.Title === 'string' ? info.Title : ''
  return {
    pages: document.numPages,
    unknown,
    outline: await outlineOf(document).catch(() => []),
    title: writtenForm(readable(title)).trim(),
    scripts: await document.hasJSActions().catch(() => false),
    read: async (number) => {
      const page = await document.getPage(number)
      try {
        return await content(page, number, { styleOf, isTagged, unknown, known })
      } finally {
        page.cleanup()
      }
    },
    close,
  }
}

/** pdf.js gives a map where its types promise an object. */
const isMarked = (marks: unknown): boolean =>
  (marks instanceof Map ? marks.get('Marked') : field(marks, 'Marked')) === true

function originOf([x = 0, y = 0]: readonly number[]): Pick<PageContent, 'origin'> {
  return Number.isFinite(x) && Number.isFinite(y) && (x !== 0 || y !== 0) ? { origin: { x, y } } : {}
}

async function content(
  page: PDFPageProxy,
  number: number,
  {
    isTagged,
    known,
    ...book
  }: Omit<FontBook, 'font'> & { isTagged: boolean; known: Map<string, FontFacts | null> },
): Promise<PageContent> {
  const view = page.getViewport({ scale: 1 })
  const rotation = ([90, 180, 270] as const).find((angle) => angle === page.rotate) ?? 0
  const { width, height } = view
  if (!(width > 0 && height > 0)) return emptyPage(number)
  const transform = matrixOf(view.transform)
  const tags = isTagged ? await tagsOf(page) : new Map()
  const drawing = await page.getOperatorList({ annotationMode: NO_ANNOTATIONS })
  const font = (name: string): FontFacts | null => {
    const facts = known.get(name) ?? (page.commonObjs.has(name) ? fontFacts(page.commonObjs.get(name)) : null)
    known.set(name, facts)
    return facts
  }
  const frame: PageFrame = { page: number, width, height, rotation, transform, tags }
  return { ...readPage(frame, drawing, { ...book, font }), ...originOf(page.view) }
}

type Outline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>

async function outlineOf(document: PDFDocumentProxy): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = []
  const walk = async (items: Outline, level: number): Promise<void> => {
    for (const { title, dest, items: below } of items ?? []) {
      if (entries.length >= MOST_OUTLINE || level > 10) return
      const page = await pageOf(document, dest).catch(() => null)
      entries.push({ title: writtenForm(readable(title)).trim(), level, page })
      await walk(below, level + 1)
    }
  }
  await walk(await document.getOutline(), 1)
  return entries
}

async function pageOf(document: PDFDocumentProxy, dest: string | unknown[] | null): Promise<number | null> {
  const explicit = typeof dest === 'string' ? await document.getDestination(dest) : dest
  const target: unknown = explicit?.[0]
  if (typeof target === 'number') return target + 1
  if (typeof target !== 'object' || target === null) return null
  return (await document.getPageIndex(target as Parameters<PDFDocumentProxy['getPageIndex']>[0])) + 1
}
