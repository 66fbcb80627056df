import { toast } from '../../ui/toasts/toast.state.ts'
import { Action, ChosenBar } from '../hits/chosen-bar.tsx'
import type { FederatedHit } from './federated.ts'
import { useKeeping } from './use-keeping.ts'

/** As many as one call takes. */
const MOST = 100

interface Props {
  page: readonly FederatedHit[]
  chosen: readonly string[]
  onChoose: (keys: readonly string[]) => void
}

/** What can be done with the chosen hits: they are taken into the library, then put into lists. */
export function KeepingBar({ page, chosen, onChoose }: Props) {
  const { keep, busy } = useKeeping()
  const keys = page.map(({ key }) => key)
  const others = chosen.filter((key) => !keys.includes(key))
  const run = async () => {
    if (chosen.length > MOST) return toast(`一次最多收入 ${MOST} 篇`, { tone: 'bad' })
    if (await keep(chosen.map((key) => ({ key })))) onChoose([])
  }
  return (
    <ChosenBar
      page={keys}
      chosen={chosen}
      onPage={(all) => onChoose(all ? [...others, ...keys] : others)}
      onNone={() => onChoose([])}
    >
      <Action
        name="收入文献库并加入清单"
        icon="bookmark"
        run={() => void run()}
        busy={busy ? '正在收入…' : undefined}
      />
    </ChosenBar>
  )
}
