import { useAsk } from '../../chat/use-ask.ts'
import { citePapers, comparePapers, exportPapers, keepPapers } from '../../paper/paper-action.state.ts'
import type { IconName } from '../../ui/icons/icon.tsx'
import { Action, ChosenBar } from './chosen-bar.tsx'
import { choose, clearSelection, useSelection } from './selection.state.ts'

const actions: { name: string; icon: IconName; run: (ids: string[]) => void; least: number }[] = [
  { name: '对比', icon: 'columns', run: comparePapers, least: 2 },
  { name: '加入清单', icon: 'bookmark', run: keepPapers, least: 1 },
  { name: '引用', icon: 'quote', run: citePapers, least: 1 },
  { name: '导出', icon: 'export', run: exportPapers, least: 1 },
]

/** How many papers a question may be about. */
const MOST_ASKED = 50

/** What can be done with the chosen papers, of this page and others. Nothing while none is chosen. */
export function SelectionBar({ page }: { page: string[] }) {
  const ids = useSelection((state) => state.ids)
  const ask = useAsk()
  return (
    <ChosenBar page={page} chosen={ids} onPage={(all) => choose(page, all)} onNone={clearSelection}>
      {actions
        .filter(({ least }) => ids.length >= least)
        .map(({ name, icon, run }) => (
          <Action key={name} name={name} icon={icon} run={() => run(ids)} />
        ))}
      {ask && <Action name="提问" icon="chat" run={() => ask({ paper_id_list: ids.slice(0, MOST_ASKED) })} />}
    </ChosenBar>
  )
}
