import type { ModelPart } from './port.ts'

export type SplitPart = Extract<ModelPart, { type: 'text' | 'reasoning' | 'text_was_reasoning' }>

const THINK_TAGS = ['<think>', '</think>', '<thinking>', '</thinking>']
const THINK_TAG = /<(\/?)think(?:ing)?>/i

/**
 * Takes `<think>…</think>` out of a text that comes in pieces, wherever a tag is split. What lies between is
 * reasoning, the tags themselves are nothing, and a text does not begin with the empty lines behind the closing tag.
 * A closing tag that nothing opened says that all before it was reasoning. `flush` gives what was held back because it might have become a tag.
 */
export function createThinkSplitter() {
  let held = ''
  let inside = false
  /** Nothing was said since the last tag, or since the beginning. */
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

/** How many characters at the end may be the beginning of a tag. */
function partialTagLength(text: string): number {
  const at = text.lastIndexOf('<')
  if (at < 0) return 0
  const end = text.slice(at).toLowerCase()
  return THINK_TAGS.some((tag) => tag.startsWith(end)) ? end.length : 0
}
