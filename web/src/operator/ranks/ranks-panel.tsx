import { Panel } from '../../ui/dialogs/panel.tsx'
import { RanksForm } from './ranks-form.tsx'
import { RanksTables } from './ranks-tables.tsx'

/** The operator's panel for journal rank lists: none is shipped, all are imported. */
export function RanksPanel({ onClose }: { onClose: () => void }) {
  return (
    <Panel title="期刊级别" width={920} onClose={onClose}>
      <RanksForm />
      <RanksTables />
    </Panel>
  )
}
