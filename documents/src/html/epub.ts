import { posix } from 'node:path'
import { type Archive, openArchive } from '../archive.ts'
import type { ParsedDocument } from '../document.ts'
import { documentFault } from '../faults.ts'
import { type DocumentDraft, emptyDraft } from '../structure/draft.ts'
import { finishDocument } from '../structure/finish-document.ts'
import { child, childrenOf, descendants, elementText, parseXmlTree, type XmlElement } from '../xml.ts'
import { decodeHtml } from './html.ts'
import { readHtml } from './read-html.ts'

/** Largest number of chapters of a book that is read. */
const MAX_CHAPTERS = 2_000

/**
 * Parses an EPUB book chapter by chapter.
 *
 * @throws UnreadableDocument `protected` when the book has DRM, `damaged` when the package document is missing,
 * `too-long` when it has more than `MAX_CHAPTERS` chapters.
 */
export async function parseEpub(path: string): Promise<ParsedDocument> {
  const archive = await openArchive(path)
  try {
    if (await hasDrm(archive)) throw documentFault('protected')
    const packagePath = await findPackagePath(archive)
    const tree = parseXmlTree(await archive.read(packagePath))
    const metadata = child(tree, 'metadata')
    const draft: DocumentDraft = {
      ...emptyDraft(),
      title: childTexts(metadata, 'dc:title')[0] ?? '',
      authors: childTexts(metadata, 'dc:creator'),
    }
    const chapters = chapterPaths(tree, packagePath)
    if (chapters.length > MAX_CHAPTERS) throw documentFault('too-long', { limit: `${MAX_CHAPTERS} 章` })
    // A chapter may be missing from the file; the existing ones are read.
    for (const chapter of chapters)
      if (archive.has(chapter)) readHtml(decodeHtml(await archive.read(chapter)), draft, chapter)
    return finishDocument(draft, 'epub')
  } finally {
    archive.close()
  }
}

/** Algorithms that obfuscate embedded fonts only; the text of the book remains readable. */
const FONT_OBFUSCATIONS = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']

/** Returns whether the content of the book is encrypted for its buyer (DRM). */
async function hasDrm(archive: Archive): Promise<boolean> {
  if (archive.has('META-INF/rights.xml') || archive.has('META-INF/sinf.xml')) return true
  if (!archive.has('META-INF/encryption.xml')) return false
  const tree = parseXmlTree(await archive.read('META-INF/encryption.xml'))
  return descendants(tree, 'enc:EncryptionMethod').some(
    ({ attributes }) => !FONT_OBFUSCATIONS.includes(attributes.Algorithm ?? ''),
  )
}

/**
 * Returns the path of the package document, which lists the contents of the book.
 *
 * @throws UnreadableDocument `damaged` when the archive names none.
 */
async function findPackagePath(archive: Archive): Promise<string> {
  const tree = parseXmlTree(await archive.read('META-INF/container.xml'))
  const path = descendants(tree, 'rootfile')[0]?.attributes['full-path']
  if (!path) throw documentFault('damaged')
  return path
}

/** Returns the texts of the metadata elements with a name, [] without any. */
const childTexts = (metadata: XmlElement | undefined, name: string): string[] =>
  childrenOf(metadata, name).map(elementText)

/**
 * Returns the paths of the chapters in reading order.
 *
 * @param tree the package document
 * @param packagePath its path, to which the paths in it are relative
 */
function chapterPaths(tree: XmlElement, packagePath: string): string[] {
  const hrefs = new Map(
    childrenOf(child(tree, 'manifest'), 'item').map(({ attributes }) => [
      attributes.id ?? '',
      attributes.href ?? '',
    ]),
  )
  const folder = posix.dirname(packagePath)
  return childrenOf(child(tree, 'spine'), 'itemref').flatMap(({ attributes }) => {
    const href = hrefs.get(attributes.idref ?? '')
    return href ? [posix.join(folder, decodePath(href.split('#', 1)[0] ?? ''))] : []
  })
}

/** Decodes the percent signs of a path, `chapter%201.xhtml`; a path with invalid ones is returned unchanged. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    if (error instanceof URIError) return path
    throw error
  }
}
