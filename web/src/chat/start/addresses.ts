// Addresses that start a chat, a deep-research run or AI citation.

/** How a chat starts. */
export interface ChatStart {
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
  /** Ids of the engines to search; when absent, the library. */
  engines?: readonly string[]
  /** A knowledge base, or one of its folders, that a research run is limited to. */
  dataset_id?: string
  folder_id?: string
}

/**
 * Returns the address of a new chat with the library, where every question is asked. `question` is sent when the chat
 * opens, and then removed so that a reload does not repeat it; `query` stays, for the page title and the list of
 * engines.
 */
export function askAddress(request: AskRequest): string {
  const query = askQuery(request)
  if (request.question) query.set('query', request.question)
  return `/scientific/searchResult?${query}`
}

/** Returns the address for starting a deep-research run. */
export const researchAddress = (request: AskRequest): string => `/deepResearch?${askQuery(request)}`

/** Returns the address of AI citation; the text that needs references is stored as a draft instead. */
export const citationAddress = (engines: readonly string[]): string => `/aiCitation?${askQuery({ engines })}`

/** Returns the parameters of an address that asks a question; those without a value are left out. */
function askQuery({
  question,
  paper_id_list = [],
  engines = [],
  dataset_id,
  folder_id,
}: AskRequest): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ question, dataset_id, folder_id }))
    if (value) query.set(name, value)
  for (const engine of engines) query.append('engines', engine)
  for (const id of paper_id_list) query.append('paper_id_list', id)
  return query
}
