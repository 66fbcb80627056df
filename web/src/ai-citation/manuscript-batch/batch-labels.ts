import type { api, OutputOf } from '@scinav/contract'

/** A batch with the figures of its departments. */
export type Batch = OutputOf<typeof api.manuscriptBatches.batch>
/** A batch as a row of the list of batches. */
export type BatchSummary = OutputOf<typeof api.manuscriptBatches.batches>['list'][number]
/** A thesis of a batch. */
export type Thesis = OutputOf<typeof api.manuscriptBatches.theses>['list'][number]

/** Names of the states of a batch. */
export const batchStateNames: Readonly<Record<BatchSummary['state'], string>> = {
  unpacking: '正在读取上传的文件',
  running: '正在核对',
  completed: '已完成',
  cancelled: '已停止',
  failed: '没有完成',
}

/** Names of the states of a thesis. */
export const thesisStateNames: Readonly<Record<Thesis['state'], string>> = {
  queued: '等待核对',
  running: '正在核对',
  completed: '已完成',
  cancelled: '已停止',
  failed: '没有完成',
}

/** Returns the number of theses of a batch, and of those whose check is over. */
export function countTheses({ theses }: Pick<BatchSummary, 'theses'>): { all: number; over: number } {
  const { queued, running, completed, cancelled, failed } = theses
  const over = completed + cancelled + failed
  return { all: over + queued + running, over }
}
