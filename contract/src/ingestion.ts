import { z } from 'zod'
import { documentWithPaper, parsing, parsingState } from './document.ts'
import type { Endpoints } from './endpoint.ts'
import {
  emptyAsAbsent,
  flag,
  id,
  listOf,
  noOutput,
  optionalText,
  pagedInput,
  pageOf,
  time,
} from './shapes.ts'
import { fileNameRule } from './text-rules.ts'

const MEGABYTE = 1024 * 1024
/** Largest number of files of one call. */
const MAX_FILES = 50
/** Largest body of one request, in bytes; a single file has a limit of its own. */
const MAX_REQUEST_BYTES = 2_048 * MEGABYTE

/**
 * Paths of the files in a dropped folder, such as `论文/2023/a.pdf`, in the order of the files; empty or absent for a
 * file without a folder.
 */
const paths = z
  .preprocess(
    (value) => (value === undefined || value === null || value === '' ? [] : [value].flat()),
    z.array(z.string().max(1_000)).max(MAX_FILES),
  )
  .prefault([])

/** The result for one file: files of the form come first, then those uploaded in parts. */
const addedFile = z.object({
  index: z.number().int(),
  name: z.string(),
  /**
   * `duplicate`: the dataset already has these bytes; their document is added to one more folder. `restored`: the
   * document was restored from the bin with its tags.
   */
  outcome: z.enum(['added', 'duplicate', 'restored', 'refused']),
  document: documentWithPaper.nullable(),
  /** Why the file was refused: the key of the problem, and its text for the user. */
  problem: z.string().nullable(),
  message: z.string(),
})

/** What `operate` does to a document; its summary explains them. */
const operation = z.enum([
  'rename',
  'retry',
  'cancel',
  'replace',
  'discard_file',
  'restore',
  'leave_out',
  'take_in',
  'accept_paper',
  'decline_paper',
  'describe',
])

/** The input field that an operation requires in addition to its document. */
const requiredFields = {
  rename: 'name',
  replace: 'upload_id',
  leave_out: 'ordinals',
  take_in: 'ordinals',
  describe: 'record',
} as const

/** A field of a record; null when it is empty. */
const recordText = optionalText(500).transform((text) => text ?? null)

/** The bibliographic record of a file as a user edits it; absent fields become empty. */
const editedRecord = z.object({
  /** A value of `RESOURCE_TYPE`. */
  resource_type: z.number().int().min(1).max(10).default(1),
  title: z.string().trim().min(1, '请填写题名').max(1_000),
  authors: z.array(z.string().trim().min(1).max(200)).max(200).default([]),
  publish_date: optionalText(10)
    .refine((text) => text === undefined || /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/.test(text), {
      message: '请写成 2024、2024-05 或 2024-05-01',
    })
    .transform((text) => text ?? null),
  basic_sourcename: recordText,
  basic_source_vo: recordText,
  basic_source_no: recordText,
  basic_page: recordText,
  publisher: recordText,
  doi: recordText,
  url: recordText.refine((text) => text === null || /^https?:\/\/\S+$/.test(text), {
    message: '网址应以 http:// 或 https:// 开头',
  }),
})
/** The bibliographic record of a file as a user edits it. */
export type EditedRecord = z.output<typeof editedRecord>

