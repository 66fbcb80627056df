import type { api, OutputOf } from '@scinav/contract'
import type { Paper } from '../../library/papers/index.ts'

export type DifferingField = OutputOf<typeof api.references.check>['list'][number]['fields'][number]

/** The record that an entry is compared with: a paper of the library, or a work of an external engine. */
export type ComparableRecord = Pick<
  Paper,
  | 'title'
  | 'title_zh'
  | 'creators'
  | 'authors'
  | 'publish_date'
  | 'resource_type'
  | 'versions'
  | 'basic_source_vo'
  | 'basic_source_no'
  | 'basic_page'
  | 'basic_sourcename'
  | 'external_ids'
  | 'doi'
>
