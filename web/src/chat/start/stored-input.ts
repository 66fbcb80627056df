// What a user has filled in for the chat that opens next, kept in this tab's storage until that chat takes it.

import { isEmpty } from '@scinav/contract'

/** The key of a draft for AI citation, in place of an application's id. */
export const CITATION_DRAFT = 'ai_citation'

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

/** Reads and removes the stored draft; a second call returns `''`. */
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
