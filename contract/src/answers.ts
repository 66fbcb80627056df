import { z } from 'zod'
import { id } from './shapes.ts'
import { understoodQuestion } from './understood-question.ts'

/** The reasons why a run failed. The record's `error`, the stream and the log use the same codes. */
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

/** A tool call of an answer; it is sent again at every change of its state. */
export const toolCall = z.object({
  call_id: z.string(),
  name: z.string(),
  state: z.enum(['start', 'approval', 'done', 'failed']),
  args: z.unknown().optional(),
  result: z.string().optional(),
})

/** A failure of an answer. */
export const answerFault = z.object({
  code: z.enum(answerFaults),
  /** What happened and what to do, in Chinese. */
  message: z.string(),
  /** Whether the same question may succeed if it is sent again. */
  retryable: z.boolean(),
})

/** A rectangle on a page; coordinates are 0–1 from the top left corner. */
export const box = z.object({
  page: z.number().int(),
  x0: z.number(),
  y0: z.number(),
  x1: z.number(),
  y1: z.number(),
})

/** How a claim was compared with its source. */
const citationCheck = z.object({
  /**
   * `quote`: the sentence is the source's own. `terms`: figures, negation and names were compared. `model`: a model
   * judged.
   */
  method: z.enum(['none', 'quote', 'terms', 'model']),
  /** Whether the quote was found in its source. */
  located: z.boolean(),
  /** Figures, units and names of the claim that the source does not contain. */
  missing: z.array(z.string()),
  /** The words of the claim that a model finds at fault. */
  fault: z.string().optional(),
})

/** A mark `[n]` of an answer and the passage that supports it. The quote is stored with the record. */
export const citation = z.object({
  /** Assigned by code at first use; one source has the same number in the whole answer. */
  n: z.number().int().min(1),
  /** Offsets of the mark in the answer, in UTF-16 code units. */
  start: z.number().int(),
  end: z.number().int(),
  passage_id: z.string(),
  paper_id: id.nullable(),
  /** The document of the passage; null for the record of a paper. */
  document_id: id.nullable(),
  /** The parse of the document to which offsets and boxes refer; absent without a document. */
  parse_id: id.optional(),
  /** The file attached to the question, where it is not a document. */
  file_id: id.optional(),
  /** The name of the file. */
  file_name: z.string().optional(),
  title: z.string(),
  page: z.number().int().nullable(),
  boxes: z.array(box),
  /** The sentence of the source, word for word. */
  quote: z.string(),
  /** Whether the sentence comes from a summary that this site wrote and is therefore not a quotation of the source. */
  by_site: z.boolean().optional(),
  /** The figure, name or clause of the quote that answers the question, as UTF-16 offsets in the quote. */
  key: z.object({ start: z.number().int(), end: z.number().int() }).optional(),
  support: z.enum(['supported', 'partial', 'unsupported', 'unchecked']),
  check: citationCheck,
})

/** A part of an answer that was changed after its citations were checked, with both versions. */
export const answerRevision = z.object({
  /** The range that it has in the answer now, in UTF-16 code units; empty where the shown version is. */
  start: z.number().int(),
  end: z.number().int(),
  /**
   * The version that is not shown: the original, or the change when it was undone. Offsets count from its beginning.
   */
  other: z.object({ text: z.string(), citations: z.array(citation) }),
  /** Whether the reader has undone the change. */
  undone: z.boolean(),
})

/** A passage that the search for evidence found. */
const evidencePassage = z.object({
  passage_id: z.string(),
  paper_id: id.nullable(),
  document_id: id.nullable(),
  title: z.string(),
  /** The engine that found it: `local` or an outside engine. */
  engine: z.string(),
  score: z.number(),
})

/** Tokens of one run; null where the model does not count them. */
export const answerUsage = z.object({
  prompt_tokens: z.number().int().nullable(),
  completion_tokens: z.number().int().nullable(),
})

/** Returns the shape of the event with a name and data. */
const answerFrame = <Name extends string, Data extends z.ZodType>(name: Name, data: Data) =>
  z.object({ event: z.literal(name), data })

/**
 * An event of the answer stream. On the wire `event` is the frame's name and `data` its JSON. Exactly one of `done`,
 * `cancelled` and `error` is sent, as the last event; `reset` means that the client has to load the record again.
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
  /** A remark for the reader of the answer; it is stored with the record as a notice. */
  answerFrame('status', z.object({ text: z.string() })),
  /**
   * The interpretation of the question; it is sent again, replacing the first one, when more is known about the
   * outcome.
   */
  answerFrame('understood', understoodQuestion),
  answerFrame('retrieval', z.object({ query: z.string(), hits: z.array(evidencePassage) })),
  answerFrame('reasoning', z.object({ delta: z.string() })),
  answerFrame('delta', z.object({ text: z.string() })),
  answerFrame('citation', citation),
  /**
   * Replaces or removes a range of the answer; its citations are removed and later ones are shifted. With `undoable`
   * the former version is kept, so that the reader can return to it.
   */
  answerFrame(
    'revision',
    z.object({
      start: z.number().int(),
      end: z.number().int(),
      text: z.string(),
      undoable: z.boolean().optional(),
    }),
  ),
  /** The text is complete; a model now checks its citations, which are sent again with their marks. */
  answerFrame('checking', z.object({ claims: z.number().int() })),
  answerFrame('tool', toolCall),
  answerFrame('suggestions', z.object({ questions: z.array(z.string()) })),
  answerFrame('usage', answerUsage),
  answerFrame('done', z.object({})),
  answerFrame('cancelled', z.object({})),
  answerFrame('error', answerFault),
  answerFrame('reset', z.object({})),
])

/** An event of the answer stream. */
export type AnswerEvent = z.output<typeof answerEvent>
/** A tool call of an answer. */
export type ToolCall = z.output<typeof toolCall>
/** A citation of an answer. */
export type Citation = z.output<typeof citation>
/** A changed part of an answer. */
export type AnswerRevision = z.output<typeof answerRevision>
/** The code of a failure of an answer. */
export type AnswerFaultCode = (typeof answerFaults)[number]
