import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import {
  beginBatch,
  cancelBatch,
  getBatch,
  getRetention,
  listBatches,
  listTheses,
  removeBatch,
  retryBatch,
} from './batch.service.ts'
import {
  beginCheck,
  cancelCheck,
  decideOnFindings,
  getCheck,
  getManuscript,
  listChecks,
  removeCheck,
  repeatCheck,
  streamCheckEvents,
} from './check.service.ts'
import { exportCheck, printCheckedList } from './export.service.ts'
import { exportBatch } from './export-batch.service.ts'

const checkRoutes = implement(api.manuscriptChecks, {
  begin: beginCheck,
  run: getCheck,
  manuscript: getManuscript,
  events: streamCheckEvents,
  cancel: cancelCheck,
  repeat: repeatCheck,
  checks: listChecks,
  remove: removeCheck,
  decide: decideOnFindings,
  list: printCheckedList,
  export: exportCheck,
})

const batchRoutes = implement(api.manuscriptBatches, {
  begin: beginBatch,
  batches: listBatches,
  retention: getRetention,
  batch: getBatch,
  theses: listTheses,
  cancel: cancelBatch,
  retry: retryBatch,
  remove: removeBatch,
  export: exportBatch,
})

export const manuscriptRoutes = [...checkRoutes, ...batchRoutes]
