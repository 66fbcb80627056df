import { api, type InputOf, type OutputOf } from '@scinav/contract'
import { wireRequest } from '../../api/request.ts'

/** What is read: a document of a dataset, or a paper by its open-access file. */
export type Target = { document_id: string; paper_id?: never } | { paper_id: string; document_id?: never }

/** What there is to read of it. */
export type Readable = OutputOf<typeof api.reading.open>
export type TextBlock = OutputOf<typeof api.reading.blocks>['list'][number]
export type Annotation = OutputOf<typeof api.annotations.list>['list'][number]
export type Position = InputOf<typeof api.reading.savePosition>['position']

/** A target as an address names it. */
export const namedBy = ({ document_id, paper_id }: Target): Record<string, string> =>
  document_id === undefined ? { paper_id } : { document_id }

/** Tells targets apart. */
export const keyOf = ({ document_id, paper_id }: Target): string =>
  document_id === undefined ? `paper ${paper_id}` : `document ${document_id}`

export const isSame = (a: Target, b: Target): boolean => keyOf(a) === keyOf(b)

/** Where a viewer gets the bytes. */
export const fileAddress = (target: Target): string => wireRequest(api.reading.file, target).url

const UNDER_WAY = ['queued', 'parsing', 'indexing']

/** Whether its text is on its way. */
export const isUnderWay = ({ text }: Readable): boolean => UNDER_WAY.includes(text.state)

/** Whether its pages can be shown as they were printed. */
export const hasPages = ({ kind, mime, has_file }: Readable): boolean =>
  has_file && (kind === 'pdf' || mime === 'application/pdf')

/** Whether its text can be read: that of an earlier parse while a new one is being made, too. */
export const hasText = ({ version }: Readable): boolean => version !== null
