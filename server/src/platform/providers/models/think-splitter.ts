import type { ModelPart } from './port.ts'

export type SplitPart = Extract<ModelPart, { type: 'text' | 'reasoning' | 'text_was_reasoning' }>

const THINK_TAGS = ['<think>', '</think>', '<thinking>', '</thinking>']
const THINK_TAG = /<(\/?)think(?:ing)?>/i

/**
 * Separates `<think>…</think>` from a text that arrives in pieces, wherever a tag is split. Content between the tags is
 * reasoning, the tags are dropped, and leading blank space after a tag is trimmed. A closing tag without an opening one
 * marks all text before it as reasoning. `flush` emits what was held back as a possible beginning of a tag.
 */
export function createThinkSplitter() {
  let held = ''
  let inside = false
  /** Whether nothing was emitted since the last tag, or since the beginning. */
  let fresh = true
  let isOpened = false
  let hasText = false

  function* say(text: string): Generator<SplitPart> {
    const delta = fresh ? text.trimStart() : text
    if (!delta) return
    fresh = false
    hasText ||= !inside
    yield { type: inside ? 'reasoning' : 'text', delta }
  }

  return {
    *push(piece: string): Generator<SplitPart> {
      held += piece
      for (let tag = THINK_TAG.exec(held); tag; tag = THINK_TAG.exec(held)) {
        yield* say(held.slice(0, tag.index))
        held = held.slice(tag.index + tag[0].length)
        const isOpening = tag[1] === ''
        if (!isOpening && !isOpened && hasText) yield { type: 'text_was_reasoning' }
        isOpened ||= isOpening || hasText
        inside = isOpening
        fresh = true
      }
      const keep = partialTagLength(held)
      yield* say(held.slice(0, held.length - keep))
      held = held.slice(held.length - keep)
    },
    *flush(): Generator<SplitPart> {
      yield* say(held)
      held = ''
    },
  }
}

/** Returns how many characters at the end may be the beginning of a tag. */
function partialTagLength(text: string): number {
  const at = text.lastIndexOf('<')
  if (at < 0) return 0
  const end = text.slice(at).toLowerCase()
  return THINK_TAGS.some((tag) => tag.startsWith(end)) ? end.length : 0
}
