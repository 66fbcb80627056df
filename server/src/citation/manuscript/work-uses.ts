import { inCorners } from '@scinav/contract/quoted'
import type {
  NoticedWorks,
  UsedWorks,
  WorkUse,
  WorkUseContext,
  WorkUses,
} from '../../platform/context/work-uses.ts'
import * as works from './check-work.store.ts'
import { checkRoute } from './manuscript-runs.ts'

/** Returns the place of a manuscript in Chinese: 「稿件核对「论文.docx」」, or its thesis in a batch. */
const placeOf = ({ file_name, batch_name, thesis_title }: works.CitingCheck): string =>
  batch_name === null
    ? `稿件核对${inCorners(file_name)}`
    : `批量核对${inCorners(batch_name)}里的${inCorners(thesis_title || file_name)}`

/** Finds the manuscripts that cite works, for those who had them checked. */
async function* findUses(ctx: WorkUseContext, { dois, pmids }: NoticedWorks): AsyncGenerator<WorkUse[]> {
  for (const [kind, keys] of [['doi', dois] as const, ['pmid', pmids] as const])
    for await (const citing of works.streamCitingChecks(ctx.db, kind, [...keys.keys()]))
      yield citing.flatMap((check) => {
        const work_key = keys.get(check.identifier ?? '')
        if (work_key === undefined) return []
        return [
          { user_id: check.user_id, work_key, place: placeOf(check), route: checkRoute(check.check_id) },
        ]
      })
}

async function* listWorks(ctx: WorkUseContext): AsyncGenerator<UsedWorks> {
  for await (const dois of works.streamCitedDois(ctx.db)) yield { dois }
}

/** The works that checked manuscripts cite. */
export const checkUses: WorkUses = { find: findUses, list: listWorks }
