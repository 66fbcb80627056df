import { api } from '@scinav/contract'
import { addPapers } from '../papers.ts'
import { type Case, type CasesOf, NOBODY, type Scene } from './case.ts'
import { documentOf } from './ingestion.ts'

const paperOf = async ({ app }: Scene) => (await addPapers(app.base, ['One'], {}))[0] ?? ''

/** A call that takes a paper: everybody may read all of them. */
function ofPaper(rest: object = {}): Case {
  return {
    valid: async (scene) => ({ paper_id: await paperOf(scene), ...rest }),
    bad: { paper_id: 'x'.repeat(65), page_size: 0, seconds: -1, undo: 'maybe' },
  }
}

export const papersCases: CasesOf<typeof api.papers> = {
  search: {
    valid: async (scene) => {
      await paperOf(scene)
      return { query: 'one', filters: { year_from: '', is_oa: null }, page_size: 5 }
    },
    bad: { query: 7, page_size: 101, sort: 'luck' },
  },
  suggest: { valid: () => ({ keyword: 'on', limit: '5' }), bad: { keyword: 'x'.repeat(201), limit: 0 } },
  engines: { valid: () => ({ engine_type: 6 }), bad: { engine_type: 'x' } },
  byIds: {
    valid: async (scene) => ({ paper_id_list: [await paperOf(scene), NOBODY] }),
    bad: { paper_id_list: [] },
  },
  related: ofPaper({ page_size: 5 }),
  interests: { valid: () => ({ query: 'one' }), bad: { query: 'one', filters: { year_from: 'soon' } } },
  recommend: { valid: () => ({ page_num: 1 }), bad: { page_size: 101 } },
  notInterested: ofPaper(),
  logView: {
    ...ofPaper({ seconds: 5 }),
    foreign: async ({ bo }) => [{ document_id: (await documentOf(bo)).document_id }, { document_id: NOBODY }],
  },
  views: {
    valid: async (scene) => {
      await scene.ada.call(api.papers.logView, { paper_id: await paperOf(scene) })
      return { keyword: 'o', files: true }
    },
    bad: { page_num: 0 },
  },
  removeViews: { valid: () => ({ all: true }), bad: { all: 'maybe' } },
  addSearch: { valid: () => ({ query: 'one', filters: { a: 1 } }), bad: { query: 'x'.repeat(2_001) } },
  searches: { valid: () => ({ page_size: 5 }), bad: { page_size: 101 } },
  removeSearches: { valid: () => ({ ids: [NOBODY] }), bad: { all: 'maybe' } },
  references: ofPaper(),
  citedBy: ofPaper(),
  journalClasses: { valid: () => ({}) },
  journals: { valid: () => ({ query: 'a', letter: 'A' }), bad: { letter: '12', sort: 'luck' } },
}
