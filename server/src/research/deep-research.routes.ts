import { api, sharedWithChatsApi } from '@scinav/contract'
import { implement } from '../platform/http/implement.ts'
import { restoreSection } from './change-report.service.ts'
import { answerClarification, decideOnPlan } from './decide.service.ts'
import { listResearches, removeResearch, renameResearch, restoreResearch } from './list.service.ts'
import { downloadAnswerOrReport, editReport, getReport } from './report.service.ts'
import { listRevisions, reviseSection } from './revision.service.ts'
import { getFreeCount } from './run/free-quota.service.ts'
import { beginResearch, getResearch, streamResearchEvents } from './run.service.ts'
import { getReportShare, shareReport, unshareReport } from './share.service.ts'
import { cancelRun } from './stop.service.ts'

/** The calls of deep research, and the calls that it shares with chats. */
export const deepResearchRoutes = [
  ...implement(api.deepResearch, {
    begin: beginResearch,
    run: getResearch,
    events: streamResearchEvents,
    answer: answerClarification,
    plan: decideOnPlan,
    runs: listResearches,
    rename: renameResearch,
    remove: removeResearch,
    restore: restoreResearch,
    report: getReport,
    editReport,
    revise: reviseSection,
    revisions: listRevisions,
    takeBack: restoreSection,
    share: shareReport,
    shared: getReportShare,
    unshare: unshareReport,
  }),
  ...implement(sharedWithChatsApi, {
    cancel: cancelRun,
    download: downloadAnswerOrReport,
    freeCount: getFreeCount,
  }),
]
