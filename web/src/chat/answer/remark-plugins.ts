import { langOf } from '../../paper/paper.ts'
import { citedIndexes, replaceTokens } from './citation-tokens.ts'
import { findNodes, type MarkdownNode, nodeText, setAttribute } from './markdown-tree.ts'

// The remark plugins of answers. Each takes the Markdown tree of an answer and changes it in place: it sets `data-…`
// attributes, which `markdown.tsx` and the style sheet give a meaning, and adds elements that carry them.

/**
 * A remark plugin that replaces the tokens of citations (see `citation-tokens.ts`), and adds `<div data-cited="index
 * index …">` after every block with citations, where unsupported ones are listed.
 */
export function remarkCitationMarkers() {
  return (tree: MarkdownNode): void => {
    replaceTokens(tree)
    tree.children = (tree.children ?? []).flatMap((block) => {
      const cited = citedIndexes(block)
      return cited.length === 0 ? [block] : [block, unsupportedCitationsNode(cited)]
    })
  }
}

/** Returns the element in which those of the citations are listed that their sources do not support. */
const unsupportedCitationsNode = (cited: string[]): MarkdownNode => ({
  type: 'unsupportedCitations',
  children: [],
  data: { hName: 'div', hProperties: { 'data-cited': cited.join(' ') } },
})

/** Types of nodes that may have a language of their own. */
const BLOCK_TYPES = new Set(['paragraph', 'heading', 'listItem', 'tableCell'])
/** Matches at least two Latin words; a single one is a name or a term, which any text may contain. */
const LATIN_PHRASE = /\p{Script=Latin}{2}\P{L}+\p{Script=Latin}{2}/u

/** A remark plugin that sets `lang` on every block that quotes another language than the page's. */
export function remarkBlockLanguage() {
  return tagLanguage
}

/** Sets the attribute `lang` of the blocks below a node that are not in Chinese. */
function tagLanguage(node: MarkdownNode): void {
  const lang = BLOCK_TYPES.has(node.type) ? languageOf(nodeText(node)) : undefined
  if (lang) setAttribute(node, 'lang', lang)
  node.children?.forEach(tagLanguage)
}

/** Returns the language of a text; undefined for Chinese and for text too short to tell. */
const languageOf = (text: string): string | undefined => {
  const lang = langOf(text)
  return lang !== 'zh' && LATIN_PHRASE.test(text) ? lang : undefined
}

/** A remark plugin that sets `data-h` on every table cell to the name of its column, which a narrow screen shows. */
export function remarkTables() {
  return (tree: MarkdownNode): void => {
    for (const table of findNodes(tree, 'table')) labelCells(table)
  }
}

/** Sets the attribute `data-h` of a table's cells to the heading of their column, for the narrow layout. */
function labelCells({ children: [head, ...rows] = [] }: MarkdownNode): void {
  const names = (head?.children ?? []).map(nodeText)
  const cells = rows.flatMap(({ children = [] }) => children.map((cell, column) => ({ cell, column })))
  // The first column names the row and needs no label.
  for (const { cell, column } of cells) if (column > 0) setAttribute(cell, 'data-h', names[column] ?? '')
}

/**
 * A remark plugin for answers made of quotes, which are lists such as
 *
 * ```text
 * **方法**
 *
 * - **结果**：「原句」[1]
 *
 *   《文献》（作者, 2022）
 * ```
 *
 * Every list item with quotes gets `data-quote`; in it, the label before a quote gets `data-kind`, and the last
 * paragraph, if it names the paper, `data-source` and at its end a `<span data-quoted="index index …">` for the actions
 * of its quotes. A label before a list gets `data-kind` as well. Where the paper stands before its quote on the same
 * line, as in `Wang 等（2020）：「原句」[1]`, it gets `data-paper`.
 */
export function remarkQuotes() {
  return (tree: MarkdownNode): void => {
    for (const item of findNodes(tree, 'listItem')) markQuotes(item)
    const blocks = tree.children ?? []
    for (const [index, block] of blocks.entries())
      if (isLabel(block) && blocks[index + 1]?.type === 'list') setAttribute(block, 'data-kind', '')
  }
}

/** Whether a node is a paragraph that consists of bold text only. */
const isLabel = ({ type, children: [only, ...others] = [] }: MarkdownNode): boolean =>
  type === 'paragraph' && only?.type === 'strong' && others.length === 0

/** Marks a list item that contains quotes, and its parts. */
function markQuotes(item: MarkdownNode): void {
  const paragraphs = (item.children ?? []).filter(({ type }) => type === 'paragraph')
  const quotes = paragraphs.filter((paragraph) => citedIndexes(paragraph).length > 0)
  if (quotes.length === 0) return
  setAttribute(item, 'data-quote', '')
  for (const quote of quotes) {
    splitQuotePaper(quote)
    splitQuoteLabel(quote)
  }
  const source = paragraphs.at(-1)
  if (source && citedIndexes(source).length === 0) markSource(source, quotes.flatMap(citedIndexes))
}

/** Marks the paragraph that names the paper of quotes, and adds the element in which their actions are drawn. */
function markSource(source: MarkdownNode, quoted: string[]): void {
  setAttribute(source, 'data-source', '')
  source.children?.push({
    type: 'quoted',
    children: [],
    data: { hName: 'span', hProperties: { 'data-quoted': quoted.join(' ') } },
  })
}

/** Matches a paper and the colon before its quote: 「Wang 等（2020）：「…」」. */
const PAPER_BEFORE_QUOTE = /^[^「“]{4,}[：:] ?(?=[「“])/u

/** Splits off the paper named before a quote in a list as `data-paper`, which a narrow screen shows above the quote. */
function splitQuotePaper(quote: MarkdownNode): void {
  const [first, ...others] = quote.children ?? []
  const text = first?.type === 'text' ? (first.value ?? '') : ''
  const paper = PAPER_BEFORE_QUOTE.exec(text)?.[0]
  if (paper === undefined) return
  quote.children = [
    {
      type: 'paper',
      children: [{ type: 'text', value: paper }],
      data: { hName: 'span', hProperties: { 'data-paper': '' } },
    },
    { type: 'text', value: text.slice(paper.length) },
    ...others,
  ]
}

/** Matches a colon at the beginning of a text, with a space after it or without. */
const LEADING_COLON = /^[：:] ?/u

/** Marks the bold label before a quote, which is shown on its own line, and removes the colon after it. */
function splitQuoteLabel({ children: [label, next] = [] }: MarkdownNode): void {
  // Bold text with data is no label but a key token of the quote itself (see `citation-tokens.ts`).
  if (label?.type !== 'strong' || label.data || next?.type !== 'text') return
  setAttribute(label, 'data-kind', '')
  next.value = (next.value ?? '').replace(LEADING_COLON, '')
}
