import { inCorners } from '@scinav/contract/quoted'
import { Statistics } from '../../documents/statistics/statistics.tsx'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { useListAddress } from '../list/list-address.ts'
import type { Dataset } from '../list/lists.ts'

/** Renders statistics on the papers of a knowledge base; a pressed value filters the list. */
export function StatisticsPanel({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const { address, go } = useListAddress()
  return (
    <Panel title={`${inCorners(dataset.name)}的统计`} width={420} side onClose={onClose}>
      <Statistics
        dataset_id={dataset.id}
        chosen={address}
        onChoose={(name, value) => {
          go({ [name]: value })
          onClose()
        }}
      />
    </Panel>
  )
}
