import type { api, MenuItem, OutputOf } from '@scinav/contract'
import { create } from 'zustand'

type LogoInfo = OutputOf<typeof api.user.logo>

/** The specification's home state: what the layout and several areas share. */
interface HomeState {
  /** Whether the sider is folded. */
  collapsed: boolean
  /** `{}` until the logo call answered. */
  logoInfo: Partial<LogoInfo>
  menuItems: MenuItem[]
  /** Menu paths the person may not open. */
  noAuthMenus: string[]
  defaultAgentList: unknown[]
  agentList: unknown[]
  privateDatasetId: string
  engineList: unknown[]
  knowledgeBaseAgentInfo: object
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
