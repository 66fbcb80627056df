import type { FastifyInstance } from 'fastify'
import { exportJob } from './account/user/export.job.ts'
import { authenticate, authenticateBearer, filterLiveSessions, isMenuClosed } from './account/user/index.ts'
import { sendMessage } from './account/user/message.job.ts'
import { purgeJob } from './account/user/purge.job.ts'
import { tokensRoutes } from './account/user/tokens.routes.ts'
import { userRoutes } from './account/user/user.routes.ts'
import { comparisonRoutes } from './answers/comparison/comparison.routes.ts'
import { hitTestRoutes } from './answers/hit-test/hit-test.routes.ts'
import { prepareQuestions } from './answers/suggestions/answerable-questions.job.ts'
import { baseArchiveRoutes } from './archive/base-archive.routes.ts'
import { exportBase } from './archive/export/export.job.ts'
import { importBase } from './archive/import/import.job.ts'
import { archiveData } from './archive/personal-data.ts'
import { toolData } from './chat/applications/personal-data.ts'
import { toolsRoutes } from './chat/applications/tools.routes.ts'
import { chatRoutes } from './chat/chats/chat.routes.ts'
import { startAnswers } from './chat/chats/index.ts'
import { chatData } from './chat/chats/personal-data.ts'
import { mcpRoutes } from './chat/mcp/mcp.routes.ts'
import { mcpData } from './chat/mcp/personal-data.ts'
import { referencesRoutes } from './citation/check/references.routes.ts'
import { citationRoutes } from './citation/export/citation.routes.ts'
import { advanceBatches } from './citation/manuscript/advance-batches.job.ts'
import { unpackBatch } from './citation/manuscript/batch/unpack-batch.job.ts'
import { checkUses, startManuscriptChecks } from './citation/manuscript/index.ts'
import { manuscriptRoutes } from './citation/manuscript/manuscript.routes.ts'
import { manuscriptData } from './citation/manuscript/personal-data.ts'
import { citationStyleData } from './citation/styles/personal-data.ts'
import { citationStylesRoutes } from './citation/styles/styles.routes.ts'
import { citingRoutes } from './citation/suggest/citing.routes.ts'
import { citingUses } from './citation/suggest/index.ts'
import { citingData } from './citation/suggest/personal-data.ts'
import { filesRoutes } from './documents/storage/files.routes.ts'
import { fileData } from './documents/storage/personal-data.ts'
import { uploadData } from './documents/uploads/personal-data.ts'
import { uploadsRoutes } from './documents/uploads/uploads.routes.ts'
import { copyRemainingDocuments } from './knowledge/datasets/copy.job.ts'
import { datasetsRoutes } from './knowledge/datasets/datasets.routes.ts'
import { datasetUses, requestStarters } from './knowledge/datasets/index.ts'
import { datasetData } from './knowledge/datasets/personal-data.ts'
import { runSavedSearches } from './knowledge/datasets/saved-search.job.ts'
import { starterDatasets } from './knowledge/datasets/starter.job.ts'
import { createParseRunner, type ParseRunner } from './knowledge/ingestion/index.ts'
import { ingestionRoutes } from './knowledge/ingestion/ingestion.routes.ts'
import { joinRecords } from './knowledge/ingestion/join-records.job.ts'
import { lookUpRecords } from './knowledge/ingestion/look-up-records.job.ts'
import { ingestionData } from './knowledge/ingestion/personal-data.ts'
import { addReferences } from './knowledge/ingestion/references.job.ts'
import { renewDocuments } from './knowledge/ingestion/renew.job.ts'
import { projectData } from './knowledge/projects/personal-data.ts'
import { projectsRoutes } from './knowledge/projects/projects.routes.ts'
import { importFile } from './library/import/import.job.ts'
import { libraryRoutes } from './library/import/library.routes.ts'
import { reindexLibrary } from './library/import/reindex.job.ts'
import { repairCutDois } from './library/import/repair-dois.job.ts'
import { journalsRoutes } from './library/journals/journals.routes.ts'
import { papersRoutes } from './library/papers/papers.routes.ts'
import { resourcesRoutes } from './library/resources/resources.routes.ts'
import { noticeWatch, retractionAlerts } from './library/retractions/index.ts'
import { modelsRoutes } from './models/registry/models.routes.ts'
import { modelData } from './models/registry/personal-data.ts'
import { adminRoutes } from './operations/system/admin.routes.ts'
import { serveMcp } from './pages/mcp.ts'
import { serveShared } from './pages/share.ts'
import type { BaseContext } from './platform/context/context.ts'
import { buildApp } from './platform/http/app.ts'
import { replyData } from './platform/http/idempotency.ts'
import { createRunner, type Job, jobGauges, type Runner, type Schedule } from './platform/jobs/index.ts'
import { jobsRoutes } from './platform/jobs/jobs.routes.ts'
import { noticesRoutes } from './platform/notices/notices.routes.ts'
import { noticeData } from './platform/notices/personal-data.ts'
import { annotationsRoutes } from './reading/annotations/annotations.routes.ts'
import { annotationUses } from './reading/annotations/index.ts'
import { annotationData } from './reading/annotations/personal-data.ts'
import { readingData } from './reading/reader/personal-data.ts'
import { readingRoutes } from './reading/reader/reading.routes.ts'
import { loadReaderState } from './reading/views/index.ts'
import { viewsData } from './reading/views/personal-data.ts'
import { viewRoutes } from './reading/views/views.routes.ts'
import { deepResearchRoutes } from './research/deep-research.routes.ts'
import { createResearchTool, reportUses, startResearches } from './research/index.ts'
import { researchData } from './research/personal-data.ts'
import { reviseReport } from './research/revise.job.ts'
import { embedLibrary } from './retrieval/embed-library.job.ts'
import { learnTerms } from './search/engine/learn-terms.job.ts'
import { searchRoutes } from './search/engine/search.routes.ts'
import { federatedSearchRoutes } from './search/federated/federated-search.routes.ts'
import { foundData } from './search/federated/personal-data.ts'
import { historyRoutes } from './search/history/history.routes.ts'
import { historyData } from './search/history/personal-data.ts'
import { recommendationRoutes } from './search/recommendation/recommendation.routes.ts'
import { dailyDigest, weeklyDigest } from './search/subscriptions/digest.job.ts'
import { preferenceData } from './search/subscriptions/personal-data.ts'
import { preferencesRoutes } from './search/subscriptions/preferences.routes.ts'

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
  ...viewRoutes,
  ...noticesRoutes,
  ...journalsRoutes,
  ...hitTestRoutes,
  ...comparisonRoutes,
  ...resourcesRoutes,
  ...federatedSearchRoutes,
  ...libraryRoutes,
  ...citationRoutes,
  ...citationStylesRoutes,
  ...referencesRoutes,
  ...citingRoutes,
  ...manuscriptRoutes,
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
  viewsData,
  noticeData,
  projectData,
  datasetData,
  modelData,
  mcpData,
  toolData,
  citingData,
  manuscriptData,
  citationStyleData,
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

