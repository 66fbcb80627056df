import { readFileSync } from 'node:fs'

/** The lists of a file by their names. */
type WordLists = ReadonlyMap<string, readonly string[]>

/** The files read so far, by name. */
const files = new Map<string, WordLists>()

/**
 * Parses a file of word lists: a line `[name]` begins a list, every other line is an entry; empty lines and lines that
 * begin with # are skipped.
 */
function parseLists(text: string): WordLists {
  const lists = new Map<string, string[]>()
  let entries: string[] = []
  for (const line of text.split('\n')) {
    const name = /^\[([a-z-]+)\]$/.exec(line)?.[1]
    if (name !== undefined) {
      entries = []
      lists.set(name, entries)
    } else if (line !== '' && !line.startsWith('#')) entries.push(line)
  }
  return lists
}

/**
 * Returns the entries of a list in their order. The files lie in this folder, the only data that a parser process may
 * read besides code.
 *
 * @param path name of the file without extension, and name of the list: `sections/headings`
 * @throws Error when there is no such list
 */
export function readEntries(path: string): readonly string[] {
  const [file = '', name = ''] = path.split('/')
  const lists = files.get(file) ?? parseLists(readFileSync(new URL(`./${file}.txt`, import.meta.url), 'utf8'))
  files.set(file, lists)
  const entries = lists.get(name)
  if (!entries) throw new Error(`no word list ${path}`)
  return entries
}

/**
 * Returns the source of a pattern that matches any entry of a list; where several match, the earliest in the list.
 * Entries are patterns themselves. Throws as `readEntries` does.
 */
export const anyOf = (path: string): string => `(?:${readEntries(path).join('|')})`
