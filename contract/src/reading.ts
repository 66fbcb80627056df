import { z } from 'zod'
import { documentWithPaper } from './document.ts'
import { isEmpty } from './empty.ts'
import type { Endpoints } from './endpoint.ts'
import { paper } from './paper.ts'
import { id, noOutput, optionalWholeNumber, time, wholeNumber } from './shapes.ts'

/** An id that may be absent; an empty value counts as absent. */
const optionalId = z.preprocess((value) => (isEmpty(value) ? undefined : value), id.optional())

/** Input fields that select the text: a document of a dataset, or a paper with an open-access file. */
export const readingTarget = { document_id: optionalId, paper_id: optionalId }

/** The parsed fields of `readingTarget`. */
type ReadingTarget = { document_id?: string | undefined; paper_id?: string | undefined }

/**
 * Returns the input schema of a call about one text: exactly one of `document_id` and `paper_id`, and the call's own
 * fields.
 */
export const readableInput = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...readingTarget, ...shape }).superRefine((input, ctx) => {
    const { document_id, paper_id } = input as ReadingTarget
    if ((document_id === undefined) === (paper_id === undefined))
      ctx.addIssue({ code: 'custom', path: ['document_id'], message: '请给出一份文档或一篇文献' })
  })

/** A share of the width or height of a page. */
const fraction = z.number().min(0).max(1)

/**
 * A rectangle on a page as it is displayed, with the page's own rotation applied; coordinates are 0–1 from the top left
 * corner.
 */
export const pageBox = z.object({
  page: z.number().int().min(1).max(10_000),
  x0: fraction,
  y0: fraction,
  x1: fraction,
  y1: fraction,
})

/** Whether a text is available, and what its reader can do otherwise. */
const textState = z.object({
  /**
   * `ready`: the text can be read. `queued` to `indexing`: it is being processed. `available`: an open-access file can
   * be fetched (`reding_file_parse`). `none`: there is no text.
   */
  state: z.enum(['ready', 'queued', 'parsing', 'indexing', 'failed', 'cancelled', 'available', 'none']),
  /** The origin of the file: `file` was uploaded, the others are open access. */
  source: z.enum(['file', 'pdf_url', 'arxiv', 'pmc']).nullable(),
  /** The address of the file, for readers who prefer to open it there. */
  url: z.string().nullable(),
  /** Why there is no text, and what to do. */
  message: z.string().nullable(),
  /** The parse in progress, whose state `file_parse/state` returns. */
  parse_id: id.nullable(),
})

/** What is known of a page before its text is loaded. */
const pageFacts = z.object({
  page: z.number().int(),
  /** In points, as displayed. */
  width: z.number(),
  height: z.number(),
  /** The page's own rotation in degrees. */
  rotation: z.number().int(),
  /** Whether the page is a picture of text. */
  scanned: z.boolean(),
  /** Whether its text has characters without a meaning. */
  garbled: z.boolean(),
  /** How reliable its text is, 0–1. */
  confidence: z.number(),
})

/** Where a reader stopped reading. */
const readingPosition = z.object({
  page: z.number().int().min(1).max(10_000),
  /** The distance from the top of the page, 0–1. */
  top: fraction,
  /** The block at the top of the text view; null in the page view. */
  ordinal: z.number().int().min(0).max(10_000_000).nullable(),
  view: z.enum(['pages', 'text']),
  /** 1 is the page's own size; null fits the width. */
  scale: z.number().min(0.1).max(10).nullable(),
})

/** Everything a screen needs to open a text. */
const readable = z.object({
  document: documentWithPaper.extend({ dataset_name: z.string(), my_role: z.number().int() }).nullable(),
  paper: paper.nullable(),
  title: z.string(),
  text: textState,
  /** The parse in use; null while there is none. A different one later means that the text has changed. */
  version: id.nullable(),
  /** `pdf`, `docx`, `html` …; null without a text. */
  kind: z.string().nullable(),
  mime: z.string().nullable(),
  size_bytes: z.number().int().nullable(),
  /** Whether there is a file that a viewer can show (`file`). */
  has_file: z.boolean(),
  language: z.enum(['zh', 'en', 'other']).nullable(),
  pages: z.array(pageFacts),
  outline: z.array(z.object({ title: z.string(), level: z.number().int(), page: z.number().nullable() })),
  warnings: z.array(
    z.object({ kind: z.string(), count: z.number().optional(), page: z.number().optional() }),
  ),
  block_count: z.number().int(),
  position: readingPosition.extend({ updated_at: time }).nullable(),
})

