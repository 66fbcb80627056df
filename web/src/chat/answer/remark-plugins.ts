import type { Citation } from '@scinav/contract'
import { langOf } from '../../paper/paper.ts'

// The remark plugins of answers: citation markers, quotes, labels of table cells, and languages.

/** Delimiters around the index of a citation. */
const OPEN = '\u{E000}'
const CLOSE = '\u{E001}'

/** Matches a token and captures the index in it. */
const TOKEN = new RegExp(`${OPEN}(\\d+)${CLOSE}`)

/** The parts of a Markdown tree used here. */
export interface MarkdownNode {
  type: string
  value?: string
  children?: MarkdownNode[]
  data?: { hName?: string; hProperties?: Record<string, string> }
}

/** Delimiters around the part of a quote that answers the question. */
const KEY_OPEN = '\u{E002}'
const KEY_CLOSE = '\u{E003}'

/** Matches the delimited part of a quote and captures it. */
const KEY = new RegExp(`${KEY_OPEN}([^${KEY_OPEN}${KEY_CLOSE}]*)${KEY_CLOSE}`)

/**
 * Replaces every citation's `[n]` with a token that holds its index in `citations`, and delimits the key part of its
 * quote. Tokens are private-use characters, and those already in the answer are removed, so an answer cannot forge one.
 * Markers at other positions than their citation states stay text.
 */
export function insertTokens(answer: string, citations: readonly Citation[]): string {
  let text = ''
  let offset = 0
  const inOrder = citations
    .map((citation, index) => ({ ...citation, index }))
    .sort((a, b) => a.start - b.start)
  for (const { n, start, end, index, quote, key } of inOrder) {
    if (start < offset || answer.slice(start, end) !== `[${n}]`) continue
    text += `${markKey(answer.slice(offset, start), quote, key)}${OPEN}${index}${CLOSE}`
    offset = end
  }
  return text + stripTokens(answer.slice(offset))
}

/** Delimits the key part of the quote that ends the text before a marker. */
function markKey(before: string, quote: string, key: Citation['key']): string {
  const quoteStart = key ? before.lastIndexOf(quote) : -1
  if (!key || quoteStart === -1) return stripTokens(before)
  const [start, end] = [quoteStart + key.start, quoteStart + key.end]
  return `${stripTokens(before.slice(0, start))}${KEY_OPEN}${stripTokens(before.slice(start, end))}${KEY_CLOSE}${stripTokens(before.slice(end))}`
}

const stripTokens = (text: string) => text.replaceAll(/[\u{E000}-\u{E003}]/gu, '')

/**
 * A remark plugin that turns tokens in running text into `<span data-cite="index">`, and adds `<div data-cited="index
 * index …">` after every block with markers, where unsupported ones are listed.
 */
export function remarkCitationMarkers() {
  return (tree: MarkdownNode): void => {
    splitText(tree)
    tree.children = (tree.children ?? []).flatMap((block) => {
      const cited = citedIndexes(block)
      return cited.length === 0 ? [block] : [block, doubtsNode(cited)]
    })
  }
}

/** Returns the citation indexes of all markers below a node, in text order. */
function citedIndexes(node: MarkdownNode): string[] {
  const own = node.data?.hProperties?.['data-cite']
  return [...(own === undefined ? [] : [own]), ...(node.children ?? []).flatMap(citedIndexes)]
}

const doubtsNode = (cited: string[]): MarkdownNode => ({
  type: 'doubts',
  children: [],
  data: { hName: 'div', hProperties: { 'data-cited': cited.join(' ') } },
})

function splitText(node: MarkdownNode): void {
  if (!node.children) return
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text') return splitAtTokens(child.value ?? '')
    splitText(child)
    return [child]
  })
}

/** Matches the last character of a text, which it captures, and the space after it. */
const LAST_CHARACTER = /(\S)\s*$/u

/** Matches the punctuation that ends a sentence or a bracket: 「。」」. */
const CLOSING_PUNCTUATION = /^[。，、；：！？.,;:!?）)」』”]+/

/** Splits text at its tokens. With one capture group in the pattern, every second part is a capture. */
function splitAtTokens(text: string): MarkdownNode[] {
  const parts = text.split(TOKEN)
  const nodes: MarkdownNode[] = []
  let before = parts[0] ?? ''
  for (let index = 1; index < parts.length; index += 2) {
    const [citationIndex = '', after = ''] = parts.slice(index, index + 2)
    const last = LAST_CHARACTER.exec(before)
    const punctuation = CLOSING_PUNCTUATION.exec(after)?.[0] ?? ''
    nodes.push(textNode(last ? before.slice(0, last.index) : before))
    nodes.push(unbreakableNode([textNode(last?.[1] ?? ''), markerNode(citationIndex), textNode(punctuation)]))
    before = after.slice(punctuation.length)
  }
  return [...nodes, textNode(before)]
    .flatMap(splitAtKey)
    .filter((node) => node.type !== 'text' || node.value !== '')
}

