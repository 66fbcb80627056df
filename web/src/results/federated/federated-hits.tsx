import { usePaperAddress } from '../../paper/addresses.ts'
import { useNavigablePapers } from '../../paper/paper-navigation.state.ts'
import { PaperRow } from '../../paper/rows/paper-row.tsx'
import { useSearch } from '../../search/use-search.ts'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import styles from './federated.module.css'
import type { EngineRow, FederatedHit, FederatedResult } from './federated.ts'
import { useKeeping } from './keeping-bar.tsx'
import { OutsideRow } from './outside-row.tsx'

interface Props {
  answer: FederatedResult
  /** The engines with their names and states. */
  rows: readonly EngineRow[]
  /** Keys of the selected hits, on this page and others. */
  chosen: readonly string[]
  /** Called with the keys of all selected hits when one is selected or deselected. */
  onChoose: (keys: readonly string[]) => void
}

/**
 * Renders the merged hits of a federated search: those that the library has like any paper, the others with the actions
 * that are possible before they are added to it.
 */
export function FederatedHits({ answer, rows, chosen, onChoose }: Props) {
  const { search } = useSearch()
  const { keep } = useKeeping()
  const choose = (key: string, on: boolean) =>
    onChoose(on ? [...chosen, key] : chosen.filter((other) => other !== key))
  const current = useHitKeys(answer.list, { chosen, choose, keep })
  return answer.list.map((hit) => {
    const rowProps = {
      compact: search.compact,
      selected: chosen.includes(hit.key),
      onSelect: (on: boolean) => choose(hit.key, on),
      current: hit.key === current,
      note: <FoundIn hit={hit} rows={rows} />,
    }
    return hit.paper_id === null ? (
      <OutsideRow key={hit.key} hit={hit} onKeep={() => void keep([hit])} {...rowProps} />
    ) : (
      <PaperRow
        key={hit.key}
        paper={{ ...hit, id: hit.paper_id }}
        highlights={hit.highlights}
        {...rowProps}
      />
    )
  })
}

/** Renders which engines found the paper, and whether the library has it. */
function FoundIn({ hit, rows }: { hit: FederatedHit; rows: readonly EngineRow[] }) {
  const names = hit.engines.map((id) => rows.find((row) => row.id === id)?.name ?? id)
  return (
    <>
      {hit.paper_id !== null && <span className={styles.own}>已在本馆文献中 · </span>}
      来自 {names.join('、')}
    </>
  )
}

/** What the keys of the list can do. */
interface KeyActions {
  /** Keys of the selected hits. */
  chosen: readonly string[]
  /** Selects a hit, or deselects it. */
  choose: (key: string, on: boolean) => void
  /** Adds hits to the library and opens the choice of lists. */
  keep: (hits: readonly FederatedHit[]) => Promise<boolean>
}

/** Adds the shortcut keys of the hits; returns the key of the hit that they act on, undefined for none. */
function useHitKeys(list: readonly FederatedHit[], { chosen, choose, keep }: KeyActions): string | undefined {
  const { open } = usePaperAddress()
  useNavigablePapers(list.flatMap(({ paper_id }) => paper_id ?? []))
  const hitOf = (key: string) => list.filter((hit) => hit.key === key)
  return useRowKeys(
    list.map(({ key }) => key),
    {
      select: (key) => choose(key, !chosen.includes(key)),
      open: (key) => {
        const id = hitOf(key)[0]?.paper_id
        if (id) open(id)
      },
      keep: (key) => void keep(hitOf(key)),
    },
  )
}
