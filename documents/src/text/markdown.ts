import { withDoubleDollars } from '@scinav/contract/literal-spans'
import type { List, Nodes, Parent, RootContent, Table } from 'mdast'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import type { Block, BlockType, ParsedDocument } from '../document.ts'
import { readHtml } from '../html/read-html.ts'
import { type DocumentDraft, emptyDraft, pagelessBlock } from '../structure/draft.ts'
import { finishDocument } from '../structure/finish-document.ts'
import type { KeyedBlock, KeyedMark } from '../structure/notes.ts'
import { type ScriptShift, shiftText } from '../structure/script-shift.ts'
import { decodeTextFile } from './plain.ts'

const markdownProcessor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkCjkFriendly)
  .use(remarkMath, { singleDollarTextMath: false })
/** Matches metadata before the text, between lines of `---`, of which only the title is used. */
const FRONT_MATTER = /^---\n((?:[^\n]*\n){0,50}?)---\n/
/** Matches the title in the metadata, and a value in quotation marks. */
const TITLE_LINE = /^title:([^\n]{1,500})$/m
const QUOTED_VALUE = /^(["'])([\s\S]*)\1$/

/** Parses Markdown with tables, footnotes and formulas; throws as `decodeTextFile` and `finishDocument` do. */
export function parseMarkdown(bytes: Uint8Array): ParsedDocument {
  const draft = emptyDraft()
  const text = decodeTextFile(bytes)
  const front = FRONT_MATTER.exec(text)
  const title = TITLE_LINE.exec(front?.[1] ?? '')?.[1]?.trim() ?? ''
  draft.title = QUOTED_VALUE.exec(title)?.[2] ?? title
  const tree = markdownProcessor.parse(withDoubleDollars(text.slice(front?.[0].length ?? 0)))
  draft.blocks = tree.children.flatMap((node) => nodeBlocks(node, draft))
  return finishDocument(draft, 'markdown')
}

/** Returns the blocks of a node; nodes that are not text, such as definitions and thematic breaks, have none. */
function nodeBlocks(node: RootContent, draft: DocumentDraft): KeyedBlock[] {
  switch (node.type) {
    case 'heading':
      return [{ ...lineBlock('heading', node.children), level: node.depth }]
    case 'paragraph':
      return [lineBlock('paragraph', node.children)]
    case 'code':
      return [pagelessBlock('code', node.value)]
    case 'math':
      return [pagelessBlock('formula', node.value)]
    case 'list':
      return listItemBlocks(node, draft)
    case 'table':
      return [tableBlock(node)]
    case 'html':
      return htmlBlocks(node.value, draft)
    case 'blockquote':
      return node.children.flatMap((child) => nodeBlocks(child, draft))
    case 'footnoteDefinition':
      return [
        {
          ...pagelessBlock('footnote', `[${node.identifier}] ${joinInline(node.children)}`),
          keys: [node.identifier],
        },
      ]
    default:
      return []
  }
}

/** Creates a block from inline nodes, with the marks of notes in its text: `[1]` for `[^1]`. */
function lineBlock(type: BlockType, nodes: Nodes[]): KeyedBlock {
  const text = joinInline(nodes)
  const marks: KeyedMark[] = []
  for (const key of nodes.flatMap(noteReferences)) {
    const start = text.indexOf(`[${key}]`, marks.at(-1)?.end ?? 0)
    if (start >= 0) marks.push({ start, end: start + key.length + 2, label: key, key })
  }
  return { ...pagelessBlock(type, text), ...(marks.length > 0 && { marks }) }
}

/** Returns the text of inline nodes; text between `<sup>` or `<sub>` tags becomes superscripts or subscripts. */
function joinInline(nodes: readonly Nodes[]): string {
  let shift: ScriptShift | null = null
  let text = ''
  for (const node of nodes) {
    const next = shiftAfter(node)
    if (next !== undefined) shift = next
    text += shift && node.type === 'text' ? shiftText(node.value, shift) : inlineText(node)
  }
  return text
}

/**
 * Returns the shift that an HTML tag sets for the nodes after it (null for a closing tag), or undefined for other
 * nodes.
 */
function shiftAfter(node: Nodes): ScriptShift | null | undefined {
  const tag = node.type === 'html' ? /^<(\/?)(su[pb])\b/i.exec(node.value) : null
  if (!tag) return undefined
  if (tag[1]) return null
  return tag[2]?.toLowerCase() === 'sup' ? 'raised' : 'lowered'
}

/**
 * Returns the text of an inline node without its markup. An inline HTML tag yields nothing, `<br>` a line break, and
 * a formula its source.
 */
function inlineText(node: Nodes): string {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'inlineMath':
    case 'code':
    case 'math':
      return node.value
    case 'html':
      return /^<br/i.test(node.value) ? '\n' : ''
    case 'break':
      return '\n'
    case 'image':
    case 'imageReference':
      return node.alt ?? ''
    case 'footnoteReference':
      return `[${node.identifier}]`
    default:
      return 'children' in node ? joinInline((node as Parent).children) : ''
  }
}

/** Returns the identifiers of the notes that nodes refer to, in order. */
const noteReferences = (node: Nodes): string[] => {
  if (node.type === 'footnoteReference') return [node.identifier]
  return 'children' in node ? (node as Parent).children.flatMap(noteReferences) : []
}

/** Returns the blocks of a list: its paragraphs as list items, anything else as it would be outside. */
function listItemBlocks(list: List, draft: DocumentDraft): KeyedBlock[] {
  return list.children.flatMap((item) =>
    item.children.flatMap((child) =>
      child.type === 'paragraph' ? [lineBlock('list', child.children)] : nodeBlocks(child, draft),
    ),
  )
}

/** Returns a table with the texts of its cells. */
function tableBlock({ children }: Table): Block {
  const rows = children.map((row) => row.children.map((cell) => joinInline(cell.children)))
  return { ...pagelessBlock('table', ''), rows }
}

/** Returns the blocks of HTML between Markdown; its warnings count for the draft. */
function htmlBlocks(html: string, draft: DocumentDraft): KeyedBlock[] {
  const inner = { ...emptyDraft(), warnings: draft.warnings }
  readHtml(html, inner)
  return inner.blocks
}
