import { blankWork } from '@scinav/contract'

/** A paper as the server answers it. */
export const paperOf = (id: string, title: string, over: object = {}) => ({
  ...blankWork(title, 1),
  id,
  authors: '',
  authors_short: [],
  journal_id: null,
  engine: 'local',
  cited_by_count: 0,
  versions: [],
  ranks: [],
  is_starter: false,
  updated_at: '2026-11-20T00:00:00.000Z',
  viewed: false,
  dataset_ids: [],
  ...over,
})
