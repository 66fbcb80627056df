import { api } from '@scinav/contract'
import { call } from '../../api/call.ts'
import { isLoggedIn, useUserInfo } from '../../api/session.state.ts'
import type { ManuscriptState } from './manuscript.ts'

/** Time without changes after which a manuscript is saved, in milliseconds. */
const SAVE_DELAY_MS = 2_000

/** Limits of the call, in characters. */
const MAX_TITLE_CHARS = 60
const MAX_STATE_CHARS = 1_000_000

/** The store of the open manuscript; passed in, because it imports this file. */
interface ManuscriptStore {
  getState: () => ManuscriptState
  setState: (change: Partial<ManuscriptState>) => void
}

/** The timer of the next save. */
let timer: ReturnType<typeof setTimeout> | undefined
/** Resolves when the last save has ended; the next one waits for it, because it needs the id that it received. */
let saving = Promise.resolve()
/** The state last saved on the server. */
let lastSavedState = ''

/** Saves a manuscript on the server after a delay without changes; nothing is saved while a run is active. */
export function scheduleServerSave(store: ManuscriptStore): void {
  clearTimeout(timer)
  const { text, isRunning } = store.getState()
  if (text === '' || isRunning || !isLoggedIn(useUserInfo.getState().userInfo)) return
  timer = setTimeout(() => {
    saving = saving.then(() => saveManuscript(store))
  }, SAVE_DELAY_MS)
}

/**
 * Saves the manuscript unless it is saved already or too long, and keeps the id that the server gives it. A failure is
 * not reported: the next change saves it again.
 */
async function saveManuscript({ getState, setState }: ManuscriptStore): Promise<void> {
  const { saved_id: id, ...state } = getState()
  const serialized = serializeState(state)
  if (serialized === null || serialized === lastSavedState) return
  const title = titleOf(state.text)
  const answer = await call(api.citing.saveManuscript, { ...(id && { id }), title, state: serialized })
  if (!answer.success) {
    // It was deleted elsewhere; the next change saves this one as a new manuscript.
    if (id && answer.code === 404) setState({ saved_id: undefined })
    return
  }
  lastSavedState = serialized
  if (getState().text === state.text) setState({ saved_id: answer.data.id })
}

/**
 * Returns the beginning of a text as its title, without leading Markdown (`# `) and TeX syntax (`\title{…}`); 文稿 (a
 * manuscript) when nothing remains.
 */
export const titleOf = (text: string): string =>
  text
    .replace(/^[\s#]+/, '')
    .replace(/^\\[a-z]+\*?\{([^{}]*)\}/, '$1')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TITLE_CHARS) || '文稿'

/** Serializes the state, without proposals when they make it too long; null when it is still too long. */
function serializeState(state: Omit<ManuscriptState, 'saved_id'>): string | null {
  const saved = { ...state, current: undefined }
  const complete = JSON.stringify(saved)
  if (complete.length <= MAX_STATE_CHARS) return complete
  const sentences = state.sentences.map((sentence) => ({ ...sentence, found: undefined }))
  const shortened = JSON.stringify({ ...saved, sentences })
  return shortened.length <= MAX_STATE_CHARS ? shortened : null
}

/**
 * Opens a manuscript from the server in place of the present one; resolves to an error message, or undefined. A run
 * that was active when it was saved has stopped.
 */
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

/** Key under which the tab stores the manuscript. */
const STORAGE_KEY = 'scinav.manuscript'

/** The manuscript as this browser tab stores it. */
interface StoredManuscript {
  /** The user it belongs to; another user of this browser cannot see it. */
  user: string
  state: ManuscriptState
}

/** Returns the id of the logged-in user; `''` when nobody is. */
const userId = (): string => {
  const { userInfo } = useUserInfo.getState()
  return isLoggedIn(userInfo) ? userInfo.id : ''
}

/** Stores a manuscript for a reload of this tab; one that is too long is lost when the page is left. */
export function storeInTab(state: ManuscriptState): void {
  try {
    if (state.text === '') sessionStorage.removeItem(STORAGE_KEY)
    else
      sessionStorage.setItem(
        STORAGE_KEY,
        JSON.stringify({ user: userId(), state } satisfies StoredManuscript),
      )
  } catch {
    // The storage is full or forbidden.
    return
  }
}

/** Returns the manuscript stored before a reload; null without one, and when it belongs to another user. */
export function readStoredManuscript(): ManuscriptState | null {
  try {
    const text = sessionStorage.getItem(STORAGE_KEY)
    // Only `storeInTab` writes to this key.
    const stored = text ? (JSON.parse(text) as StoredManuscript) : null
    return stored?.user === userId() ? stored.state : null
  } catch {
    return null
  }
}