/** Splits a text node so that the key part of a quote is a node of its own. */
function splitAtKey(node: MarkdownNode): MarkdownNode[] {
  if (node.type !== 'text' || !node.value?.includes(KEY_OPEN)) return [node]
  return node.value
    .split(KEY)
    .map((part, index) => (index % 2 === 1 ? keyNode(part) : textNode(stripTokens(part))))
}

const keyNode = (text: string): MarkdownNode => ({
  type: 'key',
  children: [textNode(text)],
  data: { hName: 'strong', hProperties: { 'data-key': '' } },
})

const textNode = (value: string): MarkdownNode => ({ type: 'text', value })

/** Keeps the last character of a sentence, its marker and the following stop on one line. */
const unbreakableNode = (children: MarkdownNode[]): MarkdownNode => ({
  type: 'together',
  children: children.filter((node) => node.type !== 'text' || node.value !== ''),
  data: { hName: 'span', hProperties: { 'data-together': '' } },
})

const markerNode = (index: string): MarkdownNode => ({
  type: 'citation',
  children: [],
  data: { hName: 'span', hProperties: { 'data-cite': index } },
})

const BLOCK_TYPES = new Set(['paragraph', 'heading', 'listItem', 'tableCell'])
/** Matches at least two Latin words; a single one is a name or a term, which any text may contain. */
const LATIN_PHRASE = /\p{Script=Latin}{2}\P{L}+\p{Script=Latin}{2}/u

/** A remark plugin that sets `lang` on every block that quotes another language than the page's. */
export function remarkBlockLanguage() {
  return tagLanguage
}

function tagLanguage(node: MarkdownNode): void {
  const lang = BLOCK_TYPES.has(node.type) ? languageOf(nodeText(node)) : undefined
  if (lang) node.data = { ...node.data, hProperties: { ...node.data?.hProperties, lang } }
  node.children?.forEach(tagLanguage)
}

const languageOf = (text: string): string | undefined => {
  const lang = langOf(text)
  return lang !== 'zh' && LATIN_PHRASE.test(text) ? lang : undefined
}

/** Returns the text below a node, with spaces between its parts. */
const nodeText = (node: MarkdownNode): string =>
  node.type === 'text' ? (node.value ?? '') : (node.children ?? []).map(nodeText).join(' ')

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
  const cells = rows.flatMap(({ children = [] }) => children.map((cell, column) => ({ cell, column })))
  // The first column names the row and needs no label.
  for (const { cell, column } of cells) if (column > 0) setAttribute(cell, 'data-h', names[column] ?? '')
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
    for (const [index, block] of blocks.entries())
      if (isLabel(block) && blocks[index + 1]?.type === 'list') setAttribute(block, 'data-kind', '')
  }
}

/** Whether a node is a paragraph that consists of bold text only. */
const isLabel = ({ type, children: [only, ...others] = [] }: MarkdownNode): boolean =>
  type === 'paragraph' && only?.type === 'strong' && others.length === 0

/** Marks a list item that contains quotes, and its parts. */
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
  next.value = (next.value ?? '').replace(LEADING_COLON, '')
}

const LEADING_COLON = /^[：:] ?/u

/** Splits off the paper named before a quote in a list, which a narrow screen shows above it. */
function splitQuotePaper(quote: MarkdownNode): void {
  const [first, ...others] = quote.children ?? []
  const paper = first?.type === 'text' ? PAPER_BEFORE_QUOTE.exec(first.value ?? '')?.[0] : undefined
  if (first === undefined || paper === undefined) return
  const rest = { type: 'text', value: (first.value ?? '').slice(paper.length) }
  const data = { hName: 'span', hProperties: { 'data-paper': '' } }
  quote.children = [{ type: 'paper', children: [{ type: 'text', value: paper }], data }, rest, ...others]
}

/** Matches a paper and the colon before its quote: 「Wang 等（2020）：「…」」. */
const PAPER_BEFORE_QUOTE = /^[^「“]{4,}[：:] ?(?=[「“])/u

function setAttribute(node: MarkdownNode, name: string, value: string): void {
  node.data = { ...node.data, hProperties: { ...node.data?.hProperties, [name]: value } }
}

function findNodes(node: MarkdownNode, type: string): MarkdownNode[] {
  const inside = (node.children ?? []).flatMap((child) => findNodes(child, type))
  return node.type === type ? [node, ...inside] : inside
}
