// Cuts the fields of a paper's record into passages. The canonical text of a paper is its non-empty fields, joined by an
// empty line; offsets are UTF-16 units from its start.

import type { Work } from '@scinav/contract'
import { quotableText } from './clean.ts'
import { cutPassages, type Passage, type SourceText } from './passages.ts'

/** The fields of a paper that are cut into passages, in the order of its canonical text. */
export const PAPER_TEXT_FIELDS = ['title', 'title_zh', 'abstract', 'abstract_zh'] as const

/** A field of a paper that is cut into passages. */
export type PaperTextField = (typeof PAPER_TEXT_FIELDS)[number]

/** A field of a paper and its passages. */
export interface FieldPassages {
  field: PaperTextField
  passages: Passage[]
}

/** Bounds the text of a field that is cut, in UTF-16 units: abstracts are shorter, but a record may hold anything. */
const MAX_FIELD_CHARS = 50_000

/**
 * Cuts a paper into passages by field, in the order of its canonical text. Fields without text are omitted, and what
 * follows the first `MAX_FIELD_CHARS` of a field is in no passage. Passages of an abstract that this site wrote are marked
 * `by_site`. Ids are stable as long as the text is unchanged.
 */
export function cutPaperPassages(
  paper_id: string,
  work: Pick<Work, PaperTextField> & Partial<Pick<Work, 'abstract_by'>>,
): FieldPassages[] {
  return fieldSources(paper_id, work).map((source) => ({
    field: source.field,
    passages: cutPassages({ ...source, text: source.text.slice(0, MAX_FIELD_CHARS) }).map((passage) =>
      work.abstract_by === 'site' && source.field.startsWith('abstract')
        ? { ...passage, by_site: true }
        : passage,
    ),
  }))
}

/** The empty line between two fields in the canonical text of a paper. */
const FIELD_SEPARATOR = '\n\n'

/** Returns the canonical text of a paper: its non-empty fields without mark-up, separated by one empty line. */
export function canonicalText(work: Pick<Work, PaperTextField>): string {
  return fieldSources('', work)
    .map(({ text }) => text)
    .join(FIELD_SEPARATOR)
}

/** Returns the non-empty fields of a paper as texts to cut, with their offsets in its canonical text. */
function fieldSources(
  paper_id: string,
  work: Pick<Work, PaperTextField>,
): (SourceText & { field: PaperTextField })[] {
  const heading = quotableText(work.title)
  let offset = 0
  return PAPER_TEXT_FIELDS.flatMap((field) => {
    const text = quotableText(work[field] ?? '')
    if (text === '') return []
    const source = { field, id: `${paper_id}:${field}`, heading, text, offset }
    offset += text.length + FIELD_SEPARATOR.length
    return [source]
  })
}
