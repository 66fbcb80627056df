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
  /** The default agents, for screens that need one. */
  defaultAgentList: Agent[]
  /** Agents of the home screen. */
  agentList: Agent[]
  summaryDrawerOpen: boolean
  aiRobotOpen: boolean
  /** A question typed on /home is sent in the chat at once. */
  immediatelyChat: boolean
  immediatelyChatParams: object
  /** Ids of the papers listed on the screen. */
  paperIdList: string[]
}

/**
 * Fields that the specification lists but no screen reads. The first three are loaded at every log-in only to be
 * available here, the others keep their initial value. Screens read such data where they need it (`useRead`).
 */
interface UnreadHomeState {
  privateDatasetId: string
  engineList: unknown[]
  /** `{}` until the call has responded, and when it failed. */
  knowledgeBaseAgentInfo: Partial<Agent>
  currentPaperType: string
  paperList: unknown[]
  allDatasetList: unknown[]
  projectDatasetList: unknown[]
}

/** The home state of the specification. */
export const useHomeState = create<SharedHomeState & UnreadHomeState>()(() => ({
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
 * Fields that the specification lists but no screen reads: about the open run and the MCP servers. Files and questions
 * are read where they are needed.
 */
interface UnreadResearchState {
  reportId: string
  threadId: string
  applicationId: string
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
