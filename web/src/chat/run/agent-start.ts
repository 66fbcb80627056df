import { isEmpty } from '@scinav/contract'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useHomeState } from '../../api/specified.state.ts'

interface ChatStart {
  /** Asked at once, as the chat's first question. */
  question?: string
  /** The papers that the chat is about. */
  paper_id_list?: readonly string[]
}

/** The address of a new chat with an application. */
export function agentAddress(
  application_id: string,
  { question, paper_id_list = [] }: ChatStart = {},
): string {
  const query = new URLSearchParams({ application_id })
  if (question) query.set('question', question)
  for (const id of paper_id_list) query.append('paper_id_list', id)
  return `/agent?${query}`
}

/** Where an application begins: its screen, or its chat. */
export const startAddress = ({ id, screen }: { id: string; screen?: string | null }): string =>
  screen || agentAddress(id)

/** What is asked in the chat inside the layout, about what, and where evidence is looked for. */
export interface AskRequest extends ChatStart {
  engines?: readonly string[]
  /** A knowledge base, or a folder of it, that a research is narrowed to. */
  dataset_id?: string
  folder_id?: string
}

/** The address of a new chat with the library: wherever something is asked, it is asked there. */
export function askAddress(asking: AskRequest): string {
  const query = askQuery(asking)
  // Stays in the address when the question has gone out.
  if (asking.question) query.set('query', asking.question)
  return `/scientific/searchResult?${query}`
}

/** The address of a deep research that is still to be begun. */
export const researchAddress = (asking: AskRequest): string => `${RESEARCH_MENU}?${askQuery(asking)}`

function askQuery(asking: AskRequest): URLSearchParams {
  const { question, paper_id_list = [], engines = [], dataset_id, folder_id } = asking
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ question, dataset_id, folder_id }))
    if (value) query.set(name, value)
  for (const engine of engines) query.append('engines', engine)
  for (const id of paper_id_list) query.append('paper_id_list', id)
  return query
}

const inputsKey = (application_id: string) => `scinav.inputs:${application_id}`
const draftKey = (application_id: string) => `scinav.draft:${application_id}`

/** Leaves what was filled into an application's form for the chat that opens next. Empty fields are left out. */
export function storeInputs(application_id: string, inputs: Readonly<Record<string, string>>): void {
  const filled = Object.fromEntries(Object.entries(inputs).filter(([, value]) => !isEmpty(value.trim())))
  storeItem(inputsKey(application_id), JSON.stringify(filled))
}

/** Takes what was filled into the form; the second time there is nothing. */
export function takeInputs(application_id: string): Record<string, string> {
  const text = takeItem(inputsKey(application_id))
  // Written by `leaveInputs` alone.
  return text ? (JSON.parse(text) as Record<string, string>) : {}
}

/** Leaves a text that waits in the chat's field, not sent yet. */
export const storeDraft = (application_id: string, text: string): void =>
  storeItem(draftKey(application_id), text)

/** Takes the text that waits in the chat's field; the second time there is none. */
export const takeDraft = (application_id: string): string => takeItem(draftKey(application_id)) ?? ''

// A browser may refuse to store: the chat then begins empty.
function storeItem(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {}
}

function takeItem(key: string): string | null {
  try {
    const value = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return value
  } catch {
    return null
  }
}

/** The application that answers from the library. */
const LIBRARY_APPLICATION = 'academic_qa'
/** The menu entries of the chat inside the layout, and of deep research. */
const CHAT_MENU = '/scientific'
const RESEARCH_MENU = '/deepResearch'
const CITATION_MENU = '/aiCitation'

/** What a text waits under that wants references. */
export const CITATION_DRAFT = 'ai_citation'

/**
 * Opens a new chat with the library, which answers a question at once: the one way to ask, from wherever. Nothing where
 * the operator has taken the chat away.
 */
export function useAsk(): ((asking: AskRequest) => void) | undefined {
  const navigate = useNavigate()
  const isThere = useHomeState(({ defaultAgentList }) =>
    defaultAgentList.some(({ id }) => id === LIBRARY_APPLICATION),
  )
  const isStopped = useHomeState(({ noAuthMenus }) => noAuthMenus.some((path) => path.startsWith(CHAT_MENU)))
  const ask = useCallback(
    (asking: AskRequest) => {
      const { question } = asking
      const immediatelyChatParams = { application_id: LIBRARY_APPLICATION, question }
      if (question) useHomeState.setState({ immediatelyChat: true, immediatelyChatParams })
      void navigate(askAddress(asking))
    },
    [navigate],
  )
  return isThere && !isStopped ? ask : undefined
}

/** Goes to where a deep research is begun, with its question filled in. Nothing where the operator has closed it. */
export function useResearch(): ((asking: AskRequest) => void) | undefined {
  const navigate = useNavigate()
  const isStopped = useHomeState(({ noAuthMenus }) => noAuthMenus.includes(RESEARCH_MENU))
  const research = useCallback((asking: AskRequest) => void navigate(researchAddress(asking)), [navigate])
  return isStopped ? undefined : research
}

/** Goes to where a text gets references, with the text filled in. Nothing where the operator has closed it. */
export function useCite(): ((asking: AskRequest) => void) | undefined {
  const navigate = useNavigate()
  const isStopped = useHomeState(({ noAuthMenus }) => noAuthMenus.includes(CITATION_MENU))
  const cite = useCallback(
    ({ question = '', engines = [] }: AskRequest) => {
      // A text is too long for an address.
      storeDraft(CITATION_DRAFT, question)
      void navigate(`${CITATION_MENU}?${askQuery({ engines })}`)
    },
    [navigate],
  )
  return isStopped ? undefined : cite
}
