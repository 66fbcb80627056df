import { api } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useWrite } from '../../api/use-write.ts'
import { openKeepDialog } from '../../paper/paper-action.state.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { SelectionAction, SelectionBar } from '../hits/selection-bar.tsx'
import type { FederatedHit, FederatedResult } from './federated.ts'

/** Maximum number of hits that one call adds to the library; the server refuses more. */
const MAX_HITS = 100

interface Props {
  /** The hits of this page. */
  hits: readonly FederatedHit[]
  /** Keys of the selected hits, on this page and others. */
  chosen: readonly string[]
  /** Called with the keys of all selected hits when the selection changes. */
  onChoose: (keys: readonly string[]) => void
}

/** Renders the action on selected hits: they are added to the library and then to lists. */
export function KeepingBar({ hits, chosen, onChoose }: Props) {
  const { keep, busy } = useKeeping()
  const keys = hits.map(({ key }) => key)
  const chosenElsewhere = chosen.filter((key) => !keys.includes(key))
  const run = async () => {
    if (chosen.length > MAX_HITS) return toast(`一次最多收入 ${MAX_HITS} 篇`, { tone: 'bad' })
    if (await keep(chosen.map((key) => ({ key })))) onChoose([])
  }
  return (
    <SelectionBar
      page={keys}
      chosen={chosen}
      onPage={(all) => onChoose(all ? [...chosenElsewhere, ...keys] : chosenElsewhere)}
      onNone={() => onChoose([])}
    >
      <SelectionAction
        name="收入本馆文献并收藏到…"
        icon="bookmark"
        run={() => void run()}
        busy={busy ? '正在收入…' : undefined}
      />
    </SelectionBar>
  )
}

/**
 * Returns `keep`, which adds found papers to the library, reports how many were new, and opens the choice of lists; it
 * resolves to whether that succeeded. It takes at most `MAX_HITS` hits. `busy` is true while it runs.
 */
export function useKeeping(): {
  keep: (hits: readonly Pick<FederatedHit, 'key'>[]) => Promise<boolean>
  busy: boolean
} {
  const { mutateAsync, isPending } = useWrite(api.combine.keep, {
    refreshes: [api.papers.search],
  })
  const cache = useQueryClient()
  const keep = async (hits: readonly Pick<FederatedHit, 'key'>[]) => {
    const keys = hits.map(({ key }) => key)
    const answer = await mutateAsync({ keys })
    if (!answer.success) {
      toast(answer.message, { tone: 'bad' })
      return false
    }
    const { papers, added } = answer.data
    const ids = [...new Set(papers.map(({ paper_id }) => paper_id))]
    const alreadyHeld = ids.length - added
    // Updated in the cache, because searching again would take as long as the slowest engine.
    const paperIds = new Map(papers.map(({ key, paper_id }) => [key, paper_id]))
    cache.setQueriesData<FederatedResult>({ queryKey: [api.combine.search.path] }, (shown) =>
      markKept(shown, paperIds),
    )
    toast(
      added === 0
        ? '本馆文献中都已经有了'
        : `已收入本馆文献 ${added} 篇${alreadyHeld > 0 ? `，另有 ${alreadyHeld} 篇本来就有` : ''}`,
    )
    // This dialog puts the papers on lists.
    openKeepDialog(ids)
    return true
  }
  return { keep, busy: isPending }
}

/** Returns the result with the ids that its hits have received in the library; undefined without a result. */
function markKept(
  shown: FederatedResult | undefined,
  paperIds: ReadonlyMap<string, string>,
): FederatedResult | undefined {
  if (!shown) return shown
  const list = shown.list.map((hit) => ({ ...hit, paper_id: paperIds.get(hit.key) ?? hit.paper_id }))
  return { ...shown, list }
}
