import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { FORM_OVERHEAD_BYTES } from './files.ts'
import { pageBox, readableInput } from './reading.ts'
import { flag, id, noOutput, optionalWholeNumber, time, wholeNumber } from './shapes.ts'
import { withoutNul } from './text/without-nul.ts'

/** Longest quote, in UTF-16 units. */
const MAX_QUOTE_CHARS = 32_000
/** Longest comment, in UTF-16 units. */
const MAX_COMMENT_CHARS = 20_000
/** Largest number of rectangles of one annotation. */
const MAX_BOXES = 1_000
/** Characters before and after a quote that help to find it again. */
const MAX_CONTEXT_CHARS = 32
const MEGABYTE = 1024 * 1024

/** The colours that an annotation may have. */
const annotationColours = ['yellow', 'red', 'green', 'blue', 'purple', 'orange', 'grey'] as const
const colour = z.enum(annotationColours)
/** Returns the schema of a text of at most `longest` characters, from which NUL is removed. */
const boundedText = (longest: number) => z.string().max(longest).transform(withoutNul)
/** Who sees an annotation: its author alone, or everybody who may read the dataset. */
const visibility = z.enum(['private', 'dataset'])
/** The tags of an annotation. */
const annotationTags = z.array(z.string().trim().min(1).max(50).transform(withoutNul)).max(20)
/** An offset in the canonical text, in UTF-16 units. */
const offset = z.number().int().min(0).max(100_000_000)

/** The place of an annotation in a text; without a page the annotation is a note on the whole text. */
const selector = {
  page: z.number().int().min(1).max(10_000).nullable().default(null),
  /** One box per line. */
  boxes: z.array(pageBox).max(MAX_BOXES).default([]),
  quote: boundedText(MAX_QUOTE_CHARS).default(''),
  prefix: boundedText(MAX_CONTEXT_CHARS).default(''),
  suffix: boundedText(MAX_CONTEXT_CHARS).default(''),
  /** Offsets in the canonical text, where the caller knows them. */
  start: offset.nullable().default(null),
  end: offset.nullable().default(null),
}

/** What a user adds to a place. */
const note = {
  colour: colour.default('yellow'),
  comment: boundedText(MAX_COMMENT_CHARS).default(''),
  tags: annotationTags.default([]),
}

/** A place of a text with what a user added to it. */
const annotation = z.object({
  id,
  document_id: id.nullable(),
  paper_id: id.nullable(),
  /** The parse to which the place refers. */
  version: id.nullable(),
  page: z.number().int().nullable(),
  boxes: z.array(pageBox),
  quote: z.string(),
  prefix: z.string(),
  suffix: z.string(),
  start: z.number().int().nullable(),
  end: z.number().int().nullable(),
  colour,
  comment: z.string(),
  tags: z.array(z.string()),
  visibility,
  /**
   * `text`: the annotation is at these offsets. `place`: it marks only a part of a page, such as a figure. `whole`: it
   * is a note on the whole. `lost`: its place was not found in the current text (「未能定位」).
   */
  anchor: z.enum(['text', 'place', 'whole', 'lost']),
  creator: z.object({ id, nick_name: z.string() }),
  is_mine: z.boolean(),
  may_delete: z.boolean(),
  created_at: time,
  updated_at: time,
})

/** Highlights and notes on documents and papers. For the flags of a call see `Endpoint`. */
export const annotationsApi = {
  list: {
    method: 'GET',
    path: '/api/document/annotation',
    access: 'user',
    summary:
      "One's own annotations and those shown to the dataset, in the order of the text; what lost its place last",
    input: readableInput({
      page_from: optionalWholeNumber(1, 10_000),
      page_to: optionalWholeNumber(1, 10_000),
      mine: flag.default(false),
      from: wholeNumber(0, 100_000).default(0),
      limit: wholeNumber(1, 500).default(200),
    }),
    output: z.object({
      list: z.array(annotation),
      total: z.number().int(),
      /** The number of annotations whose place was not found in the current text. */
      lost: z.number().int(),
    }),
    extra: true,
  },
  create: {
    method: 'POST',
    path: '/api/document/annotation',
    access: 'user',
    summary: 'Marks a stretch of a text, a part of a page, or notes something on the whole',
    input: readableInput({ ...selector, ...note, visibility: visibility.default('private') }),
    output: annotation,
    creates: true,
    extra: true,
  },
  update: {
    method: 'PUT',
    path: '/api/document/annotation',
    access: 'user',
    summary: 'Changes what an own annotation says, or who sees it; fields left out stay',
    input: z.object({
      id,
      colour: colour.optional(),
      comment: boundedText(MAX_COMMENT_CHARS).optional(),
      tags: annotationTags.optional(),
      visibility: visibility.optional(),
    }),
    output: annotation,
    extra: true,
  },
  remove: {
    method: 'DELETE',
    path: '/api/document/annotation',
    access: 'user',
    summary: 'Deletes own annotations; managers also those shown to their dataset. All or none',
    input: z.object({ ids: z.array(id).min(1).max(500) }),
    output: noOutput,
    extra: true,
  },
  export: {
    method: 'GET',
    path: '/api/document/annotation/export',
    access: 'user',
    expensive: true,
    summary:
      'Annotations as a file: W3C Web Annotation, Zotero, Markdown with links to pages, Word, or our own JSON',
    input: readableInput({
      format: z.enum(['w3c', 'zotero', 'md', 'docx', 'json']),
      mine: flag.default(false),
    }),
    output: z.null(),
    reply: 'file',
    extra: true,
  },
  import: {
    method: 'POST',
    path: '/api/document/annotation/import',
    access: 'user',
    summary:
      'Takes the annotations of a W3C or an own file, which comes as a form, as private ones; what is there already is passed over',
    input: readableInput({ format: z.enum(['w3c', 'json']) }),
    output: z.object({
      added: z.number().int(),
      /** Annotations that already existed. */
      skipped: z.number().int(),
      /** Annotations that lack a required field or exceed the limits of a file. */
      refused: z.number().int(),
      /** The first refused annotations: their numbers in the file, from 1, and the reasons. */
      problems: z.array(z.object({ n: z.number().int(), why: z.string() })),
      /** Annotations that were stored but whose place was not found in the text. */
      lost: z.number().int(),
    }),
    form: { files: 1 },
    body_limit: 24 * MEGABYTE + FORM_OVERHEAD_BYTES,
    extra: true,
  },
} satisfies Endpoints
