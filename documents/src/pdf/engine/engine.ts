import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { normalizeCharacters } from '@scinav/contract/written-form'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { OutlineEntry } from '../../document.ts'
import { documentFault, UnreadableDocument } from '../../faults.ts'
import { toMatrix } from '../page/matrix.ts'
import { emptyPage, type PageContent } from '../page/page-content.ts'
import { createStyleLookup, type FontFacts, readFontFacts } from './fonts.ts'
import { replaceControls } from './glyph-text.ts'
import { UnknownGlyphs } from './ligatures.ts'
import { installPdfjsGlobals, STUB_DOCUMENT } from './pdfjs-globals.ts'
import { readProperty } from './pdfjs-values.ts'
import { type FontBook, type PageFrame, readPage } from './read-page.ts'
import { readTags } from './tags.ts'

/** Bounds the pages of a document; longer ones are rejected as `too-long`. */
const MAX_PAGES = 2_000
/** `AnnotationMode.DISABLE` of pdf.js. */
const NO_ANNOTATIONS = 0
/** Bounds the entries of an outline and their levels. */
const MAX_OUTLINE_ENTRIES = 5_000
const MAX_OUTLINE_LEVELS = 10

/** An open PDF file, read page by page through pdf.js. */
export interface OpenPdf {
  /** Number of pages. */
  pages: number
  outline: OutlineEntry[]
  /** The title in the metadata of the file, which is often wrong. */
  title: string
  /** Whether the file contains scripts, which are not run. */
  hasScripts: boolean
  /** Reads a page; pages count from 1. */
  read: (page: number) => Promise<PageContent>
  /** Glyphs without a meaning in Unicode on the pages read so far. */
  unknown: UnknownGlyphs
  close: () => Promise<void>
}

/** Returns the path of a folder of the installed pdf.js, with a slash at its end. */
const pdfjsFolder = (name: string): string =>
  `${join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), name)}/`

/** Loads pdf.js, which takes as long as parsing some pages, before a file arrives. */
export async function preparePdf(): Promise<typeof import('pdfjs-dist/legacy/build/pdf.mjs')> {
  installPdfjsGlobals()
  // pdf.js would load it when the first file is opened; it has no type declarations.
  const worker: string = 'pdfjs-dist/legacy/build/pdf.worker.mjs'
  await import(worker)
  return import('pdfjs-dist/legacy/build/pdf.mjs')
}

/**
 * Opens a PDF with pdf.js in the current thread. Nothing is fetched, no script of the file runs, and pictures are not
 * decoded.
 *
 * @throws UnreadableDocument `encrypted`, `damaged`, or `too-long` with more than `MAX_PAGES` pages.
 */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const { getDocument } = await preparePdf()
  const task = getDocument({
    // pdf.js takes ownership of the memory.
    data: new Uint8Array(bytes),
    cMapUrl: pdfjsFolder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: pdfjsFolder('standard_fonts'),
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: false,
    // pdf.js registers fonts with a document object.
    ownerDocument: STUB_DOCUMENT as unknown as HTMLDocument,
    // In pixels: pictures are not decoded.
    maxImageSize: 1,
    verbosity: 0,
  } as Parameters<typeof getDocument>[0])
  try {
    const document = await task.promise
    if (document.numPages > MAX_PAGES) throw documentFault('too-long', { limit: `${MAX_PAGES} 页` })
    return await wrapDocument(document, () => task.destroy())
  } catch (error) {
    await task.destroy()
    throw toOpenError(error)
  }
}

