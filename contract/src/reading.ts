import { z } from 'zod'
import { documentWithPaper } from './document.ts'
import { isEmpty } from './empty.ts'
import type { Endpoints } from './endpoint.ts'
import { paper } from './paper.ts'
import { id, noOutput, optionalWholeNumber, time, wholeNumber } from './shapes.ts'

const optionalId = z.preprocess((value) => (isEmpty(value) ? undefined : value), id.optional())

/** What is read: a document of a dataset, or a paper by its open-access file. */
export const readingTarget = { document_id: optionalId, paper_id: optionalId }

type ReadingTarget = { document_id?: string | undefined; paper_id?: string | undefined }

/** Of a call that takes what is read and its own fields. */
export const readableInput = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...readingTarget, ...shape }).superRefine((input, ctx) => {
    const { document_id, paper_id } = input as ReadingTarget
    if ((document_id === undefined) === (paper_id === undefined))
      ctx.addIssue({ code: 'custom', path: ['document_id'], message: '请给出一份文档或一篇文献' })
  })

const fraction = z.number().min(0).max(1)

/** A part of a page as it is shown (its own rotation applied): 0–1 from its top left corner. */
export const pageBox = z.object({
  page: z.number().int().min(1).max(10_000),
  x0: fraction,
  y0: fraction,
  x1: fraction,
  y1: fraction,
})

/** What of a text is there, and what a reader may do about it. */
const textState = z.object({
  /**
   * `ready`: it can be read. `queued` to `indexing`: it is on its way. `available`: an open-access file can be fetched
   * (`reding_file_parse`). `none`: there is none.
   */
  state: z.enum(['ready', 'queued', 'parsing', 'indexing', 'failed', 'cancelled', 'available', 'none']),
  /** Where the file comes from: `file` was uploaded, the others are open access. */
  source: z.enum(['file', 'pdf_url', 'arxiv', 'pmc']).nullable(),
  /** The address it comes from, for those who would rather open it there. */
  url: z.string().nullable(),
  /** Why there is no text, and what to do. */
  message: z.string().nullable(),
  /** To be followed with `file_parse/state`. */
  parse_id: id.nullable(),
})

const pageFacts = z.object({
  page: z.number().int(),
  /** In points, as shown. */
  width: z.number(),
  height: z.number(),
  rotation: z.number().int(),
  scanned: z.boolean(),
  garbled: z.boolean(),
  confidence: z.number(),
})

const readingPosition = z.object({
  page: z.number().int().min(1).max(10_000),
  /** How far down the page, 0–1. */
  top: fraction,
  /** The block at the top of the text view; null in the pages. */
  ordinal: z.number().int().min(0).max(10_000_000).nullable(),
  view: z.enum(['pages', 'text']),
  /** 1 is the page's own size; null fits the width. */
  scale: z.number().min(0.1).max(10).nullable(),
})

const readable = z.object({
  document: documentWithPaper.extend({ dataset_name: z.string(), my_role: z.number().int() }).nullable(),
  paper: paper.nullable(),
  title: z.string(),
  text: textState,
  /** The parse that is served; null while there is none. Another one later means that the text has changed. */
  version: id.nullable(),
  /** `pdf`, `docx`, `html` …; null without a text. */
  kind: z.string().nullable(),
  mime: z.string().nullable(),
  size_bytes: z.number().int().nullable(),
  /** Whether there are bytes to show in a viewer (`file`). */
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

/** A piece of a text in reading order. */
const textBlock = z.object({
  /** From 0, in reading order. */
  ordinal: z.number().int(),
  /** `heading`, `paragraph`, `list`, `table`, `figure`, `caption`, `footnote`, `reference`, `code`, `formula`, `other`. */
  type: z.string(),
  /** Of headings, from 1. */
  level: z.number().int().nullable(),
  text: z.string(),
  /** Where it begins in the canonical text, which has none of `other`; UTF-16. */
  start: z.number().int(),
  page: z.number().int(),
  boxes: z.array(pageBox),
  /** Of a table: a full grid; a merged cell has its text at its first place. */
  rows: z.array(z.array(z.string())).nullable(),
  /** Offsets in `text` and where the line that begins there stands. */
  lines: z.array(z.object({ start: z.number().int(), box: pageBox })),
  /** Marks in `text` that lead to notes: offsets (the same where the text has no sign of its own), sign, the note's block. */
  notes: z.array(
    z.object({
      start: z.number().int(),
      end: z.number().int(),
      label: z.string(),
      ordinal: z.number().int(),
    }),
  ),
  /** Of a note: the block with its mark. */
  marked_in: z.number().int().nullable(),
})

/** A stretch of a text with its place. */
export const placedQuote = z.object({
  quote: z.string(),
  /** Offsets in the canonical text; null in an abstract. */
  start: z.number().int().nullable(),
  end: z.number().int().nullable(),
  page: z.number().int().nullable(),
  boxes: z.array(pageBox),
  heading_path: z.array(z.string()),
})

const MAX_QUOTE_CHARS = 32_000

/** Reading documents and papers. */
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
      /** Those behind this one. */
      after: optionalWholeNumber(-1, 10_000_000),
      limit: wholeNumber(1, 200).default(100),
    }),
    output: z.object({
      version: id,
      list: z.array(textBlock),
      /** Pass it as `after` for what follows; null at the end. */
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
      /** Null where the text is not there, or not any more. */
      version: id.nullable(),
      page_count: z.number().int(),
      /** The first blocks where no page is named. */
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
    /** Null where less than half of it is there. */
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