/**
 * Lets every feature object to the deletion of an account.
 *
 * @throws AppError of the first feature that requires something to be done before.
 */
async function requireAccountMayLeave(ctx: Pick<BaseContext, 'db'>, user_id: string): Promise<void> {
  for (const feature of personalData) await feature.leave?.(ctx, user_id)
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const schedules: Schedule[] = [
  { job: purge, every_ms: HOUR_MS },
  { job: retractionAlerts, every_ms: HOUR_MS },
  { job: noticeWatch, every_ms: 10 * MINUTE_MS },
  { job: embedLibrary, every_ms: 10 * MINUTE_MS },
  { job: prepareQuestions, every_ms: 10 * MINUTE_MS },
  { job: renewDocuments, every_ms: HOUR_MS },
  { job: joinRecords, every_ms: HOUR_MS },
  { job: lookUpRecords, every_ms: HOUR_MS },
  { job: learnTerms, every_ms: HOUR_MS },
  { job: runSavedSearches, every_ms: HOUR_MS },
  { job: advanceBatches, every_ms: 10 * MINUTE_MS },
  { job: dailyDigest, every_ms: DAY_MS },
  { job: weeklyDigest, every_ms: 7 * DAY_MS },
]

// `run` takes the payload of its own job, so jobs of different payloads have no common type narrower than `Job`.
const jobs = [
  sendMessage,
  exportJob(personalData),
  purge,
  starterDatasets,
  runSavedSearches,
  dailyDigest,
  weeklyDigest,
  importFile,
  retractionAlerts,
  noticeWatch,
  addReferences,
  renewDocuments,
  exportBase,
  copyRemainingDocuments,
  importBase,
  joinRecords,
  lookUpRecords,
  reindexLibrary,
  repairCutDois,
  embedLibrary,
  prepareQuestions,
  learnTerms,
  reviseReport,
  unpackBatch,
  advanceBatches,
] as unknown as Job[]

/** A context with the kind of its database. */
interface ServedBase {
  base: BaseContext
  kind: 'sqlite' | 'postgres'
}

interface ServerParts {
  base: BaseContext
  /** Pages outside `/api` besides those of MCP and of shared reports. */
  pages: ((app: FastifyInstance) => Promise<void> | void)[]
  /** Ends the runs of this process, see `startWork`. */
  endRuns: () => Promise<unknown>
}

/** How long streamed runs (answers, researches) may still finish by themselves when the server stops, ms. */
const SHUTDOWN_GRACE_MS = 1_000

/**
 * Builds the whole server over a context: its calls, pages and job runners. The caller starts listening and running.
 */
export async function assemble({
  base,
  kind,
  pages,
}: ServedBase & Pick<ServerParts, 'pages'>): Promise<{ app: FastifyInstance; runner: Runner }> {
  const { endRuns, runner } = await startWork({ base, kind })
  return { app: await buildServer({ base, pages, endRuns }), runner }
}

/**
 * Starts the runs (answers, researches, checks of manuscripts) of this process. Returns the function that ends them, and
 * the job runners, which the caller starts.
 */
export async function startWork({ base, kind }: ServedBase) {
  base.onAdminCreated = requestStarters
  base.loadReaderState = loadReaderState
  base.workUses = [datasetUses, annotationUses, citingUses, checkUses, reportUses]
  base.requireAccountMayLeave = requireAccountMayLeave
  const runKinds = [
    await startAnswers(base, kind),
    await startResearches(base, kind),
    await startManuscriptChecks(base, kind),
  ]
  const runner = combineRunners(
    createRunner({ ctx: base, kind, jobs, schedules }),
    createParseRunner({ ctx: base, kind }),
  )
  return { endRuns: () => Promise.all(runKinds.map((runs) => runs.stop(SHUTDOWN_GRACE_MS))), runner }
}

/** Builds the HTTP server over a context, whose work was started. */
export function buildServer({ base, pages, endRuns }: ServerParts): Promise<FastifyInstance> {
  return buildApp({
    base,
    routes,
    pages: [serveMcp(base, [createResearchTool]), serveShared(base), ...pages],
    gauges: jobGauges(base),
    endRuns,
    authenticate,
    authenticateToken: authenticateBearer,
    liveSessions: filterLiveSessions,
    isMenuClosed,
  })
}

/**
 * Combines the runner of jobs with that of parses. Parses have their own queue, so a parse that waits for its owner's
 * turn does not occupy a place among the jobs.
 */
function combineRunners(jobs: Runner, parses: ParseRunner): Runner {
  return {
    async drain() {
      // Jobs may enqueue parses, and parses jobs.
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
