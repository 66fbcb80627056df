import { z } from 'zod'
import { tag } from './dataset-shapes.ts'
import { paper } from './paper.ts'
import { id, time } from './shapes.ts'
import { work } from './work.ts'

/** The states of a document's parse. */
export const parsingState = z.enum(['queued', 'parsing', 'indexing', 'ready', 'failed', 'cancelled'])

/** The progress of a file until it can be found. */
export const parsing = z.object({
  parse_id: id,
  state: parsingState,
  /** In order: 读取, 版面, 文字识别, 分段, 索引. */
  stage: z.enum(['read', 'layout', 'ocr', 'split', 'index']),
  /** Pages done, of `total`; pieces of text in the last stage. 0 of 0 for a format that has none. */
  done: z.number().int(),
  total: z.number().int(),
  progress: z.number(),
  /** The number of parses ahead in the queue; null once this one has started. */
  place: z.number().int().nullable(),
  /** The time of the last progress; after 60 seconds without progress the user is informed. */
  progress_at: time,
  error: z.string().nullable(),
})

/** The type of a document as users distinguish files. */
export const documentType = z.enum([
  'paper',
  'pdf',
  'word',
  'slides',
  'sheet',
  'book',
  'web',
  'text',
  'picture',
  'other',
])

/** A document of a dataset: an uploaded file, or the record of a paper. */
const document = z.object({
  id,
  dataset_id: id,
  folder_id: id.nullable(),
  type: z.enum(['file', 'paper']),
  paper_id: id.nullable(),
  file_id: id.nullable(),
  /** The name of the file. */
  name: z.string(),
  /**
   * The displayed title: the name given by a user, else the title of the paper, or of the file where the file contains
   * one.
   */
  title: z.string(),
  /** Whether a user has given the name. */
  named_by_hand: z.boolean(),
  mime: z.string().nullable(),
  size_bytes: z.number().int(),
  page_count: z.number().int().nullable(),
  state: parsingState,
  progress: z.number(),
  error: z.string().nullable(),
  /** False where the file itself is at fault, for example has a password: another file helps, a retry does not. */
  is_retryable: z.boolean().optional(),
  warnings: z.array(z.string()),
  tags: z.array(tag),
  creator_id: id,
  created_at: time,
  updated_at: time,
  /** The parse in use; null until the first one is ready. */
  parse_id: id.nullable(),
  /** The parse in progress; the parse in use still answers meanwhile. */
  parsing: parsing.nullable(),
  /** The name of a replacement file that could not be read (`error`); it can be retried or discarded. */
  failed_file: z.string().nullable(),
})

/** A document with its paper and its own bibliographic record. */
export const documentWithPaper = document.extend({
  paper: paper.nullable(),
  /** A paper of the library that the file probably is, until a user confirms or declines it. */
  proposed_paper: paper.nullable(),
  /**
   * The bibliographic record of a work outside the library: of an entry in an imported file of references, or of a
   * file, taken from its first page or edited by a user.
   */
  record: work.nullable(),
  /** Whether a user has edited the record. */
  record_by_hand: z.boolean(),
  /**
   * For a file with a DOI or an arXiv id: `due` while outside engines are still to be queried, `off` while the operator
   * has disabled them, `found` where they had the work, `none` where they had no work with that identifier and title.
   */
  record_lookup: z.enum(['due', 'off', 'found', 'none']).nullable(),
  /** Names of the engines that supplied missing fields. */
  record_engines: z.array(z.string()),
})
