import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api, blankWork } from '@scinav/contract'
import { queueLocalFile } from '../../library/import/import.service.ts'
import { storeWorks } from '../../library/import/store-works.ts'
import { addPapers } from '../papers.ts'
import { type CallCase, type CallCases, type CaseScene, UNKNOWN_ID } from './case.ts'
import { createDocument } from './documents.ts'

const SAMPLE_RIS = 'TY  - JOUR\r\nTI  - One\r\nER  - \r\n'

async function createUpload({ ada }: CaseScene): Promise<{ upload_ids: string[] }> {
  const { id } = await ada.call(api.upload.begin, { name: 'one.ris', size: SAMPLE_RIS.length })
  await ada.call(api.upload.part, { id, offset: 0 }, {}, Buffer.from(SAMPLE_RIS))
  return { upload_ids: [id] }
}

async function createImport({ app }: CaseScene): Promise<{ import_id: string }> {
  const path = join(app.folder, 'one.ris')
  await writeFile(path, SAMPLE_RIS)
  const { id } = await queueLocalFile(app.base, path)
  await app.runner.drain()
  return { import_id: id }
}

async function createMerge({ app, ada }: CaseScene): Promise<{ merge_id: string }> {
  const work = { ...blankWork('One', 1), doi: '10.1000/1' }
  for (const abstract of [null, 'More'])
    await storeWorks(app.base, [{ ...work, abstract }], { source: 'test' })
  const { list } = await ada.call(api.library.merges, {})
  return { merge_id: list[0]?.id ?? UNKNOWN_ID }
}

export const libraryCases: CallCases<typeof api.library> = {
  startImport: { valid: createUpload, bad: { upload_ids: [] } },
  imports: { valid: () => ({ page_size: 5 }), bad: { page_num: 0 } },
  brokenRecords: { valid: createImport, bad: { import_id: 'x'.repeat(65) } },
  merges: { valid: () => ({ keyword: 'a' }), bad: { page_size: 101 } },
  undoMerge: { valid: createMerge, bad: { merge_id: '' } },
  rebuildIndex: { valid: () => ({}) },
  retractions: { valid: () => ({}) },
  watchRetractions: { valid: () => ({ is_on: false }), bad: { is_on: 'maybe' } },
  importRanks: {
    valid: () => ({ list: 'CSSCI', year: 2025, csv: 'title\nOne' }),
    bad: { list: 'None', year: 1, csv: '' },
  },
  ranks: { valid: () => ({}) },
  removeRanks: { valid: () => ({ list: 'CSSCI', year: 2025 }), bad: { list: 'CSSCI', year: 'x' } },
}

export const resourcesCases: CallCases<typeof api.resources> = {
  classes: { valid: () => ({}) },
  list: {
    valid: () => ({ class_id: 'cn', keyword: '知网' }),
    bad: { page_num: 0, access: 'free', ids: ['A'] },
  },
}

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
