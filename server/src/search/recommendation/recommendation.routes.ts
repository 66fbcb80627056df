import { recommendationApi } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { relatedInterests } from './interests.service.ts'
import { notInterested } from './not-interested.service.ts'
import { recommend } from './recommend.service.ts'
import { listRelated } from './related.service.ts'

export const recommendationRoutes = implement(recommendationApi, {
  related: listRelated,
  interests: relatedInterests,
  recommend,
  notInterested,
})
