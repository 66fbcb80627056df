import type { FastifyInstance } from 'fastify'
import { adminRoutes } from './admin/admin.routes.ts'
import { annotationsRoutes } from './annotations/annotations.routes.ts'
import { annotationData } from './annotations/personal-data.ts'
import { prepareQuestions } from './answers/answerable.job.ts'
import { embedLibrary } from './answers/embed-library.job.ts'
import { readerMarks } from './base/reader-marks.ts'
import { baseArchiveRoutes } from './base-archive/base-archive.routes.ts'
import { exportBase } from './base-archive/export/export.job.ts'
import { importBase } from './base-archive/import/import.job.ts'
import { archiveData } from './base-archive/personal-data.ts'
import { chatRoutes } from './chat/chat.routes.ts'
import { startAnswers } from './chat/index.ts'
import { chatData } from './chat/personal-data.ts'
import { citationRoutes } from './citation/citation.routes.ts'
import { citingRoutes } from './citing/citing.routes.ts'
import { citingData } from './citing/personal-data.ts'
import type { BaseContext } from './context/context.ts'
import { copyRest } from './datasets/copy.job.ts'
import { datasetsRoutes } from './datasets/datasets.routes.ts'
import { requestStarters } from './datasets/index.ts'
import { datasetData } from './datasets/personal-data.ts'
import { savedSearches } from './datasets/saved-search.job.ts'
import { starterDatasets } from './datasets/starter.job.ts'
import { deepResearchRoutes } from './deep-research/deep-research.routes.ts'
import { researchTool, startResearches } from './deep-research/index.ts'
import { researchData } from './deep-research/personal-data.ts'
import { reviseReport } from './deep-research/revise.job.ts'
import { federatedSearchRoutes } from './federated-search/federated-search.routes.ts'
import { foundData } from './federated-search/personal-data.ts'
import { filesRoutes } from './files/files.routes.ts'
import { fileData } from './files/personal-data.ts'
import { historyRoutes } from './history/history.routes.ts'
import { historyData } from './history/personal-data.ts'
import { hitTestRoutes } from './hit-test/hit-test.routes.ts'
import { buildApp } from './http/app.ts'
import { replyData } from './http/idempotency.ts'
import { importFile } from './import/import.job.ts'
import { libraryRoutes } from './import/library.routes.ts'
import { reindex } from './import/reindex.job.ts'
import { repairCutDois } from './import/repair-dois.job.ts'
import { createParseRunner, type ParseRunner } from './ingestion/index.ts'
import { ingestionRoutes } from './ingestion/ingestion.routes.ts'
import { joinRecords } from './ingestion/join-records.job.ts'
import { lookUpRecords } from './ingestion/look-up-records.job.ts'
import { ingestionData } from './ingestion/personal-data.ts'
import { addReferences } from './ingestion/references.job.ts'
import { renewDocuments } from './ingestion/renew.job.ts'
import { createRunner, type Job, jobFigures, type Runner, type Schedule } from './jobs/index.ts'
import { jobsRoutes } from './jobs/jobs.routes.ts'
import { journalsRoutes } from './journals/journals.routes.ts'
import { mcpRoutes } from './mcp/mcp.routes.ts'
import { mcpData } from './mcp/personal-data.ts'
import { modelsRoutes } from './models/models.routes.ts'
import { modelData } from './models/personal-data.ts'
import { noticesRoutes } from './notices/notices.routes.ts'
import { noticeData } from './notices/personal-data.ts'
import { serveMcp } from './pages/mcp.ts'
import { serveShared } from './pages/share.ts'
import { papersRoutes } from './papers/papers.routes.ts'
import { dailyDigest, weeklyDigest } from './preferences/digest.job.ts'
import { preferenceData } from './preferences/personal-data.ts'
import { preferencesRoutes } from './preferences/preferences.routes.ts'
import { projectData } from './projects/personal-data.ts'
import { projectsRoutes } from './projects/projects.routes.ts'
import { readingData } from './reading/personal-data.ts'
import { readingRoutes } from './reading/reading.routes.ts'
import { recommendationRoutes } from './recommendation/recommendation.routes.ts'
import { referencesRoutes } from './references/references.routes.ts'
import { resourcesRoutes } from './resources/resources.routes.ts'
import { learnTerms } from './search/learn-terms.job.ts'
import { searchRoutes } from './search/search.routes.ts'
import { toolData } from './tools/personal-data.ts'
import { toolsRoutes } from './tools/tools.routes.ts'
import { uploadData } from './uploads/personal-data.ts'
import { uploadsRoutes } from './uploads/uploads.routes.ts'
import { exportJob } from './user/export.job.ts'
import { authenticate, isStopped, liveSessions } from './user/index.ts'
import { sendMessage } from './user/message.job.ts'
import { purgeJob } from './user/purge.job.ts'
import { tokensRoutes } from './user/tokens.routes.ts'
import { userRoutes } from './user/user.routes.ts'

