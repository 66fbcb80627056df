// The format of archives: names of entries, limits and schemas.
import { work } from '@scinav/contract'
import { z } from 'zod'

/** What the manifest states as its format; archives of anything else are refused. */
export const ARCHIVE_FORMAT = 'scinav-base'
/** The version that is written, and the highest that can be read. */
export const ARCHIVE_VERSION = 1
// Names of the entries.
export const MANIFEST_FILE = 'manifest.json'
export const DOCUMENTS_FILE = 'documents.jsonl'
export const REFERENCES_FILE = 'references.bib'
export const README_FILE = 'README.txt'

/** Maximum number of documents in an archive, for export and import. */
export const MAX_DOCUMENTS = 20_000
/** Maximum size of the manifest in bytes; folders and tags of the largest possible dataset take a third of it. */
export const MAX_MANIFEST_BYTES = 1024 * 1024
/** Maximum number of excluded passages per document; their quotations then take up to half of a line. */
export const MAX_EXCLUDED_PASSAGES = 1_000
/**
 * Maximum size of a document's line in bytes; a record with an abstract and thousands of references takes a tenth of
 * it.
 */
export const MAX_LINE_BYTES = 1024 * 1024

/** PostgreSQL stores no text with NUL. */
const hasNoNul = (text: string) => !text.includes('\0')

/**
 * Creates the schema of a name with at most `max_chars` code points. Longer names, which other versions may allow, are
 * truncated; names of more than `10 * max_chars` UTF-16 units are invalid.
 */
const nameShape = (max_chars: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(10 * max_chars)
    .refine(hasNoNul)
    .transform((text) => [...text].slice(0, max_chars).join(''))

/** Maximum lengths of names, in characters; longer ones are cut. */
const MAX_NAME_CHARS = 60
const MAX_TAG_CHARS = 30
const MAX_FILE_NAME_CHARS = 200

/** The key of a folder, tag or document within the archive. */
const keyShape = z.string().min(1).max(64)

/** The manifest: data of the dataset as a whole. */
export const manifestShape = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.literal(ARCHIVE_VERSION),
  exported_at: z.string().max(40),
  name: nameShape(MAX_NAME_CHARS),
  description: z.string().max(2_000),
  subject_code: z.string().max(10).nullable(),
  /** Parents come before their subfolders, each level in its order. */
  folders: z.array(z.object({ key: keyShape, parent: keyShape.nullable(), name: nameShape(MAX_NAME_CHARS) })),
  tags: z.array(
    z.object({
      key: keyShape,
      name: nameShape(MAX_TAG_CHARS),
      group: z.string().max(30).nullable(),
      colour: z.enum(['purple', 'blue', 'green', 'orange', 'red', 'grey']).nullable().catch(null),
    }),
  ),
  documents: z.number().int().min(0),
  /** Number of files lost on the server: their documents are listed without content. */
  missing: z.number().int().min(0),
})
/** The content of `manifest.json`. */
export type Manifest = z.output<typeof manifestShape>

/** One document. Each has a line of its own, so that datasets of any size are written and read as a stream. */
export const documentShape = z.object({
  key: keyShape,
  type: z.enum(['file', 'paper']),
  name: z.string().trim().min(1).max(4_000).refine(hasNoNul),
  /**
   * True when a user has named the document, which otherwise has the name of its file. Older archives lack this
   * field.
   */
  named_by_hand: z.boolean().default(false),
  added_at: z.string().max(40),
  folders: z.array(keyShape).max(1_000),
  tags: z.array(keyShape).max(500),
  file: z
    .object({
      /** The entry of the file; null when its content was lost. */
      path: z.string().max(1_000).nullable(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      size: z.number().int().min(0),
      mime: z.string().max(200),
    })
    .nullable(),
  /** The record of the paper that the document is. */
  work: work.nullable(),
  /** Passages excluded from answers, by their beginning and their ordinal. Older archives lack this field. */
  left_out: z
    .array(
      z.object({
        quote: z.string().min(1).max(500).refine(hasNoNul),
        ordinal: z.number().int().min(0).max(10_000_000),
      }),
    )
    .max(MAX_EXCLUDED_PASSAGES)
    .default([]),
  /** The entry with the document's annotations (W3C Web Annotation). */
  annotations: z.string().max(200).nullable(),
})
/** One line of `documents.jsonl`. */
export type ArchivedDocument = z.output<typeof documentShape>

/** Returns whether a file name has a length that renaming allows. */
export const isFileName = (name: string): boolean => [...name].length <= MAX_FILE_NAME_CHARS
