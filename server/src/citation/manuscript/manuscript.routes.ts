import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
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

export const manuscriptRoutes = implement(api.manuscriptChecks, {
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
