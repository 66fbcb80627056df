import type { z } from 'zod'
import { parseLenientJson } from '../../foundation/lenient-json.ts'

/** Number of places in a reply at which a value may begin and parsing is tried. */
const MAX_ATTEMPTS = 12
/** The most of a reply that is read, in UTF-16 units. */
const MAX_REPLY_CHARS = 40_000

/**
 * Reads the value of a shape from what a model wrote: JSON alone, in a fence, between sentences, after its reasoning, or
 * with the faults that `parseLenientJson` forgives. Of several values the first that fits the shape counts.
 *
 * @returns null when nothing in the reply fits.
 */
export function readStructuredReply<Shape extends z.ZodType>(
  reply: string,
  shape: Shape,
): z.output<Shape> | null {
  const text = withoutReasoning(reply.slice(0, MAX_REPLY_CHARS))
  // Brackets inside a parsed value are tried too: an array that does not fit may hold the object that does.
  for (const { index } of [...text.matchAll(/[{[]/g)].slice(0, MAX_ATTEMPTS)) {
    const parsed = parseLenientJson(text, index)
    const fitting = parsed && shape.safeParse(parsed.value)
    if (fitting?.success) return fitting.data
  }
  return null
}

/** Removes reasoning between tags, also where only its end is marked. */
function withoutReasoning(text: string): string {
  const end = text.lastIndexOf('</think>')
  return end < 0 ? text : text.slice(end + '</think>'.length)
}
