import type { Citation } from '@scinav/contract'
import { langOf } from '../../paper/paper.ts'

const OPEN = '\u{E000}'
const CLOSE = '\u{E001}'
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
const KEY = new RegExp(`${KEY_OPEN}([^${KEY_OPEN}${KEY_CLOSE}]*)${KEY_CLOSE}`)

/**
 * Replaces every citation's `[n]` with a token that holds its index in `citations`, and delimits the key part of its
 * quote. Tokens are private-use characters, and those already in the answer are removed, so an answer cannot forge one.
 * Markers at other positions than their citation states stay text.
 */
export function insertTokens(answer: string, citations: readonly Citation[]): string {
  let text = ''
  let at = 0
  const inOrder = citations.map((one, index) => ({ ...one, index })).sort((a, b) => a.start - b.start)
  for (const { n, start, end, index, quote, key } of inOrder) {
    if (start < at || answer.slice(start, end) !== `[${n}]`) continue
    text += `${markKey(answer.slice(at, start), quote, key)}${OPEN}${index}${CLOSE}`
    at = end
  }
  return text + stripTokens(answer.slice(at))
}

/** Delimits the key part of the quote that ends the text before a marker. */
function markKey(before: string, quote: string, key: Citation['key']): string {
  const from = key ? before.lastIndexOf(quote) : -1
  if (!key || from === -1) return stripTokens(before)
  const [start, end] = [from + key.start, from + key.end]
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
export function citedIndexes(node: MarkdownNode): string[] {
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

const LAST_CHARACTER = /(\S)\s*$/u
const CLOSING_PUNCTUATION = /^[。，、；：！？.,;:!?）)」』”]+/

/** Splits text at its tokens. With one capture group in the pattern, every second part is a capture. */
function splitAtTokens(text: string): MarkdownNode[] {
  const parts = text.split(TOKEN)
  const nodes: MarkdownNode[] = []
  let before = parts[0] ?? ''
  for (let at = 1; at < parts.length; at += 2) {
    const last = LAST_CHARACTER.exec(before)
    const end = CLOSING_PUNCTUATION.exec(parts[at + 1] ?? '')?.[0] ?? ''
    nodes.push(textNode(last ? before.slice(0, last.index) : before))
    nodes.push(unbreakableNode([textNode(last?.[1] ?? ''), markerNode(parts[at] ?? ''), textNode(end)]))
    before = (parts[at + 1] ?? '').slice(end.length)
  }
  return [...nodes, textNode(before)]
    .flatMap(splitAtKey)
    .filter((node) => node.type !== 'text' || node.value !== '')
}

/** Splits a text node so that the key part of a quote is a node of its own. */
function splitAtKey(node: MarkdownNode): MarkdownNode[] {
  if (node.type !== 'text' || !node.value?.includes(KEY_OPEN)) return [node]
  return node.value.split(KEY).map((part, at) => (at % 2 === 1 ? keyNode(part) : textNode(stripTokens(part))))
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
export const nodeText = (node: MarkdownNode): string =>
  node.type === 'text' ? (node.value ?? '') : (node.children ?? []).map(nodeText).join(' ')
