import { expect, test } from 'vitest'
import { useDeepResearchState } from './deep-research.state.ts'

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
