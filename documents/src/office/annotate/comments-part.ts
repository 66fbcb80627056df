import { posix } from 'node:path'
import type { Archive } from '../../archive.ts'
import { documentFault } from '../../faults.ts'
import { parseXmlSource, type XmlSource } from '../../xml.ts'
import { readRelationships } from '../package.ts'
import { escapeXml } from './word-markup.ts'

const COMMENTS_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml'
const RELATIONSHIP = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments'
const CONTENT_TYPES = '[Content_Types].xml'
const EMPTY_COMMENTS =
  '<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"></w:comments>'
const EMPTY_RELATIONSHIPS =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The part of a Word file that holds its comments; empty when the file has none yet. */
export interface CommentsPart {
  source: XmlSource
  /**
   * Returns the changed parts by path: the comments with these `w:comment` elements added and, when the part is new,
   * the relationships and content types that declare it.
   */
  withComments: (comments: string) => Map<string, Buffer>
}

/**
 * Opens the comments of a Word file, which may have none yet. Nothing is written.
 *
 * @param main path of the main part
 * @throws UnreadableDocument `damaged` when a part cannot be read, `unsafe` as `freePath` does.
 */
export async function openComments(archive: Archive, main: string): Promise<CommentsPart> {
  const relationships = await readRelationships(archive, main)
  const known = relationships.find(({ type, isExternal }) => type === 'comments' && !isExternal)
  if (known && archive.has(known.target)) {
    const source = parseXmlSource(await archive.read(known.target))
    const { target } = known
    return {
      source,
      withComments: (comments) => new Map([[target, encodeXml(appendToRoot(source, comments))]]),
    }
  }
  const { dir, base } = posix.parse(main)
  const path = freePath(archive, dir)
  const linksPath = posix.join(dir, '_rels', `${base}.rels`)
  const links = parseXmlSource(
    archive.has(linksPath)
      ? await archive.read(linksPath)
      : Buffer.from(XML_DECLARATION + EMPTY_RELATIONSHIPS),
  )
  const types = parseXmlSource(await archive.read(CONTENT_TYPES))
  const source = parseXmlSource(Buffer.from(XML_DECLARATION + EMPTY_COMMENTS))
  const id = freeId(relationships.map(({ id }) => id))
  const link = `<Relationship Id="${id}" Type="${RELATIONSHIP}" Target="${posix.basename(path)}"/>`
  const type = `<Override PartName="/${escapeXml(path)}" ContentType="${COMMENTS_TYPE}"/>`
  return {
    source,
    withComments: (comments) =>
      new Map([
        [path, encodeXml(appendToRoot(source, comments))],
        [linksPath, encodeXml(appendToRoot(links, link))],
        [CONTENT_TYPES, encodeXml(appendToRoot(types, type))],
      ]),
  }
}

/** Number of paths that are tried. */
const MAX_TRIED_PATHS = 100

/**
 * Returns an unused path for a new part of comments: `comments.xml`, `comments1.xml`, …
 *
 * @throws UnreadableDocument `unsafe` when the first `MAX_TRIED_PATHS` paths are used.
 */
function freePath(archive: Archive, folder: string): string {
  const paths = Array.from({ length: MAX_TRIED_PATHS }, (_, at) =>
    posix.join(folder, `comments${at === 0 ? '' : at}.xml`),
  )
  const free = paths.find((path) => !archive.has(path))
  if (free === undefined) throw documentFault('unsafe')
  return free
}

/** Returns an unused id for a relationship, such as `rId7`. */
function freeId(taken: string[]): string {
  const ids = new Set(taken)
  let number = ids.size + 1
  while (ids.has(`rId${number}`)) number += 1
  return `rId${number}`
}

/** Returns the text of a part with more content at the end of its root element, which may be empty (`<a/>`). */
function appendToRoot({ text, root, spans }: XmlSource, content: string): string {
  const span = spans.get(root)
  if (!span) throw documentFault('damaged')
  const { start, contentStart, contentEnd, end } = span
  if (contentEnd < end) return text.slice(0, contentEnd) + content + text.slice(contentEnd)
  const tag = text.slice(start, contentStart).replace(/\/>$/, '>')
  const name = /^<([^\s/>]+)/.exec(tag)?.[1] ?? ''
  return `${text.slice(0, start)}${tag}${content}</${name}>${text.slice(end)}`
}

/** Encodes the text of a part as UTF-8, also in its XML declaration if that names another encoding. */
export const encodeXml = (text: string): Buffer =>
  Buffer.from(
    text.replace(/^<\?xml[^?>]{0,200}\?>/, (declaration) =>
      declaration.replace(/encoding=(["'])(?!utf-8\1)[\w.-]{1,40}\1/i, 'encoding="UTF-8"'),
    ),
  )
