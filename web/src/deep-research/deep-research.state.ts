import { create } from 'zustand'

/** 0 running · 1 done · 2 failed · 3 not shown. */
export type ReportLoading = 0 | 1 | 2 | 3

/** The specification's deep-research state. */
interface DeepResearchState {
  reportVis: boolean
  qaIds: string[]
  qaObject: Record<string, unknown>
  reportLoading: ReportLoading
  reportId: string
  threadId: string
  applicationId: string
  activeTab: 'research' | 'report'
  file: unknown
  reportStyle: 'academic' | 'popular_science' | 'news' | 'social_media' | 'strategic'
  mcpList: unknown[]
  mcpSettingList: unknown[]
  chooseMcpList: unknown[]
}

export const useDeepResearchState = create<DeepResearchState>()(() => ({
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
