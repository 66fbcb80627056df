import { type ManuscriptCheckEvent, type ManuscriptFinding, RESOURCE_TYPE } from '@scinav/contract'
import { titleKey } from '../../../library/works/index.ts'
import {
  type CheckedText,
  checkEvent,
  createEvidence,
  createFinding,
  type EntryRecord,
  entryName,
  entryNames,
  entryPlace,
  type ManuscriptCheck,
  sentence,
} from '../check/check.ts'
import { citesPreprint } from './preprints.ts'

/** Finds entries of one work, and preprints of which a published version is known. */
export async function* findDuplicatesStage(check: ManuscriptCheck): AsyncGenerator<ManuscriptCheckEvent> {
  const text = await check.storage.text()
  const records = await check.storage.records()
  const findings = [...sameWorkFindings(check, text, records), ...versionFindings(check, text, records)]
  const total = text.entries.length
  yield checkEvent('stage.progress', { stage: 'duplicates', done: total, total, findings, checked: [] })
}

/** Shorter texts are equal by chance, or are notes such as 「同上」. */
const MIN_KEY_CHARS = 12

/** Returns one finding for each group of entries of one work in one list. */
function sameWorkFindings(
  check: ManuscriptCheck,
  text: CheckedText,
  records: ReadonlyMap<number, EntryRecord>,
): ManuscriptFinding[] {
  const keyed = text.entries.flatMap(({ index, list, text: entryText }) => {
    // Notes cite a work again and again.
    if (text.lists[list]?.place === 'notes') return []
    const key = workKey(records.get(index)) ?? entryTextKey(entryText)
    return key === null ? [] : [{ index, key: `${list} ${key}` }]
  })
  return [...Map.groupBy(keyed, ({ key }) => key).values()].flatMap((same): ManuscriptFinding[] => {
    const [first, ...others] = same.map(({ index }) => index)
    if (first === undefined || others.length === 0) return []
    const record = records.get(first)
    const reason = record ? `与${record.source}的同一条题录相符` : '题名、作者和出处的写法相同'
    return [
      createFinding(first, {
        kind: 'same_work',
        severity: 'check',
        message: sentence`${entryName(text, first)} 和 ${entryNames(text, others)} ${reason}，可以并为一条`,
        places: [first, ...others].map((each) => entryPlace(text, each)),
        entry: first,
        others,
        evidence: record ? createEvidence(check, { source: record.source }) : null,
      }),
    ]
  })
}

/** Returns a key that is equal for records of one work; null without a record. */
function workKey(record: EntryRecord | undefined): string | null {
  if (!record) return null
  const { doi, title, publish_date } = record.work
  // Versions of one work share its smallest id.
  const ids = [record.paper_id, ...record.versions.map(({ id }) => id)].filter((id) => id !== null)
  return ids.toSorted()[0] ?? doi ?? `${titleKey(title)} ${publish_date?.slice(0, 4) ?? ''}`
}

/** Returns the key of an entry without a record: its letters and digits; null for a short one. */
function entryTextKey(entryText: string): string | null {
  const key = titleKey(entryText)
  return key.length >= MIN_KEY_CHARS ? `text ${key}` : null
}

/** Returns a finding for each entry that cites a preprint of which a published version is known. */
function versionFindings(
  check: ManuscriptCheck,
  text: CheckedText,
  records: ReadonlyMap<number, EntryRecord>,
): ManuscriptFinding[] {
  return [...records].flatMap(([index, record]): ManuscriptFinding[] => {
    const entryText = text.entries[index]?.text ?? ''
    if (!citesPreprint(entryText, record)) return []
    const published = publishedVersion(record)
    if (published === null) return []
    return [
      createFinding(index, {
        kind: 'published_version',
        severity: 'check',
        message: sentence`${entryName(text, index)} 引的是预印本，${record.source}另有正式发表的版本：${published}`,
        places: [entryPlace(text, index)],
        entry: index,
        evidence: createEvidence(check, { source: record.source }),
      }),
    ]
  })
}

/** Returns where the work of a preprint was published; null when that is not known. */
function publishedVersion({ work, versions }: EntryRecord): string | null {
  if (work.resource_type !== RESOURCE_TYPE.preprint && work.basic_sourcename)
    return [work.basic_sourcename, work.publish_date?.slice(0, 4)].filter(Boolean).join('，')
  const version = versions.find(({ label }) => !/预印|arxiv|preprint/i.test(label))
  return version ? [version.label, version.publish_date?.slice(0, 4)].filter(Boolean).join('，') : null
}
