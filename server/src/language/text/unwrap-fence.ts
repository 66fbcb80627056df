/** The fence that some models put round a whole answer. */
const WRAPPING_FENCE = /^\s{0,8}(`{3,}|~{3,})[ \t]{0,4}(?:markdown|md)[ \t]{0,4}\n/i
/** What may still become one. */
const WRAPPING_FENCE_PREFIX = /^\s{0,8}(?:[`~]{0,12}|[`~]{3,12}[ \t]{0,4}[a-z]{0,8}[ \t]{0,4})$/i
const FENCE_LINE = /^ {0,3}(`{3,}|~{3,})([^\n]{0,80})\n?$/
const FENCE_PREFIX = /^ {0,3}(?:[`~]|$)/

/**
 * Takes the fence away that a whole answer stands in, from a text that arrives in pieces. Fences within it stay.
 *
 * @returns what can be passed on after each piece; the last one is marked.
 */
export function createFenceUnwrapper(): (delta: string, isLast?: boolean) => string {
  let held = ''
  /** `before` it is known whether there is a fence around; `around` until it closes; then `none`. */
  let state: 'before' | 'around' | 'none' = 'before'
  let isInside = false
  let isLineStart = true

  function begin(isLast: boolean): void {
    const found = WRAPPING_FENCE.exec(held)
    if (!found && !isLast && WRAPPING_FENCE_PREFIX.test(held)) return
    state = found ? 'around' : 'none'
    held = held.slice(found?.[0].length ?? 0)
  }

  /** As much of the first line as can be judged. */
  function nextPart(isLast: boolean): string {
    const line = held.slice(0, held.indexOf('\n') + 1)
    return line === '' && (isLast || !isLineStart || !FENCE_PREFIX.test(held)) ? held : line
  }

  /** Whether a part of the wrapped text stays. */
  function stays(part: string): boolean {
    const [, sign, info = ''] = (isLineStart && FENCE_LINE.exec(part)) || []
    isLineStart = part.endsWith('\n')
    if (sign === undefined) return true
    const isBare = info.trim() === ''
    if (isBare && !isInside) state = 'none'
    isInside = !isBare || (isInside && !isBare)
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
      if (stays(part)) passed += part
    }
    if (state === 'before') return passed
    passed += held
    held = ''
    return passed
  }
}
