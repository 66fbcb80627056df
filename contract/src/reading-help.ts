import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { paper } from './paper.ts'
import { pageBox, placedQuote, readableInput, readingTarget } from './reading.ts'
import { referenceList } from './references.ts'
import { id, listOf, noInput, optionalWholeNumber, wholeNumber } from './shapes.ts'
import { withoutNul } from './text/without-nul.ts'

/** The texts of a comparison. */
const readables = z
  .array(
    z
      .object(readingTarget)
      .refine((each) => (each.document_id === undefined) !== (each.paper_id === undefined), {
        message: '请给出一份文档或一篇文献',
      }),
  )
  .min(1)
  .max(20)

/** What a reader wants to know of a paper. */
const readingAspects = ['problem', 'method', 'data', 'result', 'limitation', 'conclusion', 'novelty'] as const
/** One of `readingAspects`. */
const aspect = z.enum(readingAspects)

/** What a text says on one aspect. */
const aspectQuotes = z.object({
  aspect,
  name: z.string(),
  /** Sentences word for word, best first; empty where the text does not mention the aspect. */
  sentences: z.array(placedQuote),
  /** A model's summary of the sentences; null without a model. */
  summary: z.string().nullable(),
  support: z.enum(['supported', 'partial', 'unsupported', 'unchecked']).nullable(),
})

/** What a text says on all aspects. */
const documentAspects = z.object({
  /** `cues`: sentences were chosen by cue words; `model`: a model chose among those. */
  engine: z.enum(['cues', 'model']),
  model: z.string().nullable(),
  /** The text that was read. */
  of: z.enum(['full_text', 'abstract', 'nothing']),
  /** How the result was produced and what it lacks, for the reader. */
  notice: z.string(),
  aspects: z.array(aspectQuotes),
})

/**
 * Calls that help to read a text: aspects, comparison, translation, figures and references. For the flags of a call
 * see `Endpoint`.
 */
export const readingHelpApi = {
  aspects: {
    method: 'POST',
    path: '/api/document/aspects',
    access: 'user',
    expensive: true,
    summary:
      'What a text tells of problem, method, data, results, limits …: its own sentences with their places',
    input: readableInput({
      /** `cues` uses no model. */
      engine: z.enum(['auto', 'cues']).default('auto'),
      /** Whether to compute the result again instead of returning the stored one. */
      again: z.boolean().default(false),
    }),
    output: documentAspects,
    extra: true,
  },
  compare: {
    method: 'POST',
    path: '/api/document/compare',
    access: 'user',
    expensive: true,
    summary: 'Several texts side by side by aspect',
    input: z.object({
      targets: readables,
      aspects: listOf(aspect, readingAspects.length),
      /** `cues` uses no model. */
      engine: z.enum(['auto', 'cues']).default('auto'),
    }),
    output: z.object({
      /** How the sentences were chosen and what is missing, for the reader. */
      notice: z.string(),
      columns: z.array(z.object({ aspect, name: z.string() })),
      rows: z.array(
        z.object({
          document_id: id.nullable(),
          paper_id: id.nullable(),
          title: z.string(),
          of: z.enum(['full_text', 'abstract', 'nothing']),
          /** In the order of the columns; null where the text does not mention the aspect. */
          cells: z.array(
            placedQuote
              .extend({
                /** A model's summary of what the text says on the aspect; null without a model. */
                summary: z.string().nullable(),
              })
              .nullable(),
          ),
        }),
      ),
    }),
    extra: true,
  },
  figures: {
    method: 'GET',
    path: '/api/document/figures',
    access: 'user',
    summary: 'Figures and tables with their captions, pages and cells, in the order of the text',
    input: readableInput({
      after: optionalWholeNumber(-1, 10_000_000),
      limit: wholeNumber(1, 100).default(50),
    }),
    output: z.object({
      list: z.array(
        z.object({
          ordinal: z.number().int(),
          kind: z.enum(['figure', 'table']),
          caption: z.string().nullable(),
          page: z.number().int(),
          boxes: z.array(pageBox),
          rows: z.array(z.array(z.string())).nullable(),
          /** Whether the table has more cells than are sent. */
          cut: z.boolean(),
        }),
      ),
      next: z.number().int().nullable(),
    }),
    extra: true,
  },
  references: {
    method: 'GET',
    path: '/api/document/references',
    access: 'user',
    summary: 'The references that a text lists, and which of them the library has',
    input: readableInput({
      after: optionalWholeNumber(-1, 10_000_000),
      limit: wholeNumber(1, 100).default(100),
    }),
    output: z.object({
      list: z.array(
        z.object({
          ordinal: z.number().int(),
          text: z.string(),
          page: z.number().int(),
          boxes: z.array(pageBox),
          title: z.string().nullable(),
          year: z.number().int().nullable(),
          doi: z.string().nullable(),
          arxiv: z.string().nullable(),
          /** The paper of the library that the reference denotes; null where none was found. */
          paper: paper.nullable(),
          /** The part of the reference by which the paper was found. */
          by: z.enum(['doi', 'arxiv', 'title']).nullable(),
        }),
      ),
      total: z.number().int(),
      next: z.number().int().nullable(),
    }),
    extra: true,
  },
  listed: {
    method: 'GET',
    path: '/api/document/listed_references',
    access: 'user',
    menu: '/aiCitation',
    summary:
      'The list of references of a document, a paper, or a file of one’s own, entry by entry as it stands there, to be checked',
    input: z
      .object({ ...readingTarget, file_id: readingTarget.document_id })
      .refine((input) => Object.values(input).filter((each) => each !== undefined).length === 1, {
        path: ['document_id'],
        message: '请给出一份文档、一篇文献或一个文件',
      }),
    output: referenceList.extend({
      /** The title of the text. */
      title: z.string(),
      /** A remark on the list before it is checked, or why there is no list; in Chinese. */
      note: z.string().nullable(),
    }),
    extra: true,
  },
  translate: {
    method: 'POST',
    path: '/api/document/translate',
    access: 'user',
    summary:
      'Blocks in another language, kept: who reads them next gets the same; own glossary heeded (422 without a model)',
    input: readableInput({
      ordinals: z.array(z.number().int().min(0).max(10_000_000)).min(1).max(20),
      target: z.enum(['zh', 'en']),
      /** Whether to return only stored translations and use no model. */
      kept_only: z.boolean().default(false),
    }),
    output: z.object({
      version: id,
      list: z.array(
        z.object({
          ordinal: z.number().int(),
          /** Null where the block was not translated. */
          text: z.string().nullable(),
          /** Null where the block already is in the target language or has nothing to translate. */
          model: z.string().nullable(),
          kept: z.boolean(),
        }),
      ),
    }),
    extra: true,
  },
  glossary: {
    method: 'GET',
    path: '/api/user/glossary',
    access: 'user',
    summary: "The caller's own terms for translations",
    input: noInput,
    output: z.array(z.object({ source: z.string(), target: z.string() })),
    extra: true,
  },
  saveGlossary: {
    method: 'PUT',
    path: '/api/user/glossary',
    access: 'user',
    summary: "Puts these terms in the place of the caller's own",
    input: z.object({
      list: z
        .array(
          z.object({
            source: z.string().trim().min(1).max(100).transform(withoutNul),
            target: z.string().trim().min(1).max(100).transform(withoutNul),
          }),
        )
        .max(500),
    }),
    output: z.array(z.object({ source: z.string(), target: z.string() })),
    extra: true,
  },
} satisfies Endpoints
