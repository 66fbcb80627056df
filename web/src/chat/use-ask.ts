import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useHomeState } from '../api/specified.state.ts'
import { type Asking, askAddress } from './agent-start.ts'

/** The application that answers from the library. */
const ANSWERER = 'academic_qa'
/** The menu entry of the chat inside the layout. */
const CHAT_MENU = '/scientific'

/**
 * Opens a new chat with the library, which answers a question at once: the one way to ask, from wherever. Nothing where
 * the operator has taken the chat away.
 */
export function useAsk(): ((asking: Asking) => void) | undefined {
  const navigate = useNavigate()
  const isThere = useHomeState(({ defaultAgentList }) => defaultAgentList.some(({ id }) => id === ANSWERER))
  const isStopped = useHomeState(({ noAuthMenus }) => noAuthMenus.some((path) => path.startsWith(CHAT_MENU)))
  const ask = useCallback(
    (asking: Asking) => {
      const { question } = asking
      const immediatelyChatParams = { application_id: ANSWERER, question }
      if (question) useHomeState.setState({ immediatelyChat: true, immediatelyChatParams })
      void navigate(askAddress(asking))
    },
    [navigate],
  )
  return isThere && !isStopped ? ask : undefined
}
