import { useNavigate } from 'react-router'
import { batchAddress } from '../manuscript-check/check-address.ts'
import { BatchList } from './batch-list.tsx'
import { BatchView } from './batch-view.tsx'
import { StartBatch } from './start-batch.tsx'

/** Renders a batch of manuscripts, or, where `batch_id` is empty, the beginning of a new one and all earlier ones. */
export function ManuscriptBatches({ batch_id }: { batch_id: string }) {
  const navigate = useNavigate()
  if (batch_id !== '') return <BatchView key={batch_id} batch_id={batch_id} />
  return (
    <>
      <StartBatch onBegun={(id) => void navigate(batchAddress(id))} />
      <BatchList />
    </>
  )
}
