import { api, type InputOf, type OutputOf } from '@scinav/contract'
import { wireRequest } from '../../api/request.ts'

/** What is read: a document of a dataset, or a paper by its open-access file. */
export type ReadingTarget =
  | { document_id: string; paper_id?: never }
  | { paper_id: string; document_id?: never }

/** What there is to read of it. */
export type ReadableText = OutputOf<typeof api.reading.open>
export type TextBlock = OutputOf<typeof api.reading.blocks>['list'][number]
export type Annotation = OutputOf<typeof api.annotations.list>['list'][number]
export type ReadingPosition = InputOf<typeof api.reading.savePosition>['position']

/** A target as an address names it. */
export const targetParams = ({ document_id, paper_id }: ReadingTarget): Record<string, string> =>
  document_id === undefined ? { paper_id } : { document_id }

/** Tells targets apart. */
export const targetKey = ({ document_id, paper_id }: ReadingTarget): string =>
  document_id === undefined ? `paper ${paper_id}` : `document ${document_id}`

export const isSame = (a: ReadingTarget, b: ReadingTarget): boolean => targetKey(a) === targetKey(b)

/** Where a viewer gets the bytes. */
export const fileAddress = (target: ReadingTarget): string => wireRequest(api.reading.file, target).url

const PARSING_STATES = ['queued', 'parsing', 'indexing']

/** Whether its text is on its way. */
export const isParsing = ({ text }: ReadableText): boolean => PARSING_STATES.includes(text.state)

/** Whether its pages can be shown as they were printed. */
export const hasPages = ({ kind, mime, has_file }: ReadableText): boolean =>
  has_file && (kind === 'pdf' || mime === 'application/pdf')

/** Whether its text can be read: that of an earlier parse while a new one is being made, too. */
export const hasText = ({ version }: ReadableText): boolean => version !== null
