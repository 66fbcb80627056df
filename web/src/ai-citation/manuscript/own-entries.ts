import { api } from '@scinav/contract'
import { citationMarks } from '@scinav/contract/cited-text'
import { call } from '../../api/call.ts'
import { ownKey } from './compose.ts'
import type { OwnEntry } from './manuscript.ts'

/** Number of entries checked in one request. */
const CHECK_BATCH_SIZE = 20

/** Matches the number before an entry and captures its digits: `[3]`, `【3】`, `(3)`, `3.` or `3、`. */
const ENTRY_NUMBER = /^\s{0,4}(?:\[(\d{1,4})\]|【(\d{1,4})】|\((\d{1,4})\)|(\d{1,4})[.、])/

/**
 * Loads the entries that a text cites by number: those of its list, each with its library paper, then numbers that the
 * list lacks. [] for a text that cites none. Never rejects: after a failed call, entries or their papers are missing.
 *
 * @param references the reference list of the manuscript; '' without one
 */
export async function loadOwnEntries(
  text: string,
  references: string,
  signal: AbortSignal,
): Promise<OwnEntry[]> {
  const cited = citationMarks(text).flatMap(({ kind, keys }) => (kind === 'number' ? keys : []))
  if (cited.length === 0) return []
  const list = await splitEntries(references, signal)
  const papers = await findPapers(list, signal)
  const entries = list.map((entry, at) => ({
    key: ownKey(ENTRY_NUMBER.exec(entry)?.slice(1).find(Boolean) ?? String(at + 1)),
    entry,
    paper_id: papers[at] ?? null,
  }))
  const listed = new Set(entries.map(({ key }) => key))
  const missing = [...new Set(cited)].filter((n) => !listed.has(ownKey(n)))
  return [...entries, ...missing.map(missingEntry)]
}

/** Returns the entry that stands for a number which the manuscript cites and does not list. */
const missingEntry = (n: string): OwnEntry => ({
  key: ownKey(n),
  entry: `（原稿的 [${n}]，文稿里没有给出这一条）`,
  paper_id: null,
})

/** Splits a reference list; empty when there is none or it cannot be split. */
async function splitEntries(references: string, signal: AbortSignal): Promise<string[]> {
  if (references.trim() === '') return []
  const parsed = await call(api.references.parse, { text: references }, { signal })
  return parsed.success ? parsed.data.list.map(({ text }) => text) : []
}

/** Finds the id of each entry's library paper; null when there is none or its identifier belongs to another work. */
async function findPapers(list: readonly string[], signal: AbortSignal): Promise<(string | null)[]> {
  const papers: (string | null)[] = []
  for (let start = 0; start < list.length; start += CHECK_BATCH_SIZE) {
    const batch = list.slice(start, start + CHECK_BATCH_SIZE)
    const answer = await call(api.references.check, { entries: batch }, { signal })
    const results = answer.success ? answer.data.list : []
    for (const index of batch.keys()) {
      const { paper = null, other = null } = results[index] ?? {}
      papers.push(other ? null : (paper?.id ?? null))
    }
  }
  return papers
}