const routes = [
  ...userRoutes,
  ...jobsRoutes,
  ...adminRoutes,
  ...preferencesRoutes,
  ...projectsRoutes,
  ...datasetsRoutes,
  ...uploadsRoutes,
  ...filesRoutes,
  ...ingestionRoutes,
  ...baseArchiveRoutes,
  ...readingRoutes,
  ...annotationsRoutes,
  ...papersRoutes,
  ...searchRoutes,
  ...recommendationRoutes,
  ...historyRoutes,
  ...noticesRoutes,
  ...journalsRoutes,
  ...hitTestRoutes,
  ...resourcesRoutes,
  ...federatedSearchRoutes,
  ...libraryRoutes,
  ...citationRoutes,
  ...referencesRoutes,
  ...citingRoutes,
  ...modelsRoutes,
  ...chatRoutes,
  ...deepResearchRoutes,
  ...toolsRoutes,
  ...tokensRoutes,
  ...mcpRoutes,
]

const personalData = [
  preferenceData,
  historyData,
  noticeData,
  projectData,
  datasetData,
  modelData,
  mcpData,
  toolData,
  citingData,
  chatData,
  researchData,
  uploadData,
  ingestionData,
  fileData,
  readingData,
  annotationData,
  archiveData,
  replyData,
  foundData,
]
const purge = purgeJob(personalData)

/** Asks every feature whether an account may end. */
async function accountLeaving(ctx: Pick<BaseContext, 'db'>, user_id: string): Promise<void> {
  for (const feature of personalData) await feature.leave?.(ctx, user_id)
}

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const schedules: Schedule[] = [
  { job: purge, every_ms: HOUR_MS },
  { job: embedLibrary, every_ms: HOUR_MS / 6 },
  { job: prepareQuestions, every_ms: HOUR_MS / 6 },
  { job: renewDocuments, every_ms: HOUR_MS },
  { job: joinRecords, every_ms: HOUR_MS },
  { job: lookUpRecords, every_ms: HOUR_MS },
  { job: learnTerms, every_ms: HOUR_MS },
  { job: savedSearches, every_ms: HOUR_MS },
  { job: dailyDigest, every_ms: DAY_MS },
  { job: weeklyDigest, every_ms: 7 * DAY_MS },
]

// `run` takes its own payload, so jobs of different payloads share no type but the widest.
const jobs = [
  sendMessage,
  exportJob(personalData),
  purge,
  starterDatasets,
  savedSearches,
  dailyDigest,
  weeklyDigest,
  importFile,
  addReferences,
  renewDocuments,
  exportBase,
  copyRest,
  importBase,
  joinRecords,
  lookUpRecords,
  reindex,
  repairCutDois,
  embedLibrary,
  prepareQuestions,
  learnTerms,
  reviseReport,
] as unknown as Job[]

interface Parts {
  base: BaseContext
  kind: 'sqlite' | 'postgres'
  pages: ((app: FastifyInstance) => Promise<void> | void)[]
}

/** Answers that are being made when the server stops have this long to end by themselves. */
const GRACE_MS = 1_000

/** The whole server over a context: calls, pages and jobs. Nothing listens or runs yet. */
export async function assemble({
  base,
  kind,
  pages,
}: Parts): Promise<{ app: FastifyInstance; runner: Runner }> {
  base.operatorMade = requestStarters
  base.readerMarks = readerMarks
  base.accountLeaving = accountLeaving
  const runs = [await startAnswers(base, kind), await startResearches(base, kind)]
  const app = await buildApp({
    base,
    routes,
    pages: [serveMcp(base, [researchTool]), serveShared(base), ...pages],
    figures: jobFigures(base),
    lastWords: () => Promise.all(runs.map((each) => each.stop(GRACE_MS))),
    authenticate,
    liveSessions,
    isStopped,
  })
  const runner = together(
    createRunner({ ctx: base, kind, jobs, schedules }),
    createParseRunner({ ctx: base, kind }),
  )
  return { app, runner }
}

/** Jobs, and parses beside them: what waits for a turn of its owner takes no place from the jobs. */
function together(jobs: Runner, parses: ParseRunner): Runner {
  return {
    async drain() {
      // Each may leave work for the other.
      await jobs.drain()
      await parses.drain()
      await jobs.drain()
    },
    start() {
      jobs.start()
      parses.start()
    },
    async stop(grace_ms) {
      await Promise.all([jobs.stop(grace_ms), parses.stop()])
    },
  }
}
