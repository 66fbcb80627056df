import { api, type InputOf, type OutputOf } from '@scinav/contract'
import { wireRequest } from '../../api/request.ts'

/** The text to read: a document of a dataset, or a paper with an open-access file. */
export type ReadingTarget =
  | { document_id: string; paper_id?: never }
  | { paper_id: string; document_id?: never }

/** The opened text with everything available on it. */
export type ReadableText = OutputOf<typeof api.reading.open>
/** A block of the text: a heading, a paragraph, a table and so on. */
export type TextBlock = OutputOf<typeof api.reading.blocks>['list'][number]
/** A highlight or note of a user. */
export type Annotation = OutputOf<typeof api.annotations.list>['list'][number]
/** A reading position as the server stores it. */
export type ReadingPosition = InputOf<typeof api.reading.savePosition>['position']

/** Returns the address parameters of a target. */
export const targetParams = ({ document_id, paper_id }: ReadingTarget): Record<string, string> =>
  document_id === undefined ? { paper_id } : { document_id }

/** Returns a key that identifies a target. */
export const targetKey = ({ document_id, paper_id }: ReadingTarget): string =>
  document_id === undefined ? `paper ${paper_id}` : `document ${document_id}`

/** Whether two targets are the same document or paper. */
export const isSame = (a: ReadingTarget, b: ReadingTarget): boolean => targetKey(a) === targetKey(b)

/** Returns the URL of the file's bytes. */
export const fileAddress = (target: ReadingTarget): string => wireRequest(api.reading.file, target).url

const PARSING_STATES = ['queued', 'parsing', 'indexing']

/** Whether the text is being parsed or indexed. */
export const isParsing = ({ text }: ReadableText): boolean => PARSING_STATES.includes(text.state)

/** Whether the original pages can be shown. */
export const hasPages = ({ kind, mime, has_file }: ReadableText): boolean =>
  has_file && (kind === 'pdf' || mime === 'application/pdf')

/** Whether the text can be read, including that of an earlier parse while a new one is running. */
export const hasText = ({ version }: ReadableText): boolean => version !== null
