import { sql } from 'kysely'
import { containsText } from './query-parts.ts'

/** What a document is shown as, in a query over `documents` with their `papers`. */
export const shownTitle = sql<string>`case when documents.named_by_hand = 1 then documents.name
  else coalesce(papers.title, nullif(documents.title, ''), documents.name) end`

/** Whether these words stand in what a document is shown as, or in the name of its file, which is told beside it. */
export const matchesTitle = (words: string) =>
  sql<boolean>`(${containsText(shownTitle, words)}
    or (documents.type = 'file' and ${containsText(sql.ref('documents.name'), words)}))`
