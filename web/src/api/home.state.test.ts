import { expect, test } from 'vitest'
import { useHomeState } from './home.state.ts'
import { useUserInfo } from './user-info.state.ts'

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
