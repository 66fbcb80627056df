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
/** What the server has. */
let lastSavedState = ''

/** Saves a manuscript on the server once it has rested for a while; of what is under way nothing is saved yet. */
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
    // It was removed elsewhere: what stands here is saved as a new one with the next change.
    if (id && answer.code === 404) setState({ saved_id: undefined })
    return
  }
  lastSavedState = written
  if (getState().text === state.text) setState({ saved_id: answer.data.id })
}

/** How a text begins, without the signs of Markdown and TeX before its first words. */
export const titleOf = (text: string): string =>
  text
    .replace(/^[\s#]+/, '')
    .replace(/^\\[a-z]+\*?\{([^{}]*)\}/, '$1')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TITLE_CHARS) || '文稿'

/** Without proposals where they make it too long; null where it stays too long. */
function serializeState(state: Omit<ManuscriptState, 'saved_id'>): string | null {
  const rest = { ...state, current: undefined }
  const whole = JSON.stringify(rest)
  if (whole.length <= MAX_STATE_CHARS) return whole
  const sentences = state.sentences.map((sentence) => ({ ...sentence, found: undefined }))
  const short = JSON.stringify({ ...rest, sentences })
  return short.length <= MAX_STATE_CHARS ? short : null
}

/** Puts a manuscript of the server in the place of what stands here; says why where it cannot. */
export async function openSavedManuscript(
  { setState }: ManuscriptStore,
  id: string,
): Promise<string | undefined> {
  const answer = await call(api.citing.manuscript, { id })
  if (!answer.success) return answer.message
  // Only `save` writes what is read here.
  const state = JSON.parse(answer.data.state) as ManuscriptState
  lastSavedState = answer.data.state
  setState({ ...state, saved_id: id, isRunning: false })
  return undefined
}
