import { blankWork } from '@scinav/contract'
import { type Handler, ok, type SeenRequest } from './fake-server.ts'

/** Returns a paper in the server's format. */
export const paperOf = (id: string, title: string, over: object = {}) => ({
  ...blankWork(title, 1),
  id,
  authors: '',
  authors_short: [],
  journal_id: null,
  engine: 'local',
  source_name: null,
  cited_by_count: 0,
  versions: [],
  ranks: [],
  is_starter: false,
  status_notice: null,
  updated_at: '2026-11-20T00:00:00.000Z',
  viewed: false,
  dataset_ids: [],
  ...over,
})

/** A paper with a keyword and a preprint, and one that was retracted. */
export const twoPapers = {
  p1: paperOf('p1', '高温超导', {
    keywords: ['超导'],
    versions: [{ id: 'p3', title: '预印本', publish_date: '1985', label: '预印本' }],
  }),
  p2: paperOf('p2', 'Room-temperature superconductivity', { status: 'retracted' }),
}

/** Returns the paper ids in a request; the fake server records bodies as sent. */
export const idsIn = ({ body }: SeenRequest) => (body as { paper_id_list: string[] }).paper_id_list

/** Responds with the two papers by their ids. */
export const listTwoPapers: Handler = (request) => {
  const known = new Map(Object.entries(twoPapers))
  const ids = idsIn(request)
  return ok({ list: ids.flatMap((id) => known.get(id) ?? []), missing: ids.filter((id) => !known.has(id)) })
}
