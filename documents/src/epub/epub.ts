import { posix } from 'node:path'
import { type Archive, openArchive } from '../archive/archive.ts'
import type { ParsedDocument } from '../document.ts'
import { unreadable } from '../faults.ts'
import { pageText, readPage } from '../html/html.ts'
import { type Draft, emptyDraft, finish } from '../structure/draft.ts'
import { child, childrenOf, type Element, textOf, within, xmlTree } from '../xml/xml.ts'

const MOST_CHAPTERS = 2_000

/** Ways of making fonts unusable elsewhere: what is written stays readable. */
const fontWays = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']

/** Whether what is in the book can be read only by who has bought it. */
async function isProtected(archive: Archive): Promise<boolean> {
  if (archive.has('META-INF/rights.xml') || archive.has('META-INF/sinf.xml')) return true
  if (!archive.has('META-INF/encryption.xml')) return false
  const tree = xmlTree(await archive.read('META-INF/encryption.xml'))
  return within(tree, 'enc:EncryptionMethod').some(
    ({ attributes }) => !fontWays.includes(attributes.Algorithm ?? ''),
  )
}

/** The part with the list of contents. */
async function packagePart(archive: Archive): Promise<string> {
  const tree = xmlTree(await archive.read('META-INF/container.xml'))
  const path = within(tree, 'rootfile')[0]?.attributes['full-path']
  if (!path) throw unreadable('damaged')
  return path
}

const textsOf = (metadata: Element | undefined, name: string): string[] =>
  childrenOf(metadata, name).map(textOf)

/** Chapters in the order in which they are read. */
function chaptersOf(tree: Element, part: string): string[] {
  const items = new Map(
    childrenOf(child(tree, 'manifest'), 'item').map(({ attributes }) => [
      attributes.id ?? '',
      attributes.href ?? '',
    ]),
  )
  const folder = posix.dirname(part)
  return childrenOf(child(tree, 'spine'), 'itemref').flatMap(({ attributes }) => {
    const href = items.get(attributes.idref ?? '')
    return href ? [posix.join(folder, unescaped(href.split('#', 1)[0] ?? ''))] : []
  })
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    if (error instanceof URIError) return path
    throw error
  }
}

/** A book, chapter by chapter. */
export async function parseEpub(path: string): Promise<ParsedDocument> {
  const archive = await openArchive(path)
  try {
    if (await isProtected(archive)) throw unreadable('protected')
    const part = await packagePart(archive)
    const tree = xmlTree(await archive.read(part))
    const metadata = child(tree, 'metadata')
    const draft: Draft = {
      ...emptyDraft(),
      title: textsOf(metadata, 'dc:title')[0] ?? '',
      authors: textsOf(metadata, 'dc:creator'),
    }
    const chapters = chaptersOf(tree, part)
    if (chapters.length > MOST_CHAPTERS) throw unreadable('too-long', { limit: `${MOST_CHAPTERS} 章` })
    // A chapter may be missing from what was sent; what is there is read.
    for (const chapter of chapters)
      if (archive.has(chapter)) readPage(pageText(await archive.read(chapter)), draft, chapter)
    return finish(draft, 'epub')
  } finally {
    archive.close()
  }
}
