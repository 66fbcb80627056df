import { z } from 'zod'
import { id } from './shapes.ts'
import { understoodQuestion } from './understood-question.ts'

/** Why a run failed. The same words stand in the record's `error`, in the stream and in the log. */
export const answerFaults = [
  'provider_rate_limited',
  'provider_timeout',
  'provider_auth',
  'provider_error',
  'context_too_long',
  'content_filtered',
  'quota_exceeded',
  'tool_failed',
  'retrieval_failed',
  'interrupted',
  'internal',
] as const

/** A tool that an answer calls; told anew with every change of its state. */
export const toolCall = z.object({
  call_id: z.string(),
  name: z.string(),
  state: z.enum(['start', 'approval', 'done', 'failed']),
  args: z.unknown().optional(),
  result: z.string().optional(),
})

export const answerFault = z.object({
  code: z.enum(answerFaults),
  /** What happened and what to do, in Chinese. */
  message: z.string(),
  /** The same question may work now. */
  retryable: z.boolean(),
})

/** A place on a page, 0–1 from the top left. */
export const box = z.object({
  page: z.number().int(),
  x0: z.number(),
  y0: z.number(),
  x1: z.number(),
  y1: z.number(),
})

/** How a claim and its source were compared. */
const citationCheck = z.object({
  /** `quote`: the sentence is the source's own. `terms`: figures, negation and names were compared. `model`: a model judged. */
  method: z.enum(['none', 'quote', 'terms', 'model']),
  /** The quote was found in its source. */
  located: z.boolean(),
  /** What of the claim the source does not say: figures, units, names. */
  missing: z.array(z.string()),
})

/** One `[n]` of an answer and the place it rests on. The quote is kept with the record. */
export const citation = z.object({
  /** Given by code, at first use; the same source has the same number in the whole answer. */
  n: z.number().int().min(1),
  /** Offsets of the mark in the answer, UTF-16 code units. */
  start: z.number().int(),
  end: z.number().int(),
  passage_id: z.string(),
  paper_id: id.nullable(),
  /** The document whose text it is; null for the record of a paper. */
  document_id: id.nullable(),
  /** What was read of the document, in which its offsets and boxes count; absent where there is none. */
  parse_id: id.optional(),
  /** A file that was attached to the question, where it is no document. */
  file_id: id.optional(),
  /** What the file is called. */
  file_name: z.string().optional(),
  title: z.string(),
  page: z.number().int().nullable(),
  boxes: z.array(box),
  /** The sentence of the source, word for word. */
  quote: z.string(),
  /** The sentence is of a summary that this site wrote: it is no quotation of the source. */
  by_site: z.boolean().optional(),
  /** What of the quote answers, where a figure, a name or a clause of it does: offsets in it, UTF-16. */
  key: z.object({ start: z.number().int(), end: z.number().int() }).optional(),
  support: z.enum(['supported', 'partial', 'unsupported', 'unchecked']),
  check: citationCheck,
})

/** A passage that a search for evidence found. */
const evidencePassage = z.object({
  passage_id: z.string(),
  paper_id: id.nullable(),
  document_id: id.nullable(),
  title: z.string(),
  /** Where it was found: `local` or an outside engine. */
  engine: z.string(),
  score: z.number(),
})

/** Tokens of one run; null where the model does not count them. */
export const answerUsage = z.object({
  prompt_tokens: z.number().int().nullable(),
  completion_tokens: z.number().int().nullable(),
})

const answerFrame = <Name extends string, Data extends z.ZodType>(name: Name, data: Data) =>
  z.object({ event: z.literal(name), data })

/**
 * What the stream of an answer says. On the wire `event` is the frame's name and `data` its JSON. Exactly one of
 * `done`, `cancelled` and `error` comes, as the last one; `reset` says that the reader has to load the record again.
 */
export const answerEvent = z.discriminatedUnion('event', [
  answerFrame(
    'meta',
    z.object({
      chat_id: id,
      chat_record_id: id,
      application_id: id,
      model: z.string().nullable(),
      engine: z.enum(['model', 'extractive']),
    }),
  ),
  /** What the answer wants to be read with; it stays with the record as a notice. */
  answerFrame('status', z.object({ text: z.string() })),
  /** What was made of the question; comes again when more is known of what came of it, in place of the first. */
  answerFrame('understood', understoodQuestion),
  answerFrame('retrieval', z.object({ query: z.string(), hits: z.array(evidencePassage) })),
  answerFrame('reasoning', z.object({ delta: z.string() })),
  answerFrame('delta', z.object({ text: z.string() })),
  answerFrame('citation', citation),
  /** A stretch of the answer in other words, or taken out; its citations go, and those behind it move along. */
  answerFrame('revision', z.object({ start: z.number().int(), end: z.number().int(), text: z.string() })),
  answerFrame('tool', toolCall),
  answerFrame('suggestions', z.object({ questions: z.array(z.string()) })),
  answerFrame('usage', answerUsage),
  answerFrame('done', z.object({})),
  answerFrame('cancelled', z.object({})),
  answerFrame('error', answerFault),
  answerFrame('reset', z.object({})),
])

export type AnswerEvent = z.output<typeof answerEvent>
export type ToolCall = z.output<typeof toolCall>
export type Citation = z.output<typeof citation>
export type AnswerFaultCode = (typeof answerFaults)[number]
