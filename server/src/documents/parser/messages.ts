import { z } from 'zod'

/** A command to a parser process, which parses one file at a time. */
export interface ParseCommand {
  /** Path of the file, and the name its owner gave it. */
  path: string
  name: string
  /** Path of the result. */
  out: string
  /** Path of the output of the structure service; null when it had no result, absent when it was not called. */
  structure?: string | null
  /** File with the pages recognised by earlier steps, to which those of this step are appended. */
  pages: string
  /**
   * Time after which a step of character recognition ends, in milliseconds; the page in progress is still completed.
   */
  piece_ms: number
}

const FAULT_KINDS = [
  'encrypted',
  'protected',
  'damaged',
  'unsafe',
  'empty',
  'too-large',
  'too-long',
  'too-many-pixels',
  'too-slow',
  'too-much-memory',
  'unknown-format',
  'unknown-charset',
  'crashed',
] as const

/** Validates the messages of a parser process, which are untrusted because it reads untrusted files. */
export const parserMessageShape = z.discriminatedUnion('say', [
  z.object({
    say: z.literal('progress'),
    stage: z.enum(['read', 'layout', 'ocr', 'split']),
    done: z.number().int().min(0),
    all: z.number().int().min(0),
  }),
  z.object({ say: z.literal('done') }),
  z.object({ say: z.literal('more') }),
  z.object({ say: z.literal('unreadable'), kind: z.enum(FAULT_KINDS), message: z.string().max(500) }),
  z.object({ say: z.literal('failed'), message: z.string().max(10_000) }),
])

export type ParserMessage = z.output<typeof parserMessageShape>
