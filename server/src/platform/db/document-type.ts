import type { api, ParsedInputOf } from '@scinav/contract'
import { sql } from 'kysely'

export type DocumentType = Exclude<ParsedInputOf<typeof api.datasets.documents>['document_type'], undefined>

const office = 'application/vnd.openxmlformats-officedocument.'

/** What files are, by what was recognised of them when they came. */
const types: Record<Exclude<DocumentType, 'paper' | 'other'>, string[]> = {
  pdf: ['application/pdf'],
  word: [`${office}wordprocessingml.document`],
  slides: [`${office}presentationml.presentation`],
  sheet: [`${office}spreadsheetml.sheet`, 'text/csv'],
  book: ['application/epub+zip'],
  web: ['text/html'],
  text: ['text/plain', 'text/markdown'],
  picture: ['image/png', 'image/jpeg', 'image/tiff'],
}

const cases = Object.entries(types).map(
  ([type, mimes]) => sql`when documents.mime in (${sql.join(mimes)}) then ${sql.lit(type)}`,
)

/** What a document is, as people tell files apart. */
export const documentTypeOf = sql<DocumentType>`case when documents.type = 'paper' then 'paper' ${sql.join(cases, sql` `)} else 'other' end`
