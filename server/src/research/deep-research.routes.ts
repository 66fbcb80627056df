import { api, sharedWithChatsApi } from '@scinav/contract'
import { implement } from '../platform/http/implement.ts'
import { answerResearch, decideOnPlan } from './decide.service.ts'
import { listResearches, removeResearch, renameResearch, restoreResearch } from './list.service.ts'
import { download, editReport, oneReport } from './report.service.ts'
import { freeCount } from './research/free-count.service.ts'
import { reportRevisions, reviseSection, takeSectionBack } from './revision.service.ts'
import { beginResearch, oneResearch, researchEvents } from './run.service.ts'
import { reportShare, shareReport, unshareReport } from './share.service.ts'
import { cancelRun } from './stop.service.ts'

export const deepResearchRoutes = [
  ...implement(api.deepResearch, {
    begin: beginResearch,
    run: oneResearch,
    events: researchEvents,
    answer: answerResearch,
    plan: decideOnPlan,
    runs: listResearches,
    rename: renameResearch,
    remove: removeResearch,
    restore: restoreResearch,
    report: oneReport,
    editReport,
    revise: reviseSection,
    revisions: reportRevisions,
    takeBack: takeSectionBack,
    share: shareReport,
    shared: reportShare,
    unshare: unshareReport,
  }),
  ...implement(sharedWithChatsApi, { cancel: cancelRun, download, freeCount }),
]
