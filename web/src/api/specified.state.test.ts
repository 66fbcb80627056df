import { expect, test } from 'vitest'
import { useUserInfo } from './session.state.ts'
import { useCitationState, useDeepResearchState, useHomeState } from './specified.state.ts'

test('the home state begins as the specification has it: everything empty, everything closed', () => {
  expect(useHomeState.getInitialState()).toEqual({
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
  })
})

test('nobody is logged in at the start', () => {
  expect(useUserInfo.getInitialState()).toEqual({ userInfo: {} })
})

test('deep research begins with no report shown, in the academic style, at its first tab', () => {
  expect(useDeepResearchState.getInitialState()).toEqual({
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
  })
})

test('citing begins with an empty list of references', () => {
  expect(useCitationState.getInitialState()).toEqual({ referenceList: [] })
})
