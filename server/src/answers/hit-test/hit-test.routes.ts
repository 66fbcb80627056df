import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { hitTest } from './hit-test.service.ts'

export const hitTestRoutes = implement(api.passages, { hitTest })
