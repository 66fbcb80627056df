/**
 * The opening fence that some models put around a whole answer: one that says `markdown`, or `any` that names no
 * program.
 */
const WRAPPING_FENCES = {
  markdown: /^\s{0,8}(`{3,}|~{3,})[ \t]{0,4}(?:markdown|md)[ \t]{0,4}\n/i,
  any: /^\s{0,8}(`{3,}|~{3,})[ \t]{0,4}(?:markdown|md|text|txt|plaintext)?[ \t]{0,4}\n/i,
} as const
/** Text that further input may turn into such an opening fence. */
const WRAPPING_FENCE_PREFIX = /^\s{0,8}(?:[`~]{0,12}|[`~]{3,12}[ \t]{0,4}[a-z]{0,9}[ \t]{0,4})$/i
/** A fence, opening or closing, and what stands behind it. */
const FENCE_LINE = /^ {0,3}(`{3,}|~{3,})([^\n]{0,80})\n?$/
/** The beginning of a line that may become a fence. */
const FENCE_PREFIX = /^ {0,3}(?:[`~]|$)/

/**
 * Creates a filter that removes the Markdown fence around a whole answer from a text that arrives in pieces. Fences
 * inside the answer stay.
 *
 * @param around which fences are around the answer: those that are named `markdown`, or any without a program's name.
 * @returns a function that takes the next piece, `isLast` marking the final one, and returns the text to emit now.
 */
export function createFenceUnwrapper(
  around: keyof typeof WRAPPING_FENCES = 'markdown',
): (delta: string, isLast?: boolean) => string {
  let held = ''
  /** `before` the first line is known, `around` while inside the wrapping fence, `none` without it or after its end. */
  let state: 'before' | 'around' | 'none' = 'before'
  /** Whether the text is inside a fence of the answer itself. */
  let isInInnerFence = false
  let isLineStart = true

  function begin(isLast: boolean): void {
    const found = WRAPPING_FENCES[around].exec(held)
    if (!found && !isLast && WRAPPING_FENCE_PREFIX.test(held)) return
    state = found ? 'around' : 'none'
    held = held.slice(found?.[0].length ?? 0)
  }

  /** Returns the part of the buffered text that can be decided: a whole line, or text that cannot become a fence. */
  function nextPart(isLast: boolean): string {
    const line = held.slice(0, held.indexOf('\n') + 1)
    return line === '' && (isLast || !isLineStart || !FENCE_PREFIX.test(held)) ? held : line
  }

  /** Returns whether a part of the wrapped text is emitted; the closing fence is not. */
  function isEmitted(part: string): boolean {
    const [, sign, info = ''] = (isLineStart && FENCE_LINE.exec(part)) || []
    isLineStart = part.endsWith('\n')
    if (sign === undefined) return true
    const isBare = info.trim() === ''
    if (isBare && !isInInnerFence) state = 'none'
    isInInnerFence = !isBare
    return state === 'around'
  }

  return (delta, isLast = false) => {
    held += delta
    if (state === 'before') begin(isLast)
    let passed = ''
    while (state === 'around') {
      const part = nextPart(isLast)
      if (part === '') return passed
      held = held.slice(part.length)
      if (isEmitted(part)) passed += part
    }
    if (state === 'before') return passed
    passed += held
    held = ''
    return passed
  }
}
