// Sets the messages of validation errors; the import is needed for its effect.
import './issues.ts'
import { accountApi } from './account.ts'
import { adminApi } from './admin.ts'
import { annotationsApi } from './annotations.ts'
import { baseArchiveApi } from './base-archive.ts'
import { chatApi } from './chat.ts'
import { chatRecordsApi } from './chat-records.ts'
import { citationApi } from './citation.ts'
import { citationStylesApi } from './citation-styles.ts'
import { citingApi, MAX_CITED_TEXT_CHARS } from './citing.ts'
import { combineApi } from './combine.ts'
import { datasetDocumentsApi } from './dataset-documents.ts'
import { datasetSearchApi } from './dataset-search.ts'
import { datasetStatisticsApi } from './dataset-statistics.ts'
import { datasetsApi } from './datasets.ts'
import { deepResearchApi } from './deep-research.ts'
import { filesApi } from './files.ts'
import { foldersApi } from './folders.ts'
import { searchHistoryApi, viewsApi } from './history.ts'
import { ingestionApi } from './ingestion.ts'
import { jobsApi } from './jobs.ts'
import { journalsApi } from './journals.ts'
import { libraryApi, uploadApi } from './library.ts'
import { manuscriptBatchesApi } from './manuscript-batches.ts'
import { manuscriptChecksApi } from './manuscript-checks.ts'
import { mcpApi } from './mcp.ts'
import { modelComparisonApi, modelsApi } from './models.ts'
import { noticesApi } from './notices.ts'
import { papersApi } from './papers.ts'
import { passagesApi } from './passages.ts'
import { preferencesApi } from './preferences.ts'
import { projectFilesApi, projectsApi } from './projects.ts'
import { readingApi } from './reading.ts'
import { readingHelpApi } from './reading-help.ts'
import { recommendationApi } from './recommendation.ts'
import { MAX_LISTED_REFERENCES, MAX_REFERENCE_LIST_CHARS, referencesApi } from './references.ts'
import { reportRevisionsApi } from './report-revisions.ts'
import { reportSharingApi } from './report-sharing.ts'
import { resourcesApi } from './resources.ts'
import { searchApi } from './search.ts'
import { sharedWithChatsApi } from './shared-with-chats.ts'
import { tagsApi } from './tags.ts'
import { ACCESS_TOKEN_PREFIX, tokensApi } from './tokens.ts'
import { toolsApi } from './tools.ts'
import { translateApi } from './translate.ts'
import { userApi } from './user.ts'

