import { citedIn, type Node, wordsOf } from './remark-plugins.ts'

/** A remark plugin: every cell of a table knows its column, so that a narrow screen can name it before each. */
export function remarkTables() {
  return (tree: Node): void => {
    for (const table of allOf(tree, 'table')) nameCells(table)
  }
}

function nameCells({ children: [head, ...rows] = [] }: Node): void {
  const names = (head?.children ?? []).map(wordsOf)
  const cells = rows.flatMap(({ children = [] }) => children.map((cell, at) => ({ cell, at })))
  for (const { cell, at } of cells) if (at > 0) mark(cell, 'data-h', names[at] ?? '')
}

/**
 * A remark plugin for answers of quotes: an item that holds quotes becomes `data-quote`, what each is called comes
 * before it, and below them stands their paper (`data-source`) with what can be done with the quotes. A name before
 * a list of quotes becomes `data-kind`.
 */
export function remarkQuotes() {
  return (tree: Node): void => {
    for (const item of allOf(tree, 'listItem')) setQuotes(item)
    const blocks = tree.children ?? []
    for (const [at, block] of blocks.entries())
      if (isName(block) && blocks[at + 1]?.type === 'list') mark(block, 'data-kind', '')
  }
}

const isName = ({ type, children: [only, ...others] = [] }: Node): boolean =>
  type === 'paragraph' && only?.type === 'strong' && others.length === 0

function setQuotes(item: Node): void {
  const parts = (item.children ?? []).filter(({ type }) => type === 'paragraph')
  const quotes = parts.filter((part) => citedIn(part).length > 0)
  if (quotes.length === 0) return
  mark(item, 'data-quote', '')
  for (const quote of quotes) paperApart(quote)
  for (const quote of quotes) nameApart(quote)
  const source = parts.at(-1)
  if (!source || citedIn(source).length > 0) return
  mark(source, 'data-source', '')
  source.children?.push({
    type: 'quoted',
    children: [],
    data: { hName: 'span', hProperties: { 'data-quoted': quotes.flatMap(citedIn).join(' ') } },
  })
}

/** What a quote is stands in a line of its own, without its colon. */
function nameApart({ children = [] }: Node): void {
  const [name, next] = children
  if (name?.type !== 'strong' || name.data || next?.type !== 'text') return
  mark(name, 'data-kind', '')
  next.value = (next.value ?? '').replace(/^[：:] ?/u, '')
}

/** The paper that a quote of a list stands behind, which a narrow screen puts above it. */
function paperApart(quote: Node): void {
  const [first, ...others] = quote.children ?? []
  const paper = first?.type === 'text' ? PAPER_BEFORE.exec(first.value ?? '')?.[0] : undefined
  if (first === undefined || paper === undefined) return
  const rest = { type: 'text', value: (first.value ?? '').slice(paper.length) }
  const data = { hName: 'span', hProperties: { 'data-paper': '' } }
  quote.children = [{ type: 'paper', children: [{ type: 'text', value: paper }], data }, rest, ...others]
}

const PAPER_BEFORE = /^[^「“]{4,}[：:] ?(?=[「“])/u

function mark(node: Node, name: string, value: string): void {
  node.data = { ...node.data, hProperties: { ...node.data?.hProperties, [name]: value } }
}

function allOf(node: Node, type: string): Node[] {
  const inside = (node.children ?? []).flatMap((child) => allOf(child, type))
  return node.type === type ? [node, ...inside] : inside
}
