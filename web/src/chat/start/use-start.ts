import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useHomeState } from '../../api/specified.state.ts'
import { type AskRequest, askAddress, citationAddress, researchAddress } from './addresses.ts'
import { CITATION_DRAFT, storeDraft } from './stored-input.ts'

/** The application that answers from the library. */
const LIBRARY_APPLICATION = 'academic_qa'

/** Menu paths of the chat inside the layout, of deep research and of AI citation; the operator can disable each. */
const CHAT_MENU = '/scientific'
const RESEARCH_MENU = '/deepResearch'
const CITATION_MENU = '/aiCitation'

/**
 * Returns the function that opens a new chat with the library and sends a question; undefined when the operator has
 * disabled the chat. The question travels in the address; `immediatelyChat` only reports it in the state that the
 * specification prescribes.
 */
export function useAsk(): ((request: AskRequest) => void) | undefined {
  const navigate = useNavigate()
  const isOffered = useHomeState(({ defaultAgentList }) =>
    defaultAgentList.some(({ id }) => id === LIBRARY_APPLICATION),
  )
  const isDisabled = useHomeState(({ noAuthMenus }) => noAuthMenus.some((path) => path.startsWith(CHAT_MENU)))
  const ask = useCallback(
    (request: AskRequest) => {
      const { question } = request
      const immediatelyChatParams = { application_id: LIBRARY_APPLICATION, question }
      if (question) useHomeState.setState({ immediatelyChat: true, immediatelyChatParams })
      void navigate(askAddress(request))
    },
    [navigate],
  )
  return isOffered && !isDisabled ? ask : undefined
}

/**
 * Returns the function that opens deep research with its question filled in; undefined when the operator has disabled
 * it.
 */
export function useResearch(): ((request: AskRequest) => void) | undefined {
  const navigate = useNavigate()
  const isDisabled = useHomeState(({ noAuthMenus }) => noAuthMenus.includes(RESEARCH_MENU))
  const research = useCallback((request: AskRequest) => void navigate(researchAddress(request)), [navigate])
  return isDisabled ? undefined : research
}

/** Returns the function that opens AI citation with a text filled in; undefined when the operator has disabled it. */
export function useCite(): ((request: AskRequest) => void) | undefined {
  const navigate = useNavigate()
  const isDisabled = useHomeState(({ noAuthMenus }) => noAuthMenus.includes(CITATION_MENU))
  const cite = useCallback(
    ({ question = '', engines = [] }: AskRequest) => {
      // The text is stored because it is too long for an address.
      storeDraft(CITATION_DRAFT, question)
      void navigate(citationAddress(engines))
    },
    [navigate],
  )
  return isDisabled ? undefined : cite
}
