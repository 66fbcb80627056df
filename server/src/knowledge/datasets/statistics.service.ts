import { type api, type OutputOf, type ParsedInputOf, readWork, type Work } from '@scinav/contract'
import { disciplineName, fullSourceName, literatureTypeName } from '../../library/dictionaries/index.ts'
import { streamRecordsByIds } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { listAllDatasets } from './dataset.service.ts'
import { requireDataset } from './role.ts'
import * as statistics from './statistics.store.ts'

type Datasets = typeof api.datasets
type Statistics = OutputOf<Datasets['literatureStatistics']>

/** Maximum number of documents counted: those added last. */
const MAX_PAPERS = 5_000
/** Maximum number of values listed of a field, except years, which are all listed. */
const MAX_VALUES = 30
/** Maximum number of authors counted per paper; papers of large collaborations have thousands. */
const MAX_AUTHORS = 50
/** Number of documents' own records read per statement; a record has at most 64 KB. */
const RECORDS_PER_BATCH = 100
/** Name of the group of knowledge bases without a discipline. */
const OTHER_CLASSES = '综合'

/** Returns the sort key of a category (门类); datasets without one come last. */
const classRank = (code: string): number => (code === '' ? Number.MAX_SAFE_INTEGER : Number(code))

/** Lists public knowledge bases by category (门类), those without a discipline last. */
export async function listPublicClasses(ctx: Context): Promise<OutputOf<Datasets['publicClasses']>> {
  const { aiDataset } = await listAllDatasets(ctx)
  const groups = Map.groupBy(aiDataset, ({ subject_code }) => subject_code?.slice(0, 2) ?? '')
  return [...groups]
    .map(([subject_code, datasets]) => ({
      subject_code,
      name: disciplineName(subject_code) ?? OTHER_CLASSES,
      datasets,
    }))
    .toSorted((one, other) => classRank(one.subject_code) - classRank(other.subject_code))
}

/**
 * Returns statistics on the public knowledge bases of a discipline.
 *
 * @throws AppError `input.invalid` when the discipline is unknown.
 */
export async function getSubjectStatistics(
  ctx: Context,
  { subject_code }: ParsedInputOf<Datasets['subjectStatistics']>,
) {
  const name = disciplineName(subject_code)
  if (!name) throw invalidInput('subject_code', '没有这个学科')
  return { subject_code, name, ...(await statistics.countByDiscipline(ctx.db, subject_code)) }
}

type ValueCount = Statistics['year'][number]
type Counter = ReturnType<typeof createCounter>

/** Creates a counter of values that counts each value once per paper. */
function createCounter(labelOf: (value: string) => string = (value) => value) {
  const counts = new Map<string, number>()
  return {
    add(values: Iterable<string>): void {
      for (const value of new Set(values)) counts.set(value, (counts.get(value) ?? 0) + 1)
    },
    /** Returns the values sorted by `order`, at most `limit`. */
    list(order: (one: ValueCount, other: ValueCount) => number, limit = MAX_VALUES): ValueCount[] {
      return [...counts]
        .map(([value, count]) => ({ value, label: labelOf(value), count }))
        .toSorted(order)
        .slice(0, limit)
    },
  }
}

/** Orders values by their number, greatest first, and equal ones by label. */
const byCount = (one: ValueCount, other: ValueCount) =>
  other.count - one.count || one.label.localeCompare(other.label, 'zh-CN')

const byValue = (one: ValueCount, other: ValueCount) => Number(one.value) - Number(other.value)

/**
 * Returns statistics on the papers and own records of a dataset, by the fields that lists can be filtered by: all
 * years in their order, and the most frequent values of the other fields. `counted` of the `total` documents were
 * counted.
 *
 * @throws AppError as `requireDataset`.
 */
export async function getLiteratureStatistics(
  ctx: Context,
  { dataset_id }: ParsedInputOf<Datasets['literatureStatistics']>,
): Promise<Statistics> {
  await requireDataset(ctx, dataset_id, 'read')
  const { paper_ids, document_ids, total } = await statistics.listRecorded(ctx.db, dataset_id, MAX_PAPERS)
  const counters = {
    year: createCounter(),
    source: createCounter((value) => fullSourceName(value) ?? value),
    author: createCounter(),
    keyword: createCounter(),
    resource_type: createCounter((value) => literatureTypeName(Number(value))),
  }
  for await (const batch of streamRecordsByIds(ctx, paper_ids))
    for (const { record } of batch) countWork(counters, readWork(record))
  for (let from = 0; from < document_ids.length; from += RECORDS_PER_BATCH) {
    const records = await statistics.findOwnRecords(
      ctx.db,
      document_ids.slice(from, from + RECORDS_PER_BATCH),
    )
    for (const record of records) countWork(counters, readWork(record))
    await yieldToEventLoop()
  }
  return {
    counted: paper_ids.length + document_ids.length,
    total,
    year: counters.year.list(byValue, Number.POSITIVE_INFINITY),
    source: counters.source.list(byCount),
    author: counters.author.list(byCount),
    keyword: counters.keyword.list(byCount),
    resource_type: counters.resource_type.list(byCount),
  }
}

/** Counts the values of one work. */
function countWork(counters: Record<keyof Omit<Statistics, 'counted' | 'total'>, Counter>, work: Work): void {
  const [year] = work.publish_date?.match(/\d{4}/) ?? []
  if (year) counters.year.add([year])
  if (work.basic_sourcename) counters.source.add([work.basic_sourcename])
  const authors = work.creators.filter(({ role }) => role === 'author').slice(0, MAX_AUTHORS)
  counters.author.add(authors.map(({ name }) => name))
  counters.keyword.add(work.keywords)
  counters.resource_type.add([String(work.resource_type)])
}

/** Returns the size of a dataset and the number of its documents in each processing state. */
export async function getDatasetFigures(
  ctx: Context,
  { dataset_id }: ParsedInputOf<Datasets['figures']>,
): Promise<OutputOf<Datasets['figures']>> {
  await requireDataset(ctx, dataset_id, 'read')
  return statistics.countFigures(ctx.db, dataset_id)
}
