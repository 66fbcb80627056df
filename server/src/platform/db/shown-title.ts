import { sql } from 'kysely'
import { containsText } from './query-parts.ts'

/** SQL expression for the displayed title of a document, in a query over `documents` joined with `papers`. */
export const shownTitle = sql<string>`case when documents.named_by_hand = 1 then documents.name
  else coalesce(papers.title, nullif(documents.title, ''), documents.name) end`

/**
 * Returns a condition: the words occur in the displayed title of a document, or in the name of its file, which is
 * displayed with it.
 */
export const matchesTitle = (words: string) =>
  sql<boolean>`(${containsText(shownTitle, words)}
    or (documents.type = 'file' and ${containsText(sql.ref('documents.name'), words)}))`
