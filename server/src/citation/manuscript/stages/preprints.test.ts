import { blankWork, RESOURCE_TYPE } from '@scinav/contract'
import { expect, test } from 'vitest'
import type { EntryRecord } from '../check/check.ts'
import { citesPreprint } from './preprints.ts'

const record: EntryRecord = {
  ...{ source: '', paper_id: null, versions: [], ranks: [] },
  work: {
    ...blankWork('Ice in the harbour of Ostrow', RESOURCE_TYPE.journalArticle),
    basic_sourcename: 'Letters on Ice and Snow',
  },
}
const named = { ...record, work: { ...record.work, basic_sourcename: 'Ice' } }

test.each([
  [
    'with its journal',
    'Ness A. Ice in the harbour of Ostrow. Letters on Ice and Snow. 2019;12(3):4-9. arXiv:1901.00001',
    record,
  ],
  [
    'with its journal in short',
    'A. Ness, Ice in the harbour of Ostrow, Lett. Ice Snow 12, 4-9 (2019), arXiv:1901.00001.',
    record,
  ],
  ['without a word of a preprint', 'Ness A. Ice in the harbour of Ostrow. 2019.', record],
])('an entry %s cites the published version', (_, written, own) => {
  expect(citesPreprint(written, own)).toBe(false)
})

test.each([
  ['Ness A. Ice in the harbour of Ostrow[EB]. arXiv, 2019.', record],
  ['A. Ness, “Ice in the harbour of Ostrow,” 2019, arXiv:1901.00001.', record],
  ['Ness A. Ice in the harbour of Ostrow. arXiv preprint. 2019.', named],
])('an entry with a preprint server alone cites the preprint: %s', (written, own) => {
  expect(citesPreprint(written, own)).toBe(true)
})
