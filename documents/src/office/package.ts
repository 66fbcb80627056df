import { posix } from 'node:path'
import type { Archive } from '../archive/archive.ts'
import { unreadable } from '../faults.ts'
import { childrenOf, type Element, xmlTree } from '../xml/xml.ts'

/** What a part of an Office file refers to (Open Packaging Conventions). */
export interface Relationship {
  id: string
  /** The last piece of the type's name: `styles`, `slide`, `hyperlink`, … */
  type: string
  /** The part; of what lies outside of the file the address. */
  target: string
  outside: boolean
}

/** The tree of a part. @throws UnreadableDocument `damaged` where there is none. */
export const partTree = async (archive: Archive, name: string): Promise<Element> =>
  xmlTree(await archive.read(name))

/** The tree of a part that may be missing. */
export const optionalTree = async (
  archive: Archive,
  name: string | undefined,
): Promise<Element | undefined> => (name && archive.has(name) ? partTree(archive, name) : undefined)

/** What a part refers to; '' is the file itself. */
export async function relationshipsOf(archive: Archive, part: string): Promise<Relationship[]> {
  const { dir, base } = posix.parse(part)
  const tree = await optionalTree(archive, posix.join(dir, '_rels', `${base}.rels`))
  return childrenOf(tree, 'Relationship').map(({ attributes }) => {
    const { Id = '', Type = '', Target = '', TargetMode } = attributes
    const outside = TargetMode === 'External'
    const target = Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target)
    return { id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target: outside ? Target : target, outside }
  })
}

/** The part with which an Office file begins. */
export async function mainPart(archive: Archive): Promise<string> {
  const main = (await relationshipsOf(archive, '')).find(({ type }) => type === 'officeDocument')
  if (!main || main.outside) throw unreadable('damaged')
  return main.target
}

/** Title and authors as the file's properties tell them. */
export async function coreProperties(archive: Archive): Promise<{ title: string; authors: string[] }> {
  const found = (await relationshipsOf(archive, '')).find(({ type }) => type === 'core-properties')
  const tree = found && (await optionalTree(archive, found.target))
  const textIn = (name: string) =>
    childrenOf(tree, name)
      .flatMap(({ children }) => children)
      .filter((text) => typeof text === 'string')
      .join('')
      .trim()
  const creator = textIn('dc:creator')
  return { title: textIn('dc:title'), authors: creator === '' ? [] : creator.split(/[;；]/) }
}
