import { api } from '@scinav/contract'
import { call } from '../../api/call.ts'
import { isLoggedIn, useUserInfo } from '../../api/session.state.ts'
import type { ManuscriptState } from './manuscript.ts'

const SAVE_AFTER_MS = 2_000
const MAX_TITLE_CHARS = 60
const MAX_STATE_CHARS = 1_000_000

interface ManuscriptStore {
  getState: () => ManuscriptState
  setState: (change: Partial<ManuscriptState>) => void
}

let timer: ReturnType<typeof setTimeout> | undefined
/** The state last saved on the server. */
let lastSavedState = ''

/** Saves a manuscript on the server after a delay without changes; nothing is saved while a run is active. */
export function scheduleSave(store: ManuscriptStore): void {
  clearTimeout(timer)
  const { text, isRunning } = store.getState()
  if (text === '' || isRunning || !isLoggedIn(useUserInfo.getState().userInfo)) return
  timer = setTimeout(() => void saveManuscript(store), SAVE_AFTER_MS)
}

async function saveManuscript({ getState, setState }: ManuscriptStore): Promise<void> {
  const { saved_id: id, ...state } = getState()
  const written = serializeState(state)
  if (written === null || written === lastSavedState) return
  const title = titleOf(state.text)
  const answer = await call(api.citing.saveManuscript, { ...(id && { id }), title, state: written })
  if (!answer.success) {
    // It was deleted elsewhere; the next change saves this one as a new manuscript.
    if (id && answer.code === 404) setState({ saved_id: undefined })
    return
  }
  lastSavedState = written
  if (getState().text === state.text) setState({ saved_id: answer.data.id })
}

/** Returns the beginning of a text as its title, without leading Markdown and TeX syntax. */
export const titleOf = (text: string): string =>
  text
    .replace(/^[\s#]+/, '')
    .replace(/^\\[a-z]+\*?\{([^{}]*)\}/, '$1')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TITLE_CHARS) || '文稿'

/** Serializes the state, without proposals when they make it too long; null when it is still too long. */
function serializeState(state: Omit<ManuscriptState, 'saved_id'>): string | null {
  const rest = { ...state, current: undefined }
  const whole = JSON.stringify(rest)
  if (whole.length <= MAX_STATE_CHARS) return whole
  const sentences = state.sentences.map((sentence) => ({ ...sentence, found: undefined }))
  const short = JSON.stringify({ ...rest, sentences })
  return short.length <= MAX_STATE_CHARS ? short : null
}

/** Opens a manuscript from the server in place of the present one; resolves to an error message, or undefined. */
export async function openSavedManuscript(
  { setState }: ManuscriptStore,
  id: string,
): Promise<string | undefined> {
  const answer = await call(api.citing.manuscript, { id })
  if (!answer.success) return answer.message
  // Only `saveManuscript` writes this data.
  const state = JSON.parse(answer.data.state) as ManuscriptState
  lastSavedState = answer.data.state
  setState({ ...state, saved_id: id, isRunning: false })
  return undefined
}
