import { usableTitle } from '@scinav/documents'

/** Length to which a title is cut. */
const MAX_TITLE_CHARS = 300

/** Returns the title of a document from its first page, else its file name without extension. */
export function documentTitle(facts: string | null, name: string): string {
  const title =
    facts === null ? '' : usableTitle(String((JSON.parse(facts) as { title?: unknown }).title ?? ''))
  return (title === '' ? name.replace(/\.[a-z0-9]{1,5}$/i, '') : title).slice(0, MAX_TITLE_CHARS)
}
