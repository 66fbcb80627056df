import { lightMarkdown, lightMarkdownPlugin } from '@scinav/contract/light-markdown'
import { withDoubleDollars } from '@scinav/contract/literal-spans'
import type { List, ListItem, Nodes, PhrasingContent, RootContent, Table } from 'mdast'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import { unified } from 'unified'

type TextStyle = 'bold' | 'italic' | 'code' | 'struck'

/** A span of text with its styles, outermost first. */
export interface StyledSpan {
  text: string
  styles: TextStyle[]
}

/** A block of an answer, as far as file formats distinguish blocks. */
export type MarkdownBlock =
  | { kind: 'heading'; level: number; spans: StyledSpan[] }
  | { kind: 'paragraph' | 'quote'; spans: StyledSpan[] }
  /** An item of a list; `depth` counts from 0, and `mark` is empty for a further paragraph of the item. */
  | { kind: 'item'; depth: number; mark: string; spans: StyledSpan[] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; rows: StyledSpan[][][] }
  | { kind: 'rule' }

/** The parser of the web interface, with the same extensions. */
const markdownParser = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkCjkFriendly)
  .use(remarkMath, { singleDollarTextMath: false })
  .use(lightMarkdownPlugin)

/**
 * Parses an answer as the web interface does. Formulas stay TeX between dollar signs; footnotes and reference links
 * stay as written.
 */
export function parseBlocks(markdown: string): MarkdownBlock[] {
  const text = lightMarkdown(withDoubleDollars(markdown))
  const sourceOf = (node: Nodes) => text.slice(node.position?.start.offset, node.position?.end.offset)
  const tree = markdownParser.parse(text)
  markdownParser.runSync(tree)
  return tree.children.flatMap((node) => nodeBlocks(node, { sourceOf, depth: -1 }))
}

/** Deepest level of nested lists that files distinguish. */
const MAX_DEPTH = 5

/** Where a node stands in the answer. */
interface BlockContext {
  /** Returns the Markdown source of a node. */
  sourceOf: (node: Nodes) => string
  /** Depth of the enclosing list; -1 outside of lists. */
  depth: number
}

/** Converts a node of the Markdown tree to blocks; kinds that files do not distinguish stay as written. */
function nodeBlocks(node: RootContent, context: BlockContext): MarkdownBlock[] {
  switch (node.type) {
    case 'heading':
      return [{ kind: 'heading', level: node.depth, spans: phrasingSpans(node.children, context) }]
    case 'paragraph':
      return [{ kind: 'paragraph', spans: phrasingSpans(node.children, context) }]
    case 'code':
      return [{ kind: 'code', text: node.value }]
    case 'list':
      return listBlocks(node, { ...context, depth: context.depth + 1 })
    case 'table':
      return [tableBlock(node, context)]
    case 'math':
      return [{ kind: 'paragraph', spans: [{ text: `$$\n${node.value}\n$$`, styles: [] }] }]
    case 'thematicBreak':
      return [{ kind: 'rule' }]
    case 'blockquote':
      return node.children
        .flatMap((child) => nodeBlocks(child, context))
        .map((block) => (block.kind === 'paragraph' ? { ...block, kind: 'quote' } : block))
    default:
      return [{ kind: 'paragraph', spans: [{ text: context.sourceOf(node), styles: [] }] }]
  }
}

const tableBlock = ({ children }: Table, context: BlockContext): MarkdownBlock => ({
  kind: 'table',
  rows: children.map((row) => row.children.map((cell) => phrasingSpans(cell.children, context))),
})

function listBlocks({ children, ordered, start }: List, context: BlockContext): MarkdownBlock[] {
  const markOf = (index: number) => (ordered ? `${(start ?? 1) + index}.` : '•')
  return children.flatMap((item, index) => listItemBlocks(item, markOf(index), context))
}

/** Returns the blocks of a list item: the first paragraph has the marker, further paragraphs have none. */
function listItemBlocks(
  { children, checked }: ListItem,
  mark: string,
  context: BlockContext,
): MarkdownBlock[] {
  const checkbox = typeof checked === 'boolean' ? ` [${checked ? 'x' : ' '}]` : ''
  const firstMark = `${mark}${checkbox}`
  const content = children.flatMap((child) => nodeBlocks(child, context))
  const empty: MarkdownBlock = { kind: 'paragraph', spans: [] }
  const blocks = content[0]?.kind === 'paragraph' ? content : [empty, ...content]
  const depth = Math.min(MAX_DEPTH, context.depth)
  return blocks.map((block, at) =>
    block.kind === 'paragraph' ? { ...block, kind: 'item', depth, mark: at === 0 ? firstMark : '' } : block,
  )
}

/** Converts the content of a paragraph to spans, within the given styles. */
function phrasingSpans(
  nodes: PhrasingContent[],
  context: BlockContext,
  styles: TextStyle[] = [],
): StyledSpan[] {
  return nodes.flatMap((node) => nodeSpans(node, context, styles)).filter(({ text }) => text !== '')
}

const NODE_STYLES = { strong: 'bold', emphasis: 'italic', delete: 'struck' } as const

/** Converts a node within a paragraph to spans of text with their styles. */
function nodeSpans(node: PhrasingContent, context: BlockContext, styles: TextStyle[]): StyledSpan[] {
  switch (node.type) {
    case 'text':
      return [{ text: node.value, styles }]
    case 'inlineCode':
      return [{ text: node.value, styles: [...styles, 'code'] }]
    case 'inlineMath':
      return [{ text: `$${node.value}$`, styles }]
    case 'break':
      return [{ text: '\n', styles }]
    case 'strong':
    case 'emphasis':
    case 'delete':
      return phrasingSpans(node.children, context, [...styles, NODE_STYLES[node.type]])
    case 'link':
      return linkSpans(phrasingSpans(node.children, context, styles), node.url, styles)
    case 'image':
      return linkSpans([{ text: node.alt ?? '', styles }], node.url, styles)
    default:
      return [{ text: context.sourceOf(node), styles }]
  }
}

/** Returns the spans of a link: its label and its address, only once when they are the same. */
function linkSpans(label: StyledSpan[], url: string, styles: TextStyle[]): StyledSpan[] {
  const text = label.map((span) => span.text).join('')
  const isSame = [url, url.replace(/^(?:mailto:|http:\/\/)/, '')].includes(text)
  return isSame ? label : [...label, { text: text ? ` (${url})` : url, styles }]
}
