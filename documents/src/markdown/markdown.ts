import { withDoubleDollars } from '@scinav/contract/literal-spans'
import type { List, Nodes, Parent, RootContent, Table } from 'mdast'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import type { Block, BlockType, ParsedDocument } from '../document.ts'
import { readPage } from '../html/html.ts'
import { type Shift, shifted } from '../structure/comparable-form.ts'
import { type Draft, emptyDraft, finish } from '../structure/draft.ts'
import type { KeyedBlock, KeyedMark } from '../structure/notes.ts'
import { textOfFile } from '../text/plain.ts'

const reader = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkCjkFriendly)
  .use(remarkMath, { singleDollarTextMath: false })

/** What stands before the text between lines of `---`: only its title is of use. */
const frontMatter = /^---\n((?:[^\n]*\n){0,50}?)---\n/
const titleLine = /^title:([^\n]{1,500})$/m
const quoted = /^(["'])([\s\S]*)\1$/

const blockOf = (type: BlockType, text: string): Block => ({ type, text, page: 1, boxes: [] })

/** Text of what stands in a line, without its marks; HTML in it is read as a page is, a formula is its source. */
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
      return 'children' in node ? joined((node as Parent).children) : ''
  }
}

/** Where a tag of HTML sets what follows it; undefined of any other node. */
function shiftBehind(node: Nodes): Shift | null | undefined {
  const tag = node.type === 'html' ? /^<(\/?)(su[pb])\b/i.exec(node.value) : null
  if (!tag) return undefined
  if (tag[1]) return null
  return tag[2]?.toLowerCase() === 'sup' ? 'raised' : 'lowered'
}

/** Text of nodes in a line; between tags of HTML that raise or lower it, as an index. */
function joined(nodes: readonly Nodes[]): string {
  let shift: Shift | null = null
  let text = ''
  for (const node of nodes) {
    const next = shiftBehind(node)
    if (next !== undefined) shift = next
    text += shift && node.type === 'text' ? shifted(node.value, shift) : inlineText(node)
  }
  return text
}

/** Names of the notes that nodes refer to, in order. */
const referredTo = (node: Nodes): string[] => {
  if (node.type === 'footnoteReference') return [node.identifier]
  return 'children' in node ? (node as Parent).children.flatMap(referredTo) : []
}

/** A block of what stands in a line, with its marks of notes. */
function lineBlock(type: BlockType, nodes: Nodes[]): KeyedBlock {
  const text = joined(nodes)
  const marks: KeyedMark[] = []
  for (const key of nodes.flatMap(referredTo)) {
    const start = text.indexOf(`[${key}]`, marks.at(-1)?.end ?? 0)
    if (start >= 0) marks.push({ start, end: start + key.length + 2, label: key, key })
  }
  return { ...blockOf(type, text), ...(marks.length > 0 && { marks }) }
}

function itemsOf(list: List, draft: Draft): KeyedBlock[] {
  return list.children.flatMap((item) =>
    item.children.flatMap((child) =>
      child.type === 'paragraph' ? [lineBlock('list', child.children)] : blocksOf(child, draft),
    ),
  )
}

function tableOf({ children }: Table): Block {
  const rows = children.map((row) => row.children.map((cell) => joined(cell.children)))
  return { ...blockOf('table', ''), rows }
}

function pageOf(html: string, draft: Draft): KeyedBlock[] {
  const inner = { ...emptyDraft(), warnings: draft.warnings }
  readPage(html, inner)
  return inner.blocks
}

function blocksOf(node: RootContent, draft: Draft): KeyedBlock[] {
  switch (node.type) {
    case 'heading':
      return [{ ...lineBlock('heading', node.children), level: node.depth }]
    case 'paragraph':
      return [lineBlock('paragraph', node.children)]
    case 'code':
      return [blockOf('code', node.value)]
    case 'math':
      return [blockOf('formula', node.value)]
    case 'list':
      return itemsOf(node, draft)
    case 'table':
      return [tableOf(node)]
    case 'html':
      return pageOf(node.value, draft)
    case 'blockquote':
      return node.children.flatMap((child) => blocksOf(child, draft))
    case 'footnoteDefinition':
      return [
        {
          ...blockOf('footnote', `[${node.identifier}] ${joined(node.children)}`),
          keys: [node.identifier],
        },
      ]
    default:
      return []
  }
}

/** Markdown with tables, footnotes and formulas. */
export function parseMarkdown(bytes: Uint8Array): ParsedDocument {
  const draft = emptyDraft()
  const text = textOfFile(bytes)
  const front = frontMatter.exec(text)
  const title = titleLine.exec(front?.[1] ?? '')?.[1]?.trim() ?? ''
  draft.title = quoted.exec(title)?.[2] ?? title
  const tree = reader.parse(withDoubleDollars(text.slice(front?.[0].length ?? 0)))
  draft.blocks = tree.children.flatMap((node) => blocksOf(node, draft))
  return finish(draft, 'markdown')
}
