import { isEmpty } from '@scinav/contract'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useHomeState } from '../../api/specified.state.ts'

interface ChatStart {
  /** The chat's first question, sent as soon as it opens. */
  question?: string
  /** The papers that the chat is about. */
  paper_id_list?: readonly string[]
}

/** Returns the address of a new chat with an application. */
export function agentAddress(
  application_id: string,
  { question, paper_id_list = [] }: ChatStart = {},
): string {
  const query = new URLSearchParams({ application_id })
  if (question) query.set('question', question)
  for (const id of paper_id_list) query.append('paper_id_list', id)
  return `/agent?${query}`
}

/** Returns the address where an application starts: its own screen, or a chat. */
export const startAddress = ({ id, screen }: { id: string; screen?: string | null }): string =>
  screen || agentAddress(id)

/** A question for the chat inside the layout: its subject, and where evidence is searched. */
export interface AskRequest extends ChatStart {
  engines?: readonly string[]
  /** A knowledge base, or one of its folders, that a research run is limited to. */
  dataset_id?: string
  folder_id?: string
}

/** Returns the address of a new chat with the library, where every question is asked. */
export function askAddress(asking: AskRequest): string {
  const query = askQuery(asking)
  // Remains in the address after the question has been sent.
  if (asking.question) query.set('query', asking.question)
  return `/scientific/searchResult?${query}`
}

/** Returns the address for starting a deep-research run. */
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

/** Stores the values of an application's form for the chat that opens next. Empty fields are left out. */
export function storeInputs(application_id: string, inputs: Readonly<Record<string, string>>): void {
  const filled = Object.fromEntries(Object.entries(inputs).filter(([, value]) => !isEmpty(value.trim())))
  storeItem(inputsKey(application_id), JSON.stringify(filled))
}

/** Reads and removes the stored form values; a second call returns none. */
export function takeInputs(application_id: string): Record<string, string> {
  const text = takeItem(inputsKey(application_id))
  // Only written by `storeInputs`.
  return text ? (JSON.parse(text) as Record<string, string>) : {}
}

/** Stores a draft that prefills the chat's field. */
export const storeDraft = (application_id: string, text: string): void =>
  storeItem(draftKey(application_id), text)

/** Reads and removes the stored draft; a second call returns ''. */
export const takeDraft = (application_id: string): string => takeItem(draftKey(application_id)) ?? ''

// A browser may refuse to store data; the chat then starts empty.
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
/** Menu paths of the chat inside the layout, of deep research and of AI citation. */
const CHAT_MENU = '/scientific'
const RESEARCH_MENU = '/deepResearch'
const CITATION_MENU = '/aiCitation'

/** The key of a stored draft that needs references. */
export const CITATION_DRAFT = 'ai_citation'

/**
 * Returns the function that opens a new chat with the library and sends a question; undefined when the operator has
 * disabled the chat.
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

/**
 * Returns the function that opens deep research with its question filled in; undefined when the operator has disabled
 * it.
 */
export function useResearch(): ((asking: AskRequest) => void) | undefined {
  const navigate = useNavigate()
  const isStopped = useHomeState(({ noAuthMenus }) => noAuthMenus.includes(RESEARCH_MENU))
  const research = useCallback((asking: AskRequest) => void navigate(researchAddress(asking)), [navigate])
  return isStopped ? undefined : research
}

/** Returns the function that opens AI citation with a text filled in; undefined when the operator has disabled it. */
export function useCite(): ((asking: AskRequest) => void) | undefined {
  const navigate = useNavigate()
  const isStopped = useHomeState(({ noAuthMenus }) => noAuthMenus.includes(CITATION_MENU))
  const cite = useCallback(
    ({ question = '', engines = [] }: AskRequest) => {
      // The text is stored because it is too long for an address.
      storeDraft(CITATION_DRAFT, question)
      void navigate(`${CITATION_MENU}?${askQuery({ engines })}`)
    },
    [navigate],
  )
  return isStopped ? undefined : cite
}
