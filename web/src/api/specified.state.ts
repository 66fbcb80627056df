import type { api, MenuItem, OutputOf, ReportStyle } from '@scinav/contract'
import { create } from 'zustand'

type LogoInfo = OutputOf<typeof api.user.logo>
/** Something to talk to. */
export type Agent = OutputOf<typeof api.tools.agents>[number]

/** Of the specification's home state what screens share: what one of them sets and another reads. */
interface SharedHomeState {
  /** Whether the sider is folded. */
  collapsed: boolean
  /** `{}` until the logo call answered. */
  logoInfo: Partial<LogoInfo>
  menuItems: MenuItem[]
  /** Menu paths the person may not open. */
  noAuthMenus: string[]
  /** Agents that are there from the start, wherever a screen needs one. */
  defaultAgentList: Agent[]
  /** Agents of the home screen. */
  agentList: Agent[]
  summaryDrawerOpen: boolean
  aiRobotOpen: boolean
  /** A question typed on /home goes on to the chat at once. */
  immediatelyChat: boolean
  immediatelyChatParams: object
  /** The papers of the list on the screen. */
  paperIdList: string[]
}

/**
 * What the specification lists besides and no screen reads: the first three are loaded at every log-in, for nothing
 * but to stand here, the others stay as they are. Screens read such things where they need them (`useRead`).
 */
interface UnreadHomeState {
  privateDatasetId: string
  engineList: unknown[]
  /** `{}` until the call answered, and where it failed. */
  knowledgeBaseAgentInfo: Partial<Agent>
  currentPaperType: string
  paperList: unknown[]
  allDatasetList: unknown[]
  projectDatasetList: unknown[]
}

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

/** 0 running · 1 done · 2 failed · 3 not shown. */
type ReportLoading = 0 | 1 | 2 | 3

/** Of the specification's deep-research state what its screen reads. */
interface SharedResearchState {
  /** Whether there is a report to look at. */
  reportVis: boolean
  reportLoading: ReportLoading
  activeTab: 'research' | 'report'
  /** Chosen for the next research. */
  reportStyle: ReportStyle
  /** The servers of tools that the next research asks too. */
  chooseMcpList: string[]
}

/**
 * What the specification lists besides: of the open run and of the servers of tools (all, and those that can be chosen), for
 * whoever looks for it here; files and questions are read where they are needed.
 */
interface UnreadResearchState {
  reportId: string
  threadId: string
  applicationId: string
  qaIds: string[]
  qaObject: Record<string, unknown>
  file: unknown
  mcpList: unknown[]
  mcpSettingList: unknown[]
}

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

/** The specification's citation state: the list of references of the manuscript that is open, as it is printed. */
export const useCitationState = create<{ referenceList: unknown[] }>()(() => ({ referenceList: [] }))
