import { z } from 'zod'
import { tag } from './dataset-shapes.ts'
import { paper } from './paper.ts'
import { id, time } from './shapes.ts'
import { work } from './work.ts'

export const parsingState = z.enum(['queued', 'parsing', 'indexing', 'ready', 'failed', 'cancelled'])

/** How far a file is on its way to be found. */
export const parsing = z.object({
  parse_id: id,
  state: parsingState,
  /** 读取, 版面, 文字识别, 分段, 索引. */
  stage: z.enum(['read', 'layout', 'ocr', 'split', 'index']),
  /** Pages done of all; of the last stage pieces. 0 of 0 where a format has none. */
  done: z.number().int(),
  total: z.number().int(),
  progress: z.number(),
  /** How many wait before it; null once it has begun. */
  place: z.number().int().nullable(),
  /** When it last came further: 60 seconds without that are told. */
  progress_at: time,
  error: z.string().nullable(),
})

/** What a document is, as people tell files apart. */
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

const document = z.object({
  id,
  dataset_id: id,
  folder_id: id.nullable(),
  type: z.enum(['file', 'paper']),
  paper_id: id.nullable(),
  file_id: id.nullable(),
  /** Of its file. */
  name: z.string(),
  /** What it is shown as: its name where a person has given it, else the title of its paper, or of its file where that says one. */
  title: z.string(),
  /** Its name is what a person has called it. */
  named_by_hand: z.boolean(),
  mime: z.string().nullable(),
  size_bytes: z.number().int(),
  page_count: z.number().int().nullable(),
  state: parsingState,
  progress: z.number(),
  error: z.string().nullable(),
  /** False where the file itself is at fault (it has a password): another one helps, trying again does not. */
  is_retryable: z.boolean().optional(),
  warnings: z.array(z.string()),
  tags: z.array(tag),
  creator_id: id,
  created_at: time,
  updated_at: time,
  /** The version that is served; null until the first is ready. */
  parse_id: id.nullable(),
  /** The version that is being made; beside it the one that is served answers. */
  parsing: parsing.nullable(),
  /** What the file is called that was to take its file's place and could not be read (`error`): to be tried again or let go. */
  failed_file: z.string().nullable(),
})

export const documentWithPaper = document.extend({
  paper: paper.nullable(),
  /** A paper of the library that the file seems to be, while nobody has said so. */
  proposed_paper: paper.nullable(),
  /** What is known of a work beside the library: of a paper that a file of references names, or of a file by its first page or by whoever edited it. */
  record: work.nullable(),
  /** A person has edited it. */
  record_by_hand: z.boolean(),
  /**
   * Of a file with a DOI or an arXiv id: `due` while outside engines are still to be asked, `off` while the operator has
   * closed them, `found` where they had the work, `none` where they had none of that identifier and title.
   */
  record_lookup: z.enum(['due', 'off', 'found', 'none']).nullable(),
  /** Names of the engines that filled what it lacked. */
  record_engines: z.array(z.string()),
})
