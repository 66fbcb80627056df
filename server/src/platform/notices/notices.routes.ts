import { api } from '@scinav/contract'
import { implement } from '../http/implement.ts'
import { listNotices, markNoticesRead } from './notice.service.ts'

export const noticesRoutes = implement(api.notices, { list: listNotices, read: markNoticesRead })
