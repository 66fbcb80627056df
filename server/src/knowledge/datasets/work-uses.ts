import { readWork } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import type {
  NoticedWorks,
  UsedWorks,
  WorkUse,
  WorkUseContext,
  WorkUses,
} from '../../platform/context/work-uses.ts'
import * as uses from './work-use.store.ts'

const datasetRoute = (dataset_id: string): string => `/knowledgeBase?${new URLSearchParams({ dataset_id })}`

/** Chinese names of the kinds of datasets, by which people know the place. */
const KIND_NAMES = { reading: '清单', private: '个人知识库', project: '项目知识库', ai: '知识库' } as const

const toUse = ({ dataset_id, kind, name, user_id }: uses.Holding, work_key: string): WorkUse => ({
  user_id,
  work_key,
  place: `${KIND_NAMES[kind]}${inCorners(name)}`,
  route: datasetRoute(dataset_id),
})

/**
 * Finds works in datasets: for the owner of a dataset, and for every member of its project. Works that the library
 * lacks are found by the DOI of the document's own record, without a DOI by its PubMed number.
 */
async function* findUses(
  ctx: WorkUseContext,
  { paper_ids, dois, pmids }: NoticedWorks,
): AsyncGenerator<WorkUse[]> {
  for await (const holdings of uses.streamPaperHoldings(ctx.db, [...paper_ids.keys()]))
    yield holdings.flatMap((holding) => {
      const key = paper_ids.get(holding.paper_id ?? '')
      return key === undefined ? [] : [toUse(holding, key)]
    })
  for await (const holdings of uses.streamRecordHoldings(ctx.db))
    yield holdings.flatMap((holding) => {
      if (holding.record === null) return []
      const { doi, external_ids } = readWork(holding.record)
      const key = doi ? dois.get(doi) : pmids.get(external_ids.pmid ?? '')
      return key === undefined ? [] : [toUse(holding, key)]
    })
}

/** Yields all papers in datasets, and the DOIs of documents' own records. */
async function* listWorks(ctx: WorkUseContext): AsyncGenerator<UsedWorks> {
  for await (const documents of uses.streamDocuments(ctx.db))
    yield {
      paper_ids: documents.flatMap(({ paper_id }) => paper_id ?? []),
      dois: documents.flatMap(({ paper_id, record }) =>
        paper_id === null && record !== null ? (readWork(record).doi ?? []) : [],
      ),
    }
}

/** The works in datasets. */
export const datasetUses: WorkUses = { find: findUses, list: listWorks }
