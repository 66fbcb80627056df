// The starter datasets: public datasets (the interface says 知识库, knowledge base) with the papers of the starter
// library, which comes with the product. They are created once per installation; its state, stored in `installation`,
// is one of - undefined: the starter library has not been loaded yet; - `waiting`: it has, but there was no
// administrator to own the datasets; - `done`: they were created. This never changes again, so what somebody deletes
// is not created again.
import { readWork } from '@scinav/contract'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { buildDatasetRow } from './dataset.service.ts'
import * as datasets from './dataset.store.ts'
import { addPaperDocuments } from './paper-documents.service.ts'
import * as store from './starter.store.ts'

/** Every code starts with this prefix, also the '' of a paper without a discipline. */
const ANY_CODE = ''

/**
 * The starter datasets, in the order in which lists show them. A paper goes into the first one of which a prefix in
 * `codes` fits the code of the paper's first discipline: computer science, `0812`, is taken by the first although it
 * also starts with the `08` of the second. The last takes the rest.
 */
const STARTER_DATASETS = [
  {
    name: '人工智能与计算机',
    description: '入门文献中计算机科学、软件、网络安全与智能科学的里程碑论文',
    subject_code: '0812',
    codes: ['0811', '0812', '0835', '0839', '1405'],
  },
  {
    name: '自然科学、工程与医学',
    description: '入门文献中数理化生、工程、农学与医学的里程碑论文',
    subject_code: '07',
    codes: ['07', '08', '09', '10', '1401', '1404', '1406'],
  },
  {
    name: '人文与社会科学',
    description: '入门文献中哲学、经济、法学、教育、文史、管理与艺术的里程碑论著',
    subject_code: '03',
    codes: [ANY_CODE],
  },
]

/**
 * Creates the starter datasets unless that is `done`; those for which the library has no papers are skipped. Called
 * at every start of the server, after the starter library has been loaded: before, there would be no papers, and the
 * state would be `done` with nothing created. Concurrent calls create them once.
 *
 * A dataset needs an owner: the first administrator. Without one the state becomes `waiting`, and
 * `createWaitingStarterDatasets` does the rest later. When the owner's account is deleted, another administrator
 * takes the datasets over.
 */
export async function ensureStarterDatasets(ctx: BaseContext): Promise<void> {
  if ((await store.readState(ctx.db)) === 'done') return
  await transact(ctx, async (ctx) => {
    // Another process may have created them meanwhile.
    if ((await store.readState(ctx.db)) === 'done') return
    const owner_id = await store.findFirstAdministrator(ctx.db)
    if (owner_id) await createStarterDatasets(ctx, owner_id)
    await store.writeState(ctx.db, owner_id ? 'done' : 'waiting')
  })
}

/**
 * Creates the starter datasets if they are `waiting` for an administrator; does nothing in any other state. The job
 * that is queued when an administrator's account is created calls it.
 */
export async function createWaitingStarterDatasets(ctx: BaseContext): Promise<void> {
  if ((await store.readState(ctx.db)) === 'waiting') await ensureStarterDatasets(ctx)
}

/** Creates those of the starter datasets that have papers, and adds the papers to them. */
async function createStarterDatasets(ctx: BaseContext, owner_id: string): Promise<void> {
  const papersByDataset = Map.groupBy(await store.starterPapersQuery(ctx.db).execute(), starterDatasetIndex)
  // Lists show the newest first, so the last one is created first.
  for (const [index, { codes: _, ...fields }] of [...STARTER_DATASETS.entries()].reverse()) {
    const titles = new Map(papersByDataset.get(index)?.map((paper) => [paper.id, paper.title]))
    if (titles.size === 0) continue
    const row = buildDatasetRow(ctx, { kind: 'ai', visibility: 'public', owner_id, ...fields })
    await datasets.insert(ctx.db, row)
    await addPaperDocuments(ctx, { dataset_id: row.id, creator_id: owner_id }, titles)
  }
}

/** Returns the index in `STARTER_DATASETS` of the dataset that a paper goes into. */
function starterDatasetIndex({ record }: { record: string }): number {
  const [firstCode = ''] = readWork(record).subject_codes
  return STARTER_DATASETS.findIndex(({ codes }) => codes.some((prefix) => firstCode.startsWith(prefix)))
}
