import { expect, test } from 'vitest'
import { useCitationState } from './citation.state.ts'

test('citing begins with an empty list of references', () => {
  expect(useCitationState.getInitialState()).toEqual({ referenceList: [] })
})
