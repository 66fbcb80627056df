import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Agent, useHomeState } from '../../api/specified.state.ts'
import { showAt } from '../../testing/show.tsx'
import type { AskRequest } from './addresses.ts'
import { useAsk } from './use-start.ts'

const before = useHomeState.getState()
beforeEach(() => {
  // No more of an agent than its id is looked at.
  useHomeState.setState({ ...before, defaultAgentList: [{ id: 'academic_qa' } as Agent] })
})
afterEach(cleanup)

function Asks({ asking }: { asking: AskRequest }) {
  const ask = useAsk()
  return ask ? (
    <button type="button" onClick={() => ask(asking)}>
      提问
    </button>
  ) : (
    <p>无人可问</p>
  )
}

async function asked(asking: AskRequest) {
  const { router } = showAt('/home', <Asks asking={asking} />)
  await act(async () => screen.getByRole('button', { name: '提问' }).click())
  await waitFor(() => expect(router.state.location.pathname).toBe('/scientific/searchResult'))
  return new URLSearchParams(router.state.location.search)
}

test('papers are taken to a chat that waits for a question', async () => {
  const query = await asked({ paper_id_list: ['p1', 'p2'] })
  expect([query.get('question'), query.getAll('paper_id_list')]).toEqual([null, ['p1', 'p2']])
  expect(useHomeState.getState().immediatelyChat).toBe(false)
})

test('a question is asked at once, about what it was asked', async () => {
  const query = await asked({ question: '为何衰减', paper_id_list: ['p1'] })
  expect([query.get('question'), query.getAll('paper_id_list')]).toEqual(['为何衰减', ['p1']])
  expect(useHomeState.getState()).toMatchObject({
    immediatelyChat: true,
    immediatelyChatParams: { question: '为何衰减' },
  })
})

test('where the chat was taken away nobody is asked', () => {
  useHomeState.setState({ noAuthMenus: ['/scientific'] })
  showAt('/home', <Asks asking={{ question: '为何衰减' }} />)
  expect(screen.getByText('无人可问')).toBeTruthy()
})
