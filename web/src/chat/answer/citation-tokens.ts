import { type Citation, groupMarkers, literalSpans } from '@scinav/contract'
import type { MarkdownNode } from './markdown-tree.ts'

// How the citations of an answer get through the Markdown parser, which knows nothing of them:
//
// 1. `insertTokens` takes the answer as text. It returns the text with a token in place of every `[n]`, and with a token
//    before and after the key part of each quote. Markers in a row with the same number become one token.
// 2. The parser takes that text and returns a tree. Tokens are ordinary characters of its text nodes.
// 3. `replaceTokens` takes the tree and changes it in place: a citation token becomes `<span data-cite="index …">`, and
//    what stands between two key tokens moves into `<strong data-key>`.
//
// A token is `‹`, a private-use character that states its kind, the indexes of its citations if it is one, and `›`. The
// private-use characters are removed from the answer first, so that its author cannot write a token. The angle marks are
// there because the parser tells opening from closing `**` by the character beside it: like the bracket of `[n]`, they
// count as punctuation, and a private-use character does not.

/** States that a token is a marker of the citations whose indexes follow, separated by commas. */
const CITATION = '\u{E000}'
/** States that the key part of a quote, the words that answer the question, begins or ends here. */
const KEY_START = '\u{E001}'
const KEY_END = '\u{E002}'

const RESERVED_CHARACTERS = /[\u{E000}-\u{E002}]/gu
/** Matches a token and captures it whole; `split` thus returns text and tokens in turn. */
const TOKEN = new RegExp(`(‹(?:${CITATION}[\\d,]+|${KEY_START}|${KEY_END})›)`)

const removeReserved = (text: string) => text.replaceAll(RESERVED_CHARACTERS, '')

/**
 * Replaces every citation's `[n]` with a token that holds its index in `citations`. Of markers in a row with the same
 * number, the first token holds all their indexes, and the other markers are removed. The key part of each quote is
 * enclosed in tokens if the quote stands between the marker before and its own. A marker that is not where its citation
 * states stays text.
 */
export function insertTokens(answer: string, citations: readonly Citation[]): string {
  const edits: Edit[] = []
  const literals = literalSpans(answer)
  /** End of the last marker replaced, as an offset of the answer. */
  let handledEnd = 0
  const inOrder = citations
    .map((citation, index) => ({ ...citation, index }))
    .sort((a, b) => a.start - b.start)
  const markers = inOrder.filter(({ n, start, end }) => answer.slice(start, end) === `[${n}]`)
  /** The citations of each row, by the index of the first one. */
  const rows = new Map(groupMarkers(markers).map((row) => [row[0].index, row] as const))
  for (const { start, end, index, quote, key } of markers) {
    if (start < handledEnd) continue
    const before = answer.slice(handledEnd, start)
    // `key` is relative to `quote`, of which the last occurrence before the marker counts.
    const quoteOffset = key ? before.lastIndexOf(quote) : -1
    if (key && quoteOffset !== -1) {
      const quoteStart = handledEnd + quoteOffset
      edits.push(...keyEdits({ start: quoteStart + key.start, end: quoteStart + key.end }, literals))
    }
    // Without a space, the parser would read the token as the end of a web address before it.
    const space = ADDRESS_AT_END.test(before.slice(-MAX_ADDRESS_CHARS)) ? ' ' : ''
    // Absent for the other markers of a row: the token of its first one has their indexes.
    const indexes = rows.get(index)?.map((citation) => citation.index)
    edits.push({ start, end, token: indexes ? `${space}‹${CITATION}${indexes.join(',')}›` : '' })
    handledEnd = end
  }
  return applyEdits(answer, edits)
}

/** Matches a text that ends with a web address. */
const ADDRESS_AT_END = /(?:https?:\/\/|www\.)\S+$/
/** Only so many characters before a marker are searched for an address. */
const MAX_ADDRESS_CHARS = 2_000

/** A range of the answer, empty or a marker, and the token that takes its place. */
interface Edit {
  start: number
  end: number
  token: string
}

/** Returns the insertion of the tokens around a key part; one that touches code or a formula is extended over it. */
function keyEdits(key: { start: number; end: number }, literals: ReturnType<typeof literalSpans>): Edit[] {
  const literalAround = (offset: number) => literals.find(({ start, end }) => start < offset && offset < end)
  const start = literalAround(key.start)?.start ?? key.start
  const end = literalAround(key.end)?.end ?? key.end
  return [
    { start, end: start, token: `‹${KEY_START}›` },
    { start: end, end, token: `‹${KEY_END}›` },
  ]
}

/** Applies edits, which are in text order and do not overlap, and removes reserved characters from the rest. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  let edited = ''
  let offset = 0
  for (const { start, end, token } of edits) {
    edited += removeReserved(text.slice(offset, start)) + token
    offset = end
  }
  return edited + removeReserved(text.slice(offset))
}

/**
 * Replaces the tokens in all text below a node by nodes. The last character of a sentence, its marker and the stop after
 * it are put into `<span data-together>`, which no line break divides.
 */
export function replaceTokens(node: MarkdownNode): void {
  if (!node.children) return
  node.children.forEach(replaceTokens)
  const parts = node.children.flatMap(splitAtTokens)
  node.children = keepTogether(wrapKeys(parts)).filter((child) => child.type !== 'text' || child.value !== '')
}

