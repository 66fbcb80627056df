import { z } from 'zod'
import { id, time } from './shapes.ts'
import { work } from './work.ts'

/** A paper of the library: its record, what is derived from it, and what the caller did with it. */
export const paper = work.extend({
  id,
  /** The creators as one line, and their short names one by one: what the citation formats print. */
  authors: z.string(),
  authors_short: z.array(z.string()),
  journal_id: id.nullable(),
  /** The full name of a source of which the record has only the short one, such as `emnlp`. */
  source_name: z.string().nullable(),
  /** Where it came from: `local`, or an outside engine. */
  engine: z.string(),
  /** Papers of this library that cite it. */
  cited_by_count: z.number().int(),
  /** Other versions of the same work, such as its preprint. */
  versions: z.array(
    z.object({ id, title: z.string(), publish_date: z.string().nullable(), label: z.string() }),
  ),
  /** Marks of the journal's rank lists, such as `CSSCI 2025`. */
  ranks: z.array(z.object({ list: z.string(), year: z.number().int(), value: z.string() })),
  /** From the starter library: 「入门文献」. */
  is_starter: z.boolean(),
  updated_at: time,
  viewed: z.boolean(),
  dataset_ids: z.array(id),
})
