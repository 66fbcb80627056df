import { posix } from 'node:path'
import type { Archive } from '../archive.ts'
import { documentFault } from '../faults.ts'
import { childrenOf, parseXmlTree, type XmlElement } from '../xml.ts'

/**
 * A reference from one part of an Office file to another (Open Packaging Conventions, ECMA-376 part 2). The references
 * of `word/document.xml` are in `word/_rels/document.xml.rels`.
 */
export interface Relationship {
  id: string
  /** The last segment of the URI of the type: `styles`, `slide`, `hyperlink`, … */
  type: string
  /** Path of the part in the archive, or the address of an external target. The part need not exist. */
  target: string
  /** Whether the target is outside the file. */
  isExternal: boolean
}

/**
 * Reads and parses a part.
 *
 * @throws UnreadableDocument `damaged` when the part does not exist or contains no element.
 */
export const readPartTree = async (archive: Archive, name: string): Promise<XmlElement> =>
  parseXmlTree(await archive.read(name))

/** Reads and parses a part, or returns undefined when the name is undefined or the part does not exist. */
export const readOptionalPartTree = async (
  archive: Archive,
  name: string | undefined,
): Promise<XmlElement | undefined> => (name && archive.has(name) ? readPartTree(archive, name) : undefined)

/** Returns the relationships of a part, [] when it declares none. The part '' is the file itself. */
export async function readRelationships(archive: Archive, part: string): Promise<Relationship[]> {
  const { dir, base } = posix.parse(part)
  const tree = await readOptionalPartTree(archive, posix.join(dir, '_rels', `${base}.rels`))
  return childrenOf(tree, 'Relationship').map(({ attributes }) => {
    const { Id = '', Type = '', Target = '', TargetMode } = attributes
    const isExternal = TargetMode === 'External'
    // A path without a leading slash is relative to the folder of the part that refers to it.
    const path = Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target)
    return {
      id: Id,
      type: Type.slice(Type.lastIndexOf('/') + 1),
      target: isExternal ? Target : path,
      isExternal,
    }
  })
}

/**
 * Returns the path of the main part of an Office file.
 *
 * @throws UnreadableDocument `damaged` when there is none.
 */
export async function findMainPart(archive: Archive): Promise<string> {
  const main = (await readRelationships(archive, '')).find(({ type }) => type === 'officeDocument')
  if (!main || main.isExternal) throw documentFault('damaged')
  return main.target
}

/**
 * Reads the title and the authors from the properties of the file (`docProps/core.xml`): '' and [] where they are
 * missing. Authors are separated by semicolons; they are not trimmed, and some may be ''.
 *
 * @throws UnreadableDocument `damaged` when the properties contain no element.
 */
export async function readCoreProperties(archive: Archive): Promise<{ title: string; authors: string[] }> {
  const properties = (await readRelationships(archive, '')).find(({ type }) => type === 'core-properties')
  const tree = properties && (await readOptionalPartTree(archive, properties.target))
  /** Returns the text of the elements with a name, without that of elements in them. */
  const textIn = (name: string) =>
    childrenOf(tree, name)
      .flatMap(({ children }) => children)
      .filter((text) => typeof text === 'string')
      .join('')
      .trim()
  const creator = textIn('dc:creator')
  return { title: textIn('dc:title'), authors: creator === '' ? [] : creator.split(/[;；]/) }
}
