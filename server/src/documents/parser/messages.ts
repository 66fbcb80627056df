import { z } from 'zod'

/** A command to a parser process, which parses one file at a time. All paths are absolute. */
export interface ParseCommand {
  /** Path of the file, and the name its owner gave it. */
  path: string
  name: string
  /** Path of the result, see `ParsedLine`. */
  out: string
  /** Path of the output of the structure service; null when it had no result, absent when it was not called. */
  structure?: string | null
  /**
   * Path of the file with the pages recognized by earlier steps, to which those of this step are appended. It outlives
   * the process, so that a scanned book is continued and not begun again.
   */
  pages: string
  /**
   * Time after which a step of character recognition ends, in milliseconds; the page in progress is still completed.
   */
  step_ms: number
}

/** The kinds of `UnreadableDocument`. */
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
export const parserMessageShape = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('progress'),
    stage: z.enum(['read', 'layout', 'ocr', 'split']),
    done: z.number().int().min(0),
    all: z.number().int().min(0),
  }),
  /** The result is complete. */
  z.object({ type: z.literal('done') }),
  /** The step has ended, and pages remain for another one. */
  z.object({ type: z.literal('more') }),
  /** The file cannot be read, with the reason for its owner. */
  z.object({ type: z.literal('unreadable'), kind: z.enum(FAULT_KINDS), message: z.string().max(500) }),
  /** An unexpected error, for developers. */
  z.object({ type: z.literal('failed'), message: z.string().max(10_000) }),
])

/** What a parser process reports to the server. */
export type ParserMessage = z.output<typeof parserMessageShape>

/** A report of progress, the only message that does not end the command. */
export type ProgressMessage = Extract<ParserMessage, { type: 'progress' }>
