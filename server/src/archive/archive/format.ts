import { work } from '@scinav/contract'
import { z } from 'zod'

/** What is in an archive, and where. */
export const ARCHIVE_FORMAT = 'scinav-base'
export const ARCHIVE_VERSION = 1
export const MANIFEST_FILE = 'manifest.json'
export const DOCUMENTS_FILE = 'documents.jsonl'
export const REFERENCES_FILE = 'references.bib'
export const README_FILE = 'README.txt'

/** So many go out with one archive, and come in. */
export const MAX_DOCUMENTS = 20_000
/** Folders and tags of the largest base that can be made are a third of this. */
export const MAX_MANIFEST_BYTES = 1024 * 1024
/** Of one document; how they begin takes half of a line then. */
export const MAX_EXCLUDED_PASSAGES = 1_000
/** A record with its abstract and thousands of references is a tenth of this. */
export const MAX_LINE_BYTES = 1024 * 1024

/** A name of so many signs at most; what an older or later version allowed to be longer is cut. */
const nameShape = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(10 * longest)
    .refine((text) => !text.includes('\0'))
    .transform((text) => [...text].slice(0, longest).join(''))

const MAX_NAME_CHARS = 60
const MAX_TAG_CHARS = 30
const MAX_FILE_NAME_CHARS = 200

const withoutNul = (text: z.ZodString) => text.refine((each) => !each.includes('\0'))

/** A folder's or tag's name within the archive. */
const keyShape = z.string().min(1).max(64)

/** The base itself: what is written down once. */
export const manifestShape = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.literal(ARCHIVE_VERSION),
  exported_at: z.string().max(40),
  name: nameShape(MAX_NAME_CHARS),
  description: z.string().max(2_000),
  subject_code: z.string().max(10).nullable(),
  /** Parents before what is below them, each level in its order. */
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
  /** Files that were lost on the server: their documents are named, without bytes. */
  missing: z.number().int().min(0),
})
export type Manifest = z.output<typeof manifestShape>

/** One document: a line of its own, so that a base of any size is written and read without being held. */
export const documentShape = z.object({
  key: keyShape,
  type: z.enum(['file', 'paper']),
  name: z
    .string()
    .trim()
    .min(1)
    .max(4_000)
    .refine((text) => !text.includes('\0')),
  /** The name is what a person has called it, not its file. Archives of before do not say it. */
  named_by_hand: z.boolean().default(false),
  added_at: z.string().max(40),
  folders: z.array(keyShape).max(1_000),
  tags: z.array(keyShape).max(500),
  file: z
    .object({
      /** Its entry; null where the bytes were lost. */
      path: z.string().max(1_000).nullable(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      size: z.number().int().min(0),
      mime: z.string().max(200),
    })
    .nullable(),
  /** The record of the paper that it is. */
  work: work.nullable(),
  /** Passages that are left out of answers: how each begins, and which one it was. Archives of before have none. */
  left_out: z
    .array(
      z.object({
        quote: withoutNul(z.string().min(1).max(500)),
        ordinal: z.number().int().min(0).max(10_000_000),
      }),
    )
    .max(MAX_EXCLUDED_PASSAGES)
    .default([]),
  /** The entry of its annotations (W3C). */
  annotations: z.string().max(200).nullable(),
})
export type ArchivedDocument = z.output<typeof documentShape>

/** A file's name as one may rename it to. */
export const isFileName = (name: string): boolean => [...name].length <= MAX_FILE_NAME_CHARS
