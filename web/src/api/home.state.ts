import type { api, MenuItem, OutputOf } from '@scinav/contract'
import { create } from 'zustand'

type LogoInfo = OutputOf<typeof api.user.logo>
/** Something to talk to. */
export type Agent = OutputOf<typeof api.tools.agents>[number]

/** The specification's home state: what the layout and several areas share. */
interface HomeState {
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
  privateDatasetId: string
  engineList: unknown[]
  /** `{}` until the call answered, and where it failed. */
  knowledgeBaseAgentInfo: Partial<Agent>
  summaryDrawerOpen: boolean
  aiRobotOpen: boolean
  /** A question typed on /home goes on to the chat at once. */
  immediatelyChat: boolean
  immediatelyChatParams: object
  currentPaperType: string
  paperIdList: string[]
  paperList: unknown[]
  allDatasetList: unknown[]
  projectDatasetList: unknown[]
}

export const useHomeState = create<HomeState>()(() => ({
  collapsed: false,
  logoInfo: {},
  menuItems: [],
  noAuthMenus: [],
  defaultAgentList: [],
  agentList: [],
  privateDatasetId: '',
  engineList: [],
  knowledgeBaseAgentInfo: {},
  summaryDrawerOpen: false,
  aiRobotOpen: false,
  immediatelyChat: false,
  immediatelyChatParams: {},
  currentPaperType: '',
  paperIdList: [],
  paperList: [],
  allDatasetList: [],
  projectDatasetList: [],
}))
