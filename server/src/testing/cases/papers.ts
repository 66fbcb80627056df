import { api } from '@scinav/contract'
import { addPapers } from '../papers.ts'
import { type CallCase, type CallCases, type CaseScene, UNKNOWN_ID } from './case.ts'
import { createDocument } from './ingestion.ts'

const addSamplePaper = async ({ app }: CaseScene) => (await addPapers(app.base, ['One'], {}))[0] ?? ''

/** Builds a case for a call that takes a paper, which every user may read. */
function paperCase(rest: object = {}): CallCase {
  return {
    valid: async (scene) => ({ paper_id: await addSamplePaper(scene), ...rest }),
    bad: { paper_id: 'x'.repeat(65), page_size: 0, seconds: -1, undo: 'maybe' },
  }
}

export const papersCases: CallCases<typeof api.papers> = {
  search: {
    valid: async (scene) => {
      await addSamplePaper(scene)
      return { query: 'one', filters: { year_from: '', is_oa: null }, page_size: 5 }
    },
    bad: { query: 7, page_size: 101, sort: 'luck' },
  },
  suggest: { valid: () => ({ keyword: 'on', limit: '5' }), bad: { keyword: 'x'.repeat(201), limit: 0 } },
  engines: { valid: () => ({ engine_type: 6 }), bad: { engine_type: 'x' } },
  byIds: {
    valid: async (scene) => ({ paper_id_list: [await addSamplePaper(scene), UNKNOWN_ID] }),
    bad: { paper_id_list: [] },
  },
  related: paperCase({ page_size: 5 }),
  interests: { valid: () => ({ query: 'one' }), bad: { query: 'one', filters: { year_from: 'soon' } } },
  recommend: { valid: () => ({ page_num: 1 }), bad: { page_size: 101 } },
  notInterested: paperCase(),
  logView: {
    ...paperCase({ seconds: 5 }),
    foreign: async ({ bo }) => [
      { document_id: (await createDocument(bo)).document_id },
      { document_id: UNKNOWN_ID },
    ],
  },
  views: {
    valid: async (scene) => {
      await scene.ada.call(api.papers.logView, { paper_id: await addSamplePaper(scene) })
      return { keyword: 'o', files: true }
    },
    bad: { page_num: 0 },
  },
  removeViews: { valid: () => ({ all: true }), bad: { all: 'maybe' } },
  addSearch: { valid: () => ({ query: 'one', filters: { a: 1 } }), bad: { query: 'x'.repeat(2_001) } },
  searches: { valid: () => ({ page_size: 5 }), bad: { page_size: 101 } },
  removeSearches: { valid: () => ({ ids: [UNKNOWN_ID] }), bad: { all: 'maybe' } },
  references: paperCase(),
  citedBy: paperCase(),
  journalClasses: { valid: () => ({}) },
  journals: { valid: () => ({ query: 'a', letter: 'A' }), bad: { letter: '12', sort: 'luck' } },
}
