import type { ModelPart } from './port.ts'

/** A piece of the text or of the reasoning, or the correction that all text so far was reasoning. */
export type SplitPart = Extract<ModelPart, { type: 'text' | 'reasoning' | 'text_was_reasoning' }>

const THINK_TAGS = ['<think>', '</think>', '<thinking>', '</thinking>']
/** Matches a tag, capturing the slash of a closing one. */
const THINK_TAG = /<(\/?)think(?:ing)?>/i

/**
 * Separates `<think>…</think>` from a text that arrives in pieces, wherever a tag is split. Content between the tags is
 * reasoning, the tags are dropped, and leading blank space after a tag is trimmed. A closing tag without an opening one
 * marks all text before it as reasoning. `flush` emits what was held back as a possible beginning of a tag.
 */
export function createThinkSplitter() {
  /** What may be the beginning of a tag. */
  let buffered = ''
  let isInside = false
  /** Whether nothing was emitted since the last tag, or since the beginning. */
  let isFresh = true
  /**
   * Whether the text before the first tag has been classified, so that a further closing tag changes nothing: it is text
   * when the first tag was an opening one, reasoning when it was a closing one.
   */
  let isSettled = false
  let hasText = false

  function* emit(text: string): Generator<SplitPart> {
    const delta = isFresh ? text.trimStart() : text
    if (!delta) return
    isFresh = false
    hasText ||= !isInside
    yield { type: isInside ? 'reasoning' : 'text', delta }
  }

  return {
    *push(piece: string): Generator<SplitPart> {
      buffered += piece
      for (let tag = THINK_TAG.exec(buffered); tag; tag = THINK_TAG.exec(buffered)) {
        yield* emit(buffered.slice(0, tag.index))
        buffered = buffered.slice(tag.index + tag[0].length)
        const isOpening = tag[1] === ''
        if (!isOpening && !isSettled && hasText) yield { type: 'text_was_reasoning' }
        isSettled ||= isOpening || hasText
        isInside = isOpening
        isFresh = true
      }
      const keep = partialTagLength(buffered)
      yield* emit(buffered.slice(0, buffered.length - keep))
      buffered = buffered.slice(buffered.length - keep)
    },
    *flush(): Generator<SplitPart> {
      yield* emit(buffered)
      buffered = ''
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