const KEY_START_NODE: MarkdownNode = { type: 'keyStart' }
const KEY_END_NODE: MarkdownNode = { type: 'keyEnd' }

/** Splits a text node into text, citations, and the two kinds of nodes that stand for key tokens. */
function splitAtTokens(node: MarkdownNode): MarkdownNode[] {
  if (node.type !== 'text') return [node]
  return (node.value ?? '').split(TOKEN).map((part, position) => {
    const isToken = position % 2 === 1
    if (!isToken) return textNode(part)
    if (part[1] === KEY_START) return KEY_START_NODE
    return part[1] === KEY_END ? KEY_END_NODE : citationNode(part.slice(2, -1))
  })
}

/**
 * Moves the nodes between the start and the end of a key into a node of their own. A start without its end, or an end
 * without its start, is dropped: the other one is in another node, such as in bold text that begins within the key.
 */
function wrapKeys(nodes: readonly MarkdownNode[]): MarkdownNode[] {
  const wrapped: MarkdownNode[] = []
  /** The position in `wrapped` at which the key under way starts; -1 outside of keys. */
  let keyStart = -1
  for (const node of nodes) {
    if (node === KEY_START_NODE) keyStart = wrapped.length
    else if (node !== KEY_END_NODE) wrapped.push(node)
    else if (keyStart !== -1) {
      wrapped.push(keyNode(wrapped.splice(keyStart)))
      keyStart = -1
    }
  }
  return wrapped
}

/** Puts each citation into one node with the character before it and the punctuation after it. */
function keepTogether(nodes: readonly MarkdownNode[]): MarkdownNode[] {
  const grouped: MarkdownNode[] = []
  for (const node of nodes) {
    if (node.type === 'citation') grouped.push(unbreakableNode([...takeLastCharacter(grouped), node]))
    else if (node.type === 'text')
      grouped.push(textNode(moveClosingPunctuation(node.value ?? '', grouped.at(-1))))
    else grouped.push(node)
  }
  return grouped
}

/** Matches the punctuation that ends a sentence or a bracket: 「。」」. */
const CLOSING_PUNCTUATION = /^[。，、；：！？.,;:!?）)」』”]+/

/** Moves the punctuation at the start of a text into the node before it if that holds a citation; returns the rest. */
function moveClosingPunctuation(text: string, before: MarkdownNode | undefined): string {
  const punctuation = before?.type === 'together' ? (CLOSING_PUNCTUATION.exec(text)?.[0] ?? '') : ''
  if (punctuation !== '') before?.children?.push(textNode(punctuation))
  return text.slice(punctuation.length)
}

/** Removes the last character, and the space after it, from the end of a list of nodes; returns it as a node. */
function takeLastCharacter(nodes: MarkdownNode[]): MarkdownNode[] {
  while (isBlank(nodes.at(-1))) nodes.pop()
  const last = nodes.pop()
  if (!last) return []
  const [rest, character] = splitLastCharacter(last)
  nodes.push(...rest)
  return character
}

const isBlank = (node: MarkdownNode | undefined) => node?.type === 'text' && node.value?.trim() === ''

/** Matches the last character of a text, which it captures, and the space after it. */
const LAST_CHARACTER = /(\S)\s*$/u

/** Splits the last character off a text or a key: returns the rest, and the character. Other nodes stay whole. */
function splitLastCharacter(node: MarkdownNode): [rest: MarkdownNode[], character: MarkdownNode[]] {
  if (node.type === 'text') {
    const text = node.value ?? ''
    const match = LAST_CHARACTER.exec(text)
    return match ? [[textNode(text.slice(0, match.index))], [textNode(match[1] ?? '')]] : [[node], []]
  }
  const lastChild = node.type === 'key' ? node.children?.at(-1) : undefined
  if (lastChild?.type !== 'text') return [[node], []]
  const [rest, character] = splitLastCharacter(lastChild)
  const remaining = [...(node.children ?? []).slice(0, -1), ...rest].filter(({ value }) => value !== '')
  return [remaining.length > 0 ? [keyNode(remaining)] : [], character.length > 0 ? [keyNode(character)] : []]
}

const textNode = (value: string): MarkdownNode => ({ type: 'text', value })

const citationNode = (indexes: string): MarkdownNode => ({
  type: 'citation',
  children: [],
  data: { hName: 'span', hProperties: { 'data-cite': indexes.replaceAll(',', ' ') } },
})

const keyNode = (children: MarkdownNode[]): MarkdownNode => ({
  type: 'key',
  children,
  data: { hName: 'strong', hProperties: { 'data-key': '' } },
})

const unbreakableNode = (children: MarkdownNode[]): MarkdownNode => ({
  type: 'together',
  children,
  data: { hName: 'span', hProperties: { 'data-together': '' } },
})

/** Returns the indexes of all citations below a node, in text order. */
export function citedIndexes(node: MarkdownNode): string[] {
  const own = node.data?.hProperties?.['data-cite']
  return [...(own === undefined ? [] : own.split(' ')), ...(node.children ?? []).flatMap(citedIndexes)]
}
