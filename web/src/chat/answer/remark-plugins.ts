import type { Citation } from '@scinav/contract'
import { langOf } from '../../paper/paper.ts'

const OPEN = '\u{E000}'
const CLOSE = '\u{E001}'
const TOKEN = new RegExp(`${OPEN}(\\d+)${CLOSE}`)

/** The parts of a Markdown tree that are looked at here. */
export interface Node {
  type: string
  value?: string
  children?: Node[]
  data?: { hName?: string; hProperties?: Record<string, string> }
}

/** Signs around what of a quote answers. */
const KEY_OPEN = '\u{E002}'
const KEY_CLOSE = '\u{E003}'
const KEY = new RegExp(`${KEY_OPEN}([^${KEY_OPEN}${KEY_CLOSE}]*)${KEY_CLOSE}`)

/**
 * Puts a token in the place of every citation's `[n]`: its index in `citations`, and signs around the key of its quote.
 * Tokens are characters of private use, which an answer cannot bring itself: its own are taken out. Marks that stand
 * elsewhere than their citation says stay text.
 */
export function withTokens(answer: string, citations: readonly Citation[]): string {
  let text = ''
  let at = 0
  const inOrder = citations.map((one, index) => ({ ...one, index })).sort((a, b) => a.start - b.start)
  for (const { n, start, end, index, quote, key } of inOrder) {
    if (start < at || answer.slice(start, end) !== `[${n}]`) continue
    text += `${withKey(answer.slice(at, start), quote, key)}${OPEN}${index}${CLOSE}`
    at = end
  }
  return text + plain(answer.slice(at))
}

/** What stands before a mark, with the key of the quote that it ends with. */
function withKey(before: string, quote: string, key: Citation['key']): string {
  const from = key ? before.lastIndexOf(quote) : -1
  if (!key || from === -1) return plain(before)
  const [start, end] = [from + key.start, from + key.end]
  return `${plain(before.slice(0, start))}${KEY_OPEN}${plain(before.slice(start, end))}${KEY_CLOSE}${plain(before.slice(end))}`
}

const plain = (text: string) => text.replaceAll(/[\u{E000}-\u{E003}]/gu, '')

/**
 * A remark plugin: tokens in running text become `<span data-cite="index">`; a block that holds some is followed by
 * `<div data-cited="index index …">`, where it is said what of them does not hold.
 */
export function remarkCitationMarkers() {
  return (tree: Node): void => {
    split(tree)
    tree.children = (tree.children ?? []).flatMap((block) => {
      const cited = citedIn(block)
      return cited.length === 0 ? [block] : [block, doubts(cited)]
    })
  }
}

export function citedIn(node: Node): string[] {
  const own = node.data?.hProperties?.['data-cite']
  return [...(own === undefined ? [] : [own]), ...(node.children ?? []).flatMap(citedIn)]
}

const doubts = (cited: string[]): Node => ({
  type: 'doubts',
  children: [],
  data: { hName: 'div', hProperties: { 'data-cited': cited.join(' ') } },
})

function split(node: Node): void {
  if (!node.children) return
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text') return pieces(child.value ?? '')
    split(child)
    return [child]
  })
}

const LAST = /(\S)\s*$/u
const CLOSING = /^[。，、；：！？.,;:!?）)」』”]+/

/** Every second part of a split by a pattern with one group is what the group caught. */
function pieces(text: string): Node[] {
  const parts = text.split(TOKEN)
  const nodes: Node[] = []
  let before = parts[0] ?? ''
  for (let at = 1; at < parts.length; at += 2) {
    const last = LAST.exec(before)
    const end = CLOSING.exec(parts[at + 1] ?? '')?.[0] ?? ''
    nodes.push(textOf(last ? before.slice(0, last.index) : before))
    nodes.push(together([textOf(last?.[1] ?? ''), marker(parts[at] ?? ''), textOf(end)]))
    before = (parts[at + 1] ?? '').slice(end.length)
  }
  return [...nodes, textOf(before)].flatMap(keyed).filter((node) => node.type !== 'text' || node.value !== '')
}

/** A text with what is its key set apart. */
function keyed(node: Node): Node[] {
  if (node.type !== 'text' || !node.value?.includes(KEY_OPEN)) return [node]
  return node.value.split(KEY).map((part, at) => (at % 2 === 1 ? keyOf(part) : textOf(plain(part))))
}

const keyOf = (text: string): Node => ({
  type: 'key',
  children: [textOf(text)],
  data: { hName: 'strong', hProperties: { 'data-key': '' } },
})

const textOf = (value: string): Node => ({ type: 'text', value })

/** The last character of a sentence, its marker and the stop behind it stand on one line. */
const together = (children: Node[]): Node => ({
  type: 'together',
  children: children.filter((node) => node.type !== 'text' || node.value !== ''),
  data: { hName: 'span', hProperties: { 'data-together': '' } },
})

const marker = (index: string): Node => ({
  type: 'citation',
  children: [],
  data: { hName: 'span', hProperties: { 'data-cite': index } },
})

const BLOCKS = new Set(['paragraph', 'heading', 'listItem', 'tableCell'])
/** Fewer words are a name or a term, which any text may have. */
const WORDS = /\p{Script=Latin}{2}\P{L}+\p{Script=Latin}{2}/u

/** A remark plugin: a block of an answer that quotes another language than the page's says which. */
export function remarkBlockLanguage() {
  return tagLanguage
}

function tagLanguage(node: Node): void {
  const lang = BLOCKS.has(node.type) ? languageOf(wordsOf(node)) : undefined
  if (lang) node.data = { ...node.data, hProperties: { ...node.data?.hProperties, lang } }
  node.children?.forEach(tagLanguage)
}

const languageOf = (text: string): string | undefined => {
  const lang = langOf(text)
  return lang !== 'zh' && WORDS.test(text) ? lang : undefined
}

export const wordsOf = (node: Node): string =>
  node.type === 'text' ? (node.value ?? '') : (node.children ?? []).map(wordsOf).join(' ')