export type { LinkResult } from './account.ts'
export {
  ANSWER_CUT,
  type AnswerState,
  answerEngine,
  applyAnswerEvent,
  emptyAnswer,
  NO_MODEL_USED,
  NOTHING_FOUND,
  swapRevision,
} from './answer-state.ts'
export {
  type AnswerEvent,
  type AnswerFaultCode,
  type AnswerRevision,
  answerFaults,
  type Citation,
  type ToolCall,
} from './answers.ts'
export { applyResearchEvent } from './apply-research-event.ts'
export { authorNames } from './author-names.ts'
export { blankWork } from './blank-work.ts'
export { exportFormats, type NationalOptions, nationalOptions } from './citation.ts'
export { type EngineId, engineIds } from './combine.ts'
export { isEmpty } from './empty.ts'
export type { Endpoint, Endpoints, InputOf, OutputOf, ParsedInputOf, TokenScope } from './endpoint.ts'
export type { FolderTree } from './folders.ts'
export type { EditedRecord } from './ingestion.ts'
export type { JournalClass } from './journals.ts'
export { importExtension, importExtensions, rankLists } from './library.ts'
export { lightMarkdown, lightMarkdownPlugin } from './light-markdown.ts'
export {
  batchThesisOrders,
  batchThesisStates,
  MANUSCRIPT_BATCH_LIMITS,
  manuscriptBatchFormats,
} from './manuscript-batches.ts'
export {
  applyManuscriptCheckEvent,
  emptyManuscriptCheck,
  type ManuscriptCheckEvent,
} from './manuscript-check-events.ts'
export {
  manuscriptGroupNames,
  manuscriptKindNames,
  manuscriptSeverityNames,
} from './manuscript-check-names.ts'
export {
  type CheckedEntry,
  type CheckedManuscript,
  MANUSCRIPT_CHECK_LIMITS,
  type ManuscriptCheckState,
  type ManuscriptFinding,
  type ManuscriptPlace,
  manuscriptFindingGroups,
  manuscriptFindingKinds,
  manuscriptSeverities,
  manuscriptStages,
} from './manuscript-check-shapes.ts'
export { manuscriptExportFormats } from './manuscript-checks.ts'
export { type ProblemId, problemCode, problemIssue, problemMessage, problems } from './problems.ts'
export { readRecord, readWork } from './read-work.ts'
export { readingLink } from './reading-link.ts'
export { stripRedacted } from './redaction.ts'
export { describeDifference } from './references.ts'
export { groupMarkers, joinRepeatedMarkers } from './repeated-markers.ts'
export type { ResearchEvent } from './research-events.ts'
export {
  RESEARCH_DEPTHS,
  RESEARCH_LIMITS,
  type ResearchDepth,
  researchDepths,
} from './research-limits.ts'
export {
  type ModelFallback,
  type PlanStep,
  type ReportCheck,
  type ReportNotice,
  type ReportReference,
  type ReportSection,
  type ReportStyle,
  type ResearchEvidence,
  type ResearchKind,
  type ResearchNote,
  type ResearchPlan,
  type ResearchReport,
  type ResearchSource,
  type ResearchSources,
  type ResearchSynthesis,
  reportStyles,
  researchStates,
  type SectionChart,
} from './research-shapes.ts'
export { emptyResearch, type ResearchState } from './research-state.ts'
export { resourceAccess } from './resources.ts'
export { facetNames } from './search.ts'
export { type LiteralSpan, literalSpans, withDoubleDollars } from './text/literal-spans.ts'
export { modelBaseUrl, modelCallUrl } from './text/model-address.ts'
export { withoutNul } from './text/without-nul.ts'
export {
  accountRule,
  codeRule,
  contactRule,
  enteredPasswordRule,
  fileNameRule,
  listNameRule,
  nickNameRule,
  normalizeContact,
  passwordRule,
  projectNameRule,
  type TextRule,
} from './text-rules.ts'
export { promptKinds, promptTypes, SUMMARY_QUESTION } from './tools.ts'
export { chipKey, type UnderstoodChip, type UnderstoodQuestion } from './understood-question.ts'
export type { MenuItem } from './user.ts'
export type { Creator, Reference, Work } from './work.ts'
export { reference, work } from './work.ts'
export type { WorkNotice } from './work-notice.ts'
export { RESOURCE_TYPE } from './work-values.ts'
export { ACCESS_TOKEN_PREFIX, MAX_CITED_TEXT_CHARS, MAX_LISTED_REFERENCES, MAX_REFERENCE_LIST_CHARS }

/**
 * Every HTTP call of the product, grouped by area. It is the only source of paths and shapes for server, client and
 * tests.
 */
export const api = {
  user: { ...userApi, ...accountApi },
  jobs: jobsApi,
  notices: noticesApi,
  admin: adminApi,
  papers: {
    ...searchApi,
    ...papersApi,
    ...recommendationApi,
    ...searchHistoryApi,
    ...viewsApi,
    ...journalsApi,
  },
  combine: combineApi,
  preferences: preferencesApi,
  projects: { ...projectsApi, ...projectFilesApi },
  ingestion: ingestionApi,
  passages: passagesApi,
  datasets: {
    ...datasetsApi,
    ...datasetDocumentsApi,
    ...foldersApi,
    ...tagsApi,
    ...datasetStatisticsApi,
    ...datasetSearchApi,
  },
  baseArchive: baseArchiveApi,
  resources: resourcesApi,
  citation: citationApi,
  references: referencesApi,
  citationStyles: citationStylesApi,
  citing: citingApi,
  manuscriptChecks: manuscriptChecksApi,
  manuscriptBatches: manuscriptBatchesApi,
  upload: uploadApi,
  files: filesApi,
  library: libraryApi,
  tools: toolsApi,
  models: modelsApi,
  modelComparison: modelComparisonApi,
  mcp: mcpApi,
  tokens: tokensApi,
  chat: { ...chatApi, ...chatRecordsApi, ...sharedWithChatsApi },
  deepResearch: { ...deepResearchApi, ...reportSharingApi, ...reportRevisionsApi },
  translate: translateApi,
  reading: { ...readingApi, ...readingHelpApi },
  annotations: annotationsApi,
}

/** Groups that `api` merges, exported because different features of the server implement them. */
export {
  chatApi,
  chatRecordsApi,
  journalsApi,
  papersApi,
  projectFilesApi,
  projectsApi,
  recommendationApi,
  searchApi,
  searchHistoryApi,
  sharedWithChatsApi,
  viewsApi,
}
