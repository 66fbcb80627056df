// The state that the product's specification (docs/spec-trace.md) prescribes field by field, under the specification's
// names. Fields that no screen reads (`Unread…`) exist only so that the state is complete.

import type { api, MenuItem, OutputOf, ReportStyle } from '@scinav/contract'
import { create } from 'zustand'

type LogoInfo = OutputOf<typeof api.user.logo>
/** An agent the user can chat with. */
export type Agent = OutputOf<typeof api.tools.agents>[number]

/** The part of the specification's home state that screens share: one screen sets it, another reads it. */
interface SharedHomeState {
  /** Whether the sidebar is collapsed. */
  collapsed: boolean
  /** `{}` until the logo call has responded. */
  logoInfo: Partial<LogoInfo>
  menuItems: MenuItem[]
  /** Paths of the menus the user may not open. */
  noAuthMenus: string[]
  /** The agents that any screen may offer (`default_agent` of an application). */
  defaultAgentList: Agent[]
  /** The agents of the home screen (`index_flag`). */
  agentList: Agent[]
  /** Whether the summary of the open paper is shown at the side. */
  summaryDrawerOpen: boolean
  /** Whether the assistant, a chat beside the screen, is open. */
  aiRobotOpen: boolean
  /** Whether a question typed on the home screen is on its way to a chat, which has not accepted it yet. */
  immediatelyChat: boolean
  /** That question with its application; `{}` while there has been none. */
  immediatelyChatParams: { application_id?: string; question?: string | undefined }
  /** Ids of the papers listed on the screen. */
  paperIdList: string[]
}

/** Fields that are loaded at every log-in only to be available here; screens read such data with `useRead`. */
interface UnreadLoadedState {
  /** Empty until the call has responded, and when it failed, as are the others. */
  privateDatasetId: string
  engineList: unknown[]
  knowledgeBaseAgentInfo: Partial<Agent>
}

/** Fields that keep their initial value. */
interface UnreadHomeState {
  currentPaperType: string
  paperList: unknown[]
  allDatasetList: unknown[]
  projectDatasetList: unknown[]
}

/** The home state of the specification. */
export const useHomeState = create<SharedHomeState & UnreadLoadedState & UnreadHomeState>()(() => ({
  collapsed: false,
  logoInfo: {},
  menuItems: [],
  noAuthMenus: [],
  defaultAgentList: [],
  agentList: [],
  summaryDrawerOpen: false,
  aiRobotOpen: false,
  immediatelyChat: false,
  immediatelyChatParams: {},
  paperIdList: [],
  privateDatasetId: '',
  engineList: [],
  knowledgeBaseAgentInfo: {},
  currentPaperType: '',
  paperList: [],
  allDatasetList: [],
  projectDatasetList: [],
}))

/** 0 running · 1 done · 2 failed · 3 hidden. */
type ReportLoading = 0 | 1 | 2 | 3

/** The part of the specification's deep-research state that its screen reads. */
interface SharedResearchState {
  /** Whether a report is visible. */
  reportVis: boolean
  reportLoading: ReportLoading
  activeTab: 'research' | 'report'
  /** The style chosen for the next research run. */
  reportStyle: ReportStyle
  /** Ids of the MCP servers that the next research run also queries. */
  chooseMcpList: string[]
}

/**
 * Fields that no screen reads: about the open run and the MCP servers.
 */
interface UnreadResearchState {
  reportId: string
  threadId: string
  applicationId: string
  /**
   * Ids of the questions asked about the report, the questions by id, and the file attached to the next one; all empty.
   */
  qaIds: string[]
  qaObject: Record<string, unknown>
  file: unknown
  /** All MCP servers that the operator offers. */
  mcpList: unknown[]
  /** Those of `mcpList` that the user has enabled and that respond. */
  mcpSettingList: unknown[]
}

/** The deep-research state of the specification. */
export const useDeepResearchState = create<SharedResearchState & UnreadResearchState>()(() => ({
  reportVis: false,
  qaIds: [],
  qaObject: {},
  reportLoading: 3,
  reportId: '',
  threadId: '',
  applicationId: '',
  activeTab: 'research',
  file: null,
  reportStyle: 'academic',
  mcpList: [],
  mcpSettingList: [],
  chooseMcpList: [],
}))

/** The specification's citation state: the reference list of the open manuscript, as printed. */
export const useCitationState = create<{ referenceList: unknown[] }>()(() => ({ referenceList: [] }))
