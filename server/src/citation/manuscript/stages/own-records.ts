import { authorNames, readWork, type Work } from '@scinav/contract'
import { requireDataset, streamBaseDocuments } from '../../../knowledge/datasets/index.ts'
import { titleKey } from '../../../library/works/index.ts'
import type { Context } from '../../../platform/context/context.ts'
import {
  type ComparableRecord,
  findByTitle,
  judgeEntry,
  type ReferenceCandidate,
  type ReferenceEntry,
  type ResolvedReference,
} from '../../check/index.ts'

/** Bounds the records of the chosen datasets that entries are compared with; a begun batch is taken in whole. */
const MAX_RECORDS = 5_000

/** A record of a document in a dataset of the owner, which the library may lack. */
export interface OwnRecord {
  work: Work
  /** The name of its dataset. */
  source: string
  comparable: ComparableRecord
  /** Its titles as `titleKey`, and its DOI: `doi:10.…`. */
  keys: readonly string[]
}

/**
 * Loads the records of the documents in datasets, dataset by dataset.
 *
 * @throws AppError `dataset.not_found` for a dataset that the owner may no longer read.
 */
export async function loadOwnRecords(ctx: Context, dataset_ids: readonly string[]): Promise<OwnRecord[]> {
  const records: OwnRecord[] = []
  for (const id of dataset_ids) {
    const { name } = await requireDataset(ctx, id, 'read')
    for await (const batch of streamBaseDocuments(ctx, id)) {
      records.push(
        ...batch.flatMap(({ record }) => record ?? []).map((each) => ownRecord(readWork(each), name)),
      )
      if (records.length >= MAX_RECORDS) return records
    }
  }
  return records
}

/** Creates the record of a work of a dataset, with the keys by which it is found. */
function ownRecord(work: Work, source: string): OwnRecord {
  const titles = [work.title, work.title_zh ?? ''].map(titleKey).filter((key) => key !== '')
  return {
    work,
    source,
    comparable: { ...work, authors: authorNames(work).join('; '), versions: [] },
    keys: [...titles, ...(work.doi ? [`doi:${work.doi}`] : [])],
  }
}

/** A record of the owner that an entry refers to, and how the entry compares with it. */
interface OwnMatch extends Pick<OwnRecord, 'work' | 'source'> {
  checked: ResolvedReference
}

type OwnCandidate = ReferenceCandidate<ComparableRecord> & { own: OwnRecord }

/** Returns the record that an entry refers to, by its DOI or its title; null without one. */
export function findInOwnRecords(entry: ReferenceEntry, records: readonly OwnRecord[]): OwnMatch | null {
  const { doi, titles } = entry.parsed
  const keys = new Map(titles.map((title) => [titleKey(title), title]))
  const candidates = records.flatMap((own): OwnCandidate[] => {
    if (doi && own.keys.includes(`doi:${doi}`)) return [{ by: 'doi', title: '', paper: own.comparable, own }]
    const title = own.keys.map((key) => keys.get(key)).find((each) => each !== undefined)
    return title === undefined ? [] : [{ by: 'title', title, paper: own.comparable, own }]
  })
  const match = candidates.find(({ by }) => by === 'doi') ?? findByTitle(entry, candidates)
  const own = candidates.find((each) => each === match)?.own
  if (!match || !own) return null
  const judged = judgeEntry(entry, match)
  return {
    work: own.work,
    source: own.source,
    checked: {
      ...judged,
      paper: null,
      other: null,
      outside: null,
      outside_other: null,
      asked: ['local'],
    },
  }
}
