import { recommendationApi } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { findRelatedInterests } from './interests.service.ts'
import { setNotInterested } from './not-interested.service.ts'
import { recommendPapers } from './recommend.service.ts'
import { listRelated } from './related.service.ts'

/** The calls for papers that may interest a user, or are related to a paper. */
export const recommendationRoutes = implement(recommendationApi, {
  related: listRelated,
  interests: findRelatedInterests,
  recommend: recommendPapers,
  notInterested: setNotInterested,
})
