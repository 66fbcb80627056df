import type { api, ParsedInputOf } from '@scinav/contract'
import { sql } from 'kysely'

/** The categories by which people filter documents. */
export type DocumentType = Exclude<ParsedInputOf<typeof api.datasets.documents>['document_type'], undefined>

const OFFICE_MIME_PREFIX = 'application/vnd.openxmlformats-officedocument.'

/** The MIME types of each document type, as recognized at upload. */
const MIMES_BY_TYPE: Record<Exclude<DocumentType, 'paper' | 'other'>, string[]> = {
  pdf: ['application/pdf'],
  word: [`${OFFICE_MIME_PREFIX}wordprocessingml.document`],
  slides: [`${OFFICE_MIME_PREFIX}presentationml.presentation`],
  sheet: [`${OFFICE_MIME_PREFIX}spreadsheetml.sheet`, 'text/csv'],
  book: ['application/epub+zip'],
  web: ['text/html'],
  text: ['text/plain', 'text/markdown'],
  picture: ['image/png', 'image/jpeg', 'image/tiff'],
}

const TYPE_CASES = Object.entries(MIMES_BY_TYPE).map(
  ([type, mimes]) => sql`when documents.mime in (${sql.join(mimes)}) then ${sql.lit(type)}`,
)

/** SQL expression for the type of a document, in the categories that people distinguish. */
export const documentTypeOf = sql<DocumentType>`case when documents.type = 'paper' then 'paper' ${sql.join(TYPE_CASES, sql` `)} else 'other' end`
