import { viewsApi } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { listViews, logView, removeViews } from './view.service.ts'

export const viewRoutes = implement(viewsApi, { logView, views: listViews, removeViews })
