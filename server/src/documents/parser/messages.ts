import { z } from 'zod'

/** What the process is told: one file at a time. */
export interface ParseCommand {
  /** The file, and how its owner calls it. */
  path: string
  name: string
  /** Where the result goes. */
  out: string
  /** Where what an engine outside says of its structure lies; null: it had nothing to say; absent: nobody was asked. */
  structure?: string | null
  /** Where pages lie whose characters earlier pieces of the work have recognised, and where those of this one go. */
  pages: string
  /** A piece of recognition ends with the page that takes it beyond this. */
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

/** What it says. It reads what strangers made, so its words are checked. */
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
