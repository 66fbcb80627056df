import { readStored, store } from '../../ui/stored-choice.ts'

/** A place that papers are put into: a list, or one of its folders. */
export interface Target {
  dataset_id: string
  folder_id: string | null
}

const KEY = 'scinav.keep-targets'

export const sameTarget = (a: Target, b: Target): boolean =>
  a.dataset_id === b.dataset_id && a.folder_id === b.folder_id

/** Where papers were put last, in this browser. */
export function keptTargets(): Target[] {
  try {
    // Only keepTargets writes under this key.
    return JSON.parse(readStored(KEY) ?? '[]') as Target[]
  } catch {
    return []
  }
}

export function keepTargets(targets: Target[]): void {
  store(KEY, JSON.stringify(targets))
}
