import { useNavigate } from 'react-router'
import { useIsChecker } from '../../api/session.state.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { batchAddress } from '../manuscript-check/check-address.ts'
import { BatchList } from './batch-list.tsx'
import { BatchView } from './batch-view.tsx'
import { StartBatch } from './start-batch.tsx'

/**
 * Renders a batch of manuscripts, or, where `batch_id` is empty, the beginning of a new one and all earlier ones. Who was
 * 核对员 before still sees and deletes their batches.
 */
export function ManuscriptBatches({ batch_id }: { batch_id: string }) {
  const navigate = useNavigate()
  const isChecker = useIsChecker()
  if (batch_id !== '') return <BatchView key={batch_id} batch_id={batch_id} />
  return (
    <>
      {isChecker ? (
        <StartBatch onBegun={(id) => void navigate(batchAddress(id))} />
      ) : (
        <Notice>
          只有核对员可以批量核对稿件。您以前的批次仍可查看、停止和删除，但不能再打开其中的稿件和核对结果。
        </Notice>
      )}
      <BatchList />
    </>
  )
}
