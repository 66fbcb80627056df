import { citedIndexes, type MarkdownNode, nodeText } from './remark-plugins.ts'

/**
 * A remark plugin that labels every table cell with its column, so that a narrow screen can show the label before each
 * cell.
 */
export function remarkTables() {
  return (tree: MarkdownNode): void => {
    for (const table of findNodes(tree, 'table')) labelCells(table)
  }
}

function labelCells({ children: [head, ...rows] = [] }: MarkdownNode): void {
  const names = (head?.children ?? []).map(nodeText)
  const cells = rows.flatMap(({ children = [] }) => children.map((cell, at) => ({ cell, at })))
  for (const { cell, at } of cells) if (at > 0) setAttribute(cell, 'data-h', names[at] ?? '')
}

/**
 * A remark plugin for answers made of quotes. A list item with quotes gets `data-quote`; the label of each quote
 * precedes it, and their paper (`data-source`) with the actions follows below. A label before a list of quotes gets
 * `data-kind`.
 */
export function remarkQuotes() {
  return (tree: MarkdownNode): void => {
    for (const item of findNodes(tree, 'listItem')) markQuotes(item)
    const blocks = tree.children ?? []
    for (const [at, block] of blocks.entries())
      if (isLabel(block) && blocks[at + 1]?.type === 'list') setAttribute(block, 'data-kind', '')
  }
}

const isLabel = ({ type, children: [only, ...others] = [] }: MarkdownNode): boolean =>
  type === 'paragraph' && only?.type === 'strong' && others.length === 0

function markQuotes(item: MarkdownNode): void {
  const parts = (item.children ?? []).filter(({ type }) => type === 'paragraph')
  const quotes = parts.filter((part) => citedIndexes(part).length > 0)
  if (quotes.length === 0) return
  setAttribute(item, 'data-quote', '')
  for (const quote of quotes) splitQuotePaper(quote)
  for (const quote of quotes) splitQuoteLabel(quote)
  const source = parts.at(-1)
  if (!source || citedIndexes(source).length > 0) return
  setAttribute(source, 'data-source', '')
  source.children?.push({
    type: 'quoted',
    children: [],
    data: { hName: 'span', hProperties: { 'data-quoted': quotes.flatMap(citedIndexes).join(' ') } },
  })
}

/** Puts the label of a quote on its own line, without its colon. */
function splitQuoteLabel({ children = [] }: MarkdownNode): void {
  const [name, next] = children
  if (name?.type !== 'strong' || name.data || next?.type !== 'text') return
  setAttribute(name, 'data-kind', '')
  next.value = (next.value ?? '').replace(/^[：:] ?/u, '')
}

/** Splits off the paper named before a quote in a list, which a narrow screen shows above it. */
function splitQuotePaper(quote: MarkdownNode): void {
  const [first, ...others] = quote.children ?? []
  const paper = first?.type === 'text' ? PAPER_BEFORE_QUOTE.exec(first.value ?? '')?.[0] : undefined
  if (first === undefined || paper === undefined) return
  const rest = { type: 'text', value: (first.value ?? '').slice(paper.length) }
  const data = { hName: 'span', hProperties: { 'data-paper': '' } }
  quote.children = [{ type: 'paper', children: [{ type: 'text', value: paper }], data }, rest, ...others]
}

const PAPER_BEFORE_QUOTE = /^[^「“]{4,}[：:] ?(?=[「“])/u

function setAttribute(node: MarkdownNode, name: string, value: string): void {
  node.data = { ...node.data, hProperties: { ...node.data?.hProperties, [name]: value } }
}

function findNodes(node: MarkdownNode, type: string): MarkdownNode[] {
  const inside = (node.children ?? []).flatMap((child) => findNodes(child, type))
  return node.type === type ? [node, ...inside] : inside
}
