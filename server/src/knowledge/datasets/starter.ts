import { readWork } from '@scinav/contract'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { buildDatasetRow } from './dataset.service.ts'
import * as datasets from './dataset.store.ts'
import { addPaperDocuments } from './paper-documents.service.ts'
import * as starter from './starter.store.ts'

/**
 * The first knowledge bases. Each takes the papers whose first discipline starts with one of `codes`; the last one
 * takes the rest.
 */
const STARTERS = [
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
    codes: [''],
  },
]

/**
 * Creates three public knowledge bases from the starter library, once; deleted ones are not created again. Call it
 * after the starter library has been loaded.
 *
 * A dataset needs an owner: without an administrator the state becomes `waiting`, and the function is called again
 * when there is one. The first administrator owns them; when that account is deleted, another administrator takes
 * them over.
 */
export async function ensureStarterDatasets(ctx: BaseContext): Promise<void> {
  if ((await starter.readState(ctx.db)) === 'done') return
  await transact(ctx, async (ctx) => {
    if ((await starter.readState(ctx.db)) === 'done') return
    const owner_id = await starter.findFirstOperator(ctx.db)
    if (owner_id) await makeStarters(ctx, owner_id)
    await starter.setState(ctx.db, owner_id ? 'done' : 'waiting')
  })
}

/**
 * Creates the knowledge bases that wait for an administrator; does nothing before the starter library has been
 * loaded.
 */
export async function makeWaitingStarters(ctx: BaseContext): Promise<void> {
  if ((await starter.readState(ctx.db)) === 'waiting') await ensureStarterDatasets(ctx)
}

async function makeStarters(ctx: BaseContext, owner_id: string): Promise<void> {
  const papers = Map.groupBy(await starter.listStarterPapers(ctx.db).execute(), starterIndex)
  // Lists show the newest first, so the last one is created first.
  for (const [index, { codes: _, ...given }] of [...STARTERS.entries()].reverse()) {
    const titles = new Map(papers.get(index)?.map((paper) => [paper.id, paper.title]))
    if (titles.size === 0) continue
    const row = buildDatasetRow(ctx, { kind: 'ai', visibility: 'public', owner_id, ...given })
    await datasets.insert(ctx.db, row)
    await addPaperDocuments(ctx, { dataset_id: row.id, creator_id: owner_id }, titles)
  }
}

function starterIndex({ record }: { record: string }): number {
  const [first = ''] = readWork(record).subject_codes
  return STARTERS.findIndex(({ codes }) => codes.some((code) => first.startsWith(code)))
}
