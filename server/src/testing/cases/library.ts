import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api, blankWork } from '@scinav/contract'
import { queueLocalFile } from '../../library/import/import.service.ts'
import { storeWorks } from '../../library/import/store-works.ts'
import { type CallCases, type CaseScene, UNKNOWN_ID } from './case.ts'

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
  importRanks: {
    valid: () => ({ list: 'CSSCI', year: 2025, csv: 'title\nOne' }),
    bad: { list: 'None', year: 1, csv: '' },
  },
  ranks: { valid: () => ({}) },
  removeRanks: { valid: () => ({ list: 'CSSCI', year: 2025 }), bad: { list: 'CSSCI', year: 'x' } },
}
