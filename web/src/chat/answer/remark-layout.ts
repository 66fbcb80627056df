import { citedIndexes, type MarkdownNode, nodeText } from './remark-plugins.ts'

/** A remark plugin: every cell of a table knows its column, so that a narrow screen can name it before each. */
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
 * A remark plugin for answers of quotes: an item that holds quotes becomes `data-quote`, what each is called comes
 * before it, and below them stands their paper (`data-source`) with what can be done with the quotes. A name before
 * a list of quotes becomes `data-kind`.
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

/** What a quote is stands in a line of its own, without its colon. */
function splitQuoteLabel({ children = [] }: MarkdownNode): void {
  const [name, next] = children
  if (name?.type !== 'strong' || name.data || next?.type !== 'text') return
  setAttribute(name, 'data-kind', '')
  next.value = (next.value ?? '').replace(/^[：:] ?/u, '')
}

/** The paper that a quote of a list stands behind, which a narrow screen puts above it. */
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