/** Calls that add, change, parse and delete documents. For the flags of a call see `Endpoint`. */
export const ingestionApi = {
  add: {
    method: 'POST',
    path: '/api/dataset/document/autoSplitSave/{dataset_id}',
    access: 'user',
    summary:
      'Adds files to a dataset: those of the form (field `file`) and those that came in parts. Where all are refused, so is the call',
    input: z.object({
      dataset_id: id,
      folder_id: emptyAsAbsent(id.optional()),
      upload_ids: listOf(id, MAX_FILES),
      paths,
      /** `refuse`: a file whose folder already has another file of that name is refused as `document.same_name`. */
      on_same_name: z.enum(['keep', 'refuse']).default('keep'),
    }),
    output: z.object({ results: z.array(addedFile) }),
    form: { files: MAX_FILES, fields: ['folder_id', 'upload_ids', 'paths', 'on_same_name'] },
    body_limit: MAX_REQUEST_BYTES,
  },
  check: {
    method: 'POST',
    path: '/api/dataset/document/check/{dataset_id}',
    access: 'user',
    summary: 'Says before any bytes travel which files the dataset has already, and what there is room for',
    input: z.object({
      dataset_id: id,
      folder_id: id.optional(),
      files: z
        .array(
          z.object({
            /** The path below the folder, as in `paths` of `add`; the last segment is the file name. */
            path: z.string().max(1_000).optional(),
            size: z.number().int().min(0),
            sha256: z
              .string()
              .regex(/^[0-9a-f]{64}$/)
              .optional(),
          }),
        )
        .min(1)
        .max(500),
    }),
    output: z.object({
      /** In the order of the files; the document where it exists or is in the bin. */
      files: z.array(
        z.object({
          state: z.enum(['new', 'there', 'in_bin', 'too_large']),
          document_id: id.nullable(),
          name: z.string().nullable(),
          /** For a new file with a path: the document in its folder that has its name, the latest of several. */
          same_name: z.object({ document_id: id, may_replace: z.boolean() }).nullable(),
        }),
      ),
      /**
       * The files that may still be queued, the limit of one file in bytes, and the bytes that the caller may still
       * store.
       */
      room: z.object({
        files: z.number().int(),
        file_bytes: z.number().int(),
        bytes: z.number().int(),
      }),
    }),
    extra: true,
  },
  operate: {
    method: 'POST',
    path: '/api/dataset/document/file_operate/{document_id}',
    access: 'user',
    summary:
      'Renames a document, parses it again, stops that, replaces its file, lets go of one that could not take its place, brings it back from the bin, leaves passages out of answers, says which paper it is, or edits its record',
    input: z
      .object({
        document_id: id,
        operation,
        name: z
          .string()
          .trim()
          .superRefine((text, ctx) => {
            const message = fileNameRule(text)
            if (message) ctx.addIssue({ code: 'custom', message })
          })
          .optional(),
        /** False removes the name that a user has given, so that the title is shown again. */
        by_hand: flag.default(true),
        /** The replacement file, uploaded in parts. */
        upload_id: id.optional(),
        /** Ordinals of passages of the parse in use. */
        ordinals: z.array(z.number().int().min(0)).min(1).max(500).optional(),
        /** Absent: the proposed paper. */
        paper_id: id.optional(),
        record: editedRecord.optional(),
      })
      .superRefine((input, ctx) => {
        const field = requiredFields[input.operation as keyof typeof requiredFields]
        if (field && input[field] === undefined)
          ctx.addIssue({ code: 'custom', path: [field], message: '请填写这一项' })
      }),
    output: documentWithPaper,
  },
  remove: {
    method: 'DELETE',
    path: '/api/dataset/document/file_operate/{document_id}',
    access: 'user',
    summary: 'Puts a document into the bin for 30 days, or deletes it for good',
    input: z.object({ document_id: id, for_good: flag.default(false) }),
    output: noOutput,
  },
  bin: {
    method: 'GET',
    path: '/api/dataset/{dataset_id}/document/bin',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Deleted documents of a dataset that can still be brought back, the last deleted first',
    input: pagedInput({ dataset_id: id }),
    output: pageOf(documentWithPaper.extend({ deleted_at: time })),
    extra: true,
  },
  progress: {
    method: 'GET',
    path: '/api/dataset/{dataset_id}/document/progress',
    access: 'user',
    summary: 'How far documents are; those that are gone are left out',
    input: z.object({ dataset_id: id, document_ids: listOf(id, 100) }),
    output: z.array(
      documentWithPaper
        .pick({ id: true, state: true, progress: true, error: true, page_count: true, parsing: true })
        .extend({ parse_id: id.nullable() }),
    ),
    extra: true,
  },
  parseFile: {
    method: 'POST',
    path: '/api/paper/reding_file_parse',
    access: 'user',
    summary:
      'Begins to parse a document, a file, or the open-access PDF of a paper, which is fetched into the private dataset; what was parsed already is ready at once',
    input: z
      .object({ paper_id: id.optional(), document_id: id.optional(), file_id: id.optional() })
      .refine((input) => Object.values(input).filter(Boolean).length === 1, {
        message: '请指定一篇文献、一份文档或一个文件',
        path: ['document_id'],
      }),
    output: z.object({
      parse_id: id,
      state: parsingState,
      /** The document created from the paper's file. */
      document_id: id.nullable(),
    }),
  },
  parseState: {
    method: 'GET',
    path: '/api/paper/file_parse/state',
    access: 'user',
    summary: 'How far a parse is',
    input: z.object({ parse_id: id }),
    output: parsing.extend({ page_count: z.number().int().nullable() }),
  },
} satisfies Endpoints
