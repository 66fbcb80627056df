import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { hitTest } from './hit-test.service.ts'

/** The call that shows which passages a question would find. */
export const hitTestRoutes = implement(api.passages, { hitTest })