/** Converts an error of pdf.js to `encrypted` or `damaged`; passes on our own errors. */
function toOpenError(error: unknown): Error {
  if (error instanceof UnreadableDocument) return error
  return documentFault(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged')
}

/** Reads what concerns the whole file; broken metadata, outlines and scripts count as missing. */
async function wrapDocument(document: PDFDocumentProxy, close: () => Promise<void>): Promise<OpenPdf> {
  const styleOf = createStyleLookup()
  const unknown = new UnknownGlyphs()
  /** The fonts of the pages read so far, by name; null for one that pdf.js has not loaded. */
  const fonts = new Map<string, FontFacts | null>()
  const info = await document.getMetadata().then(
    (metadata) => metadata.info as Record<string, unknown>,
    () => ({}) as Record<string, unknown>,
  )
  const isTagged = await document.getMarkInfo().then(isTaggedPdf, () => false)
  const title = typeof info.Title === 'string' ? info.Title : ''
  return {
    pages: document.numPages,
    unknown,
    outline: await readOutline(document).catch(() => []),
    title: normalizeCharacters(replaceControls(title)).trim(),
    hasScripts: await document.hasJSActions().catch(() => false),
    read: async (number) => {
      const page = await document.getPage(number)
      try {
        return await readContent(page, number, { styleOf, isTagged, unknown, fonts })
      } finally {
        page.cleanup()
      }
    },
    close,
  }
}

/** Returns whether a file is tagged. pdf.js returns a map although its types declare an object. */
const isTaggedPdf = (marks: unknown): boolean =>
  (marks instanceof Map ? marks.get('Marked') : readProperty(marks, 'Marked')) === true

/** Returns where the displayed part of a page begins, unless that is at 0, 0. */
function pageOrigin([x = 0, y = 0]: readonly number[]): Pick<PageContent, 'origin'> {
  return Number.isFinite(x) && Number.isFinite(y) && (x !== 0 || y !== 0) ? { origin: { x, y } } : {}
}

/** Reads the content of a page; a page without an area is empty. */
async function readContent(
  page: PDFPageProxy,
  number: number,
  {
    isTagged,
    fonts,
    ...book
  }: Omit<FontBook, 'font'> & { isTagged: boolean; fonts: Map<string, FontFacts | null> },
): Promise<PageContent> {
  const view = page.getViewport({ scale: 1 })
  const rotation = ([90, 180, 270] as const).find((angle) => angle === page.rotate) ?? 0
  const { width, height } = view
  if (!(width > 0 && height > 0)) return emptyPage(number)
  const transform = toMatrix(view.transform)
  const tags = isTagged ? await readTags(page) : new Map()
  const drawing = await page.getOperatorList({ annotationMode: NO_ANNOTATIONS })
  const font = (name: string): FontFacts | null => {
    const facts =
      fonts.get(name) ?? (page.commonObjs.has(name) ? readFontFacts(page.commonObjs.get(name)) : null)
    fonts.set(name, facts)
    return facts
  }
  const frame: PageFrame = { page: number, width, height, rotation, transform, tags }
  return { ...readPage(frame, drawing, { ...book, font }), ...pageOrigin(page.view) }
}

type PdfOutline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>

/** Returns the outline as a flat list in its order, up to the limits of entries and levels. */
async function readOutline(document: PDFDocumentProxy): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = []
  const walk = async (items: PdfOutline, level: number): Promise<void> => {
    for (const { title, dest, items: children } of items ?? []) {
      if (entries.length >= MAX_OUTLINE_ENTRIES || level > MAX_OUTLINE_LEVELS) return
      const page = await destinationPage(document, dest).catch(() => null)
      entries.push({ title: normalizeCharacters(replaceControls(title)).trim(), level, page })
      await walk(children, level + 1)
    }
  }
  await walk(await document.getOutline(), 1)
  return entries
}

/** Returns the page to which an entry leads, from 1, or null when it leads nowhere. */
async function destinationPage(
  document: PDFDocumentProxy,
  dest: string | unknown[] | null,
): Promise<number | null> {
  const explicit = typeof dest === 'string' ? await document.getDestination(dest) : dest
  const target: unknown = explicit?.[0]
  if (typeof target === 'number') return target + 1
  if (typeof target !== 'object' || target === null) return null
  return (await document.getPageIndex(target as Parameters<PDFDocumentProxy['getPageIndex']>[0])) + 1
}
