import { z } from 'zod'
import { id, time } from './shapes.ts'
import { work } from './work.ts'
import { workNotice } from './work-notice.ts'

/** A paper of the library: its record, derived fields, and the caller's use of it. */
export const paper = work.extend({
  id,
  /** The creators as one line, and their short names individually, as the citation formats print them. */
  authors: z.string(),
  authors_short: z.array(z.string()),
  journal_id: id.nullable(),
  /** The full name of a source that the record names only by an abbreviation, such as `emnlp`. */
  source_name: z.string().nullable(),
  /** The engine that supplied the paper: `local` or an outside engine. */
  engine: z.string(),
  /** The number of papers of this library that cite it. */
  cited_by_count: z.number().int(),
  /** Other versions of the same work, such as its preprint. */
  versions: z.array(
    z.object({ id, title: z.string(), publish_date: z.string().nullable(), label: z.string() }),
  ),
  /** Entries of the journal in rank lists, such as `CSSCI 2025`. */
  ranks: z.array(z.object({ list: z.string(), year: z.number().int(), value: z.string() })),
  /** Whether the paper belongs to the starter library: 「入门文献」. */
  is_starter: z.boolean(),
  /**
   * The notice that stands about the work, from the imported notices; `status` takes it into account, besides what the
   * record itself states.
   */
  status_notice: workNotice.nullable(),
  updated_at: time,
  viewed: z.boolean(),
  dataset_ids: z.array(id),
})
