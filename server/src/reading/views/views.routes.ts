import { viewsApi } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { listViews, logView, removeViews } from './view.service.ts'

/** The calls of the list of viewed papers. */
export const viewRoutes = implement(viewsApi, { logView, views: listViews, removeViews })