/** A block of a text. */
const textBlock = z.object({
  /** The position in reading order, from 0. */
  ordinal: z.number().int(),
  /**
   * `heading`, `paragraph`, `list`, `table`, `figure`, `caption`, `footnote`, `reference`, `code`, `formula` or
   * `other`.
   */
  type: z.string(),
  /** The level of a heading, from 1; null for other blocks. */
  level: z.number().int().nullable(),
  text: z.string(),
  /** The UTF-16 offset of the block in the canonical text, which omits blocks of type `other`. */
  start: z.number().int(),
  page: z.number().int(),
  boxes: z.array(pageBox),
  /** The rows of a table as a full grid; a merged cell has its text at its first position. */
  rows: z.array(z.array(z.string())).nullable(),
  /** The lines of the block: the offset in `text` where each one starts, and its place on the page. */
  lines: z.array(z.object({ start: z.number().int(), box: pageBox })),
  /**
   * Marks in `text` that refer to notes: offsets (`start` equals `end` where the text has no sign of its own), sign,
   * and ordinal of the note's block.
   */
  notes: z.array(
    z.object({
      start: z.number().int(),
      end: z.number().int(),
      label: z.string(),
      ordinal: z.number().int(),
    }),
  ),
  /** For a note: the ordinal of the block with its mark. */
  marked_in: z.number().int().nullable(),
})

/** A range of a text with its place on the page. */
export const placedQuote = z.object({
  quote: z.string(),
  /** Offsets in the canonical text; null in an abstract. */
  start: z.number().int().nullable(),
  end: z.number().int().nullable(),
  page: z.number().int().nullable(),
  boxes: z.array(pageBox),
  heading_path: z.array(z.string()),
})

/** Largest length of a quote that is looked for, in UTF-16 units. */
const MAX_QUOTE_CHARS = 32_000

/** Calls that open documents and papers for reading. For the flags of a call see `Endpoint`. */
export const readingApi = {
  open: {
    method: 'GET',
    path: '/api/document/read',
    access: 'user',
    summary:
      'What there is to read of a document or a paper: record, state of its text, pages, outline, warnings',
    input: readableInput({}),
    output: readable,
    extra: true,
  },
  blocks: {
    method: 'GET',
    path: '/api/document/text',
    access: 'user',
    summary: 'The text in reading order, by pages, at most 200 blocks a call',
    input: readableInput({
      page_from: optionalWholeNumber(1, 10_000),
      page_to: optionalWholeNumber(1, 10_000),
      /** Only blocks after this ordinal. */
      after: optionalWholeNumber(-1, 10_000_000),
      limit: wholeNumber(1, 200).default(100),
    }),
    output: z.object({
      version: id,
      list: z.array(textBlock),
      /** The value of `after` for the next call; null at the end. */
      next: z.number().int().nullable(),
    }),
    extra: true,
  },
  attached: {
    method: 'GET',
    path: '/api/document/attached',
    access: 'user',
    summary: 'A page of a file of one’s own that is no document, as it was attached to a question',
    input: z.object({ file_id: id, page: optionalWholeNumber(1, 10_000) }),
    output: z.object({
      name: z.string(),
      mime: z.string(),
      /** Null where the text is not available, or no longer. */
      version: id.nullable(),
      page_count: z.number().int(),
      /** The first blocks where no page is given. */
      list: z.array(textBlock),
    }),
    extra: true,
  },
  file: {
    method: 'GET',
    path: '/api/document/file',
    access: 'user',
    summary: 'The bytes of what is read, or of the range that the Range header names',
    input: readableInput({}),
    output: z.null(),
    reply: 'file',
    extra: true,
  },
  find: {
    method: 'POST',
    path: '/api/document/find_quote',
    access: 'user',
    summary:
      'Where a quote stands: on the page named, beside it, or anywhere; whatever became of spaces and hyphens',
    input: readableInput({
      quote: z.string().trim().min(1).max(MAX_QUOTE_CHARS),
      page: optionalWholeNumber(1, 10_000),
    }),
    /** Null where less than half of the quote is found. */
    output: placedQuote.extend({ exact: z.boolean() }).nullable(),
    extra: true,
  },
  position: {
    method: 'GET',
    path: '/api/document/position',
    access: 'user',
    summary: 'Where the caller was reading',
    input: readableInput({}),
    output: readingPosition.extend({ updated_at: time }).nullable(),
    extra: true,
  },
  savePosition: {
    method: 'PUT',
    path: '/api/document/position',
    access: 'user',
    summary: 'Keeps where the caller is reading',
    input: readableInput({ position: readingPosition }),
    output: noOutput,
    extra: true,
  },
} satisfies Endpoints
