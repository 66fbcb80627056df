import { langOf } from '../../paper/paper.ts'
import type { Node } from './citation-markers.ts'

const BLOCKS = new Set(['paragraph', 'heading', 'listItem', 'tableCell'])
/** Fewer words are a name or a term, which any text may have. */
const WORDS = /\p{Script=Latin}{2}\P{L}+\p{Script=Latin}{2}/u

/** A remark plugin: a block of an answer that quotes another language than the page's says which. */
export function remarkBlockLanguage() {
  return mark
}

function mark(node: Node): void {
  const lang = BLOCKS.has(node.type) ? languageOf(textOf(node)) : undefined
  if (lang) node.data = { ...node.data, hProperties: { ...node.data?.hProperties, lang } }
  node.children?.forEach(mark)
}

const languageOf = (text: string): string | undefined => {
  const lang = langOf(text)
  return lang !== 'zh' && WORDS.test(text) ? lang : undefined
}

const textOf = (node: Node): string =>
  node.type === 'text' ? (node.value ?? '') : (node.children ?? []).map(textOf).join(' ')
