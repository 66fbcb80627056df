// Reads XML by events, with the usual prefixes for namespaces.
import { Parser } from 'htmlparser2'
import { documentFault } from './faults.ts'

/** Offsets of a tag in the text of the file, in UTF-16 units; for `<a/>` the same tag opens and closes the element. */
export interface TagSpan {
  start: number
  end: number
}

/** Receives the elements and texts of an XML file, with canonical prefixes. */
export interface XmlHandler {
  open: (name: string, attributes: Readonly<Record<string, string>>, tag: TagSpan) => void
  text: (text: string) => void
  close: (name: string, tag: TagSpan) => void
}

/** Bounds the nesting of elements; no office program writes deeper ones. */
const MAX_DEPTH = 256

/**
 * Creates a streaming XML reader. It never loads anything, and rejects document types because they could define
 * entities.
 *
 * @throws UnreadableDocument `unsafe` for a document type and for elements nested deeper than `MAX_DEPTH`.
 */
export function createXmlReader(handler: XmlHandler): { write: (text: string) => void; end: () => void } {
  const { readDeclarations, rename } = createRenamer()
  let depth = 0
  const tag = (): TagSpan => ({ start: parser.startIndex, end: parser.endIndex + 1 })
  const parser: Parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        if (depth > MAX_DEPTH) throw documentFault('unsafe')
        readDeclarations(attributes)
        const renamed = Object.fromEntries(
          Object.entries(attributes).map(([key, value]) => [key.includes(':') ? rename(key) : key, value]),
        )
        handler.open(rename(name), renamed, tag())
      },
      ontext: handler.text,
      onclosetag(name) {
        depth -= 1
        handler.close(rename(name), tag())
      },
      onprocessinginstruction(name) {
        if (name.toLowerCase().startsWith('!')) throw documentFault('unsafe')
      },
    },
    { xmlMode: true },
  )
  return { write: (text) => parser.write(text), end: () => parser.end() }
}

/**
 * Returns functions that rename elements to canonical prefixes. A namespace declaration applies from its position to
 * the end of the file.
 */
function createRenamer() {
  /** Canonical prefixes by the prefixes that the file declares; '' for the default namespace. */
  const prefixes = new Map<string, string>()
  /** Canonical names by names in the file. */
  const names = new Map<string, string>()

  function readDeclarations(attributes: Record<string, string>): void {
    for (const [name, uri] of Object.entries(attributes)) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
      const prefix = prefixFor(uri)
      if (prefix === undefined) continue
      prefixes.set(name.slice('xmlns:'.length), prefix)
      // The names found so far may have this prefix.
      names.clear()
    }
  }

  function rename(name: string): string {
    const cached = names.get(name)
    if (cached !== undefined) return cached
    const colon = name.indexOf(':')
    const prefix = prefixes.get(name.slice(0, Math.max(0, colon)))
    const renamed = prefix === undefined ? name : canonicalName(prefix, name.slice(colon + 1))
    names.set(name, renamed)
    return renamed
  }
  return { readDeclarations, rename }
}

/**
 * Canonical prefixes by the end of the namespace URI without `/2006`, which is the same in the transitional and the
 * strict form of Office files. Elements of a namespace with the prefix '' keep their local name.
 */
const NAMESPACE_PREFIXES: [string, string][] = [
  ['/wordprocessingml/main', 'w'],
  ['/drawingml/main', 'a'],
  ['/presentationml/main', 'p'],
  ['/spreadsheetml/main', 's'],
  ['/officeDocument/math', 'm'],
  ['/officeDocument/relationships', 'r'],
  ['/wordprocessingDrawing', 'wp'],
  ['/wordprocessingShape', 'wps'],
  ['/wordprocessingGroup', 'wpg'],
  ['/markup-compatibility', 'mc'],
  ['/drawingml/diagram', 'dgm'],
  ['/package/relationships', ''],
  ['urn:schemas-microsoft-com:vml', 'v'],
  ['urn:oasis:names:tc:opendocument:xmlns:container', ''],
  ['http://www.idpf.org/2007/opf', ''],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  ['http://purl.org/dc/terms/', 'dcterms'],
  ['http://www.w3.org/2001/04/xmlenc#', 'enc'],
]

/** Returns the canonical prefix of a namespace, or undefined for one that no reader knows. */
function prefixFor(uri: string): string | undefined {
  const name = uri.replace('/2006', '')
  return NAMESPACE_PREFIXES.find(([end]) => name.endsWith(end))?.[1]
}

/** Joins prefix and local name: `w:p`; the local name alone for the prefix ''. */
const canonicalName = (prefix: string, local: string): string =>
  prefix === '' ? local : `${prefix}:${local}`
