// Notices that retract, question, correct or reinstate works: their import, and what stands about a work.
export { retractionAlerts } from './alert.job.ts'
export { countNoticesByKind, lookUpStatus, lookUpWorks } from './look-up.ts'
export { isNoticeTable, NOTICE_TABLE_NAME, type NoticeRead, readNotices } from './read-notices.ts'
export { standingStatus } from './standing.ts'
export { storeNotices } from './store-notices.ts'
export { noticeWatch } from './watch.job.ts'
export { getNoticeWatch, setNoticeWatch } from './watch.service.ts'
