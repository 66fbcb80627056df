import type { WorkNotice } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import type { NoticedWorks, WorkUse } from '../../platform/context/work-uses.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import type { JobContext } from '../../platform/jobs/index.ts'
import { notify } from '../../platform/notices/index.ts'
import * as alerts from './alert.store.ts'
import { lookUpStatus } from './look-up.ts'

/** Number of notices processed at once; where people use the works is searched once for all of them. */
const BATCH_SIZE = 5_000
/** People told in one transaction. */
const PEOPLE_PER_TRANSACTION = 50
/** The most works of one run of which a person is told one by one; more are told together. */
const MAX_SINGLE_ALERTS = 5
/** The most places and works that a message names, and the most places that it links to. */
const MAX_NAMED_PLACES = 4
const MAX_NAMED_WORKS = 3
const MAX_LINKED_PLACES = 8
/** Length to which the title of a work is cut in a message. */
const MAX_TITLE_CHARS = 80

/** A work with the notice that stands about it. */
interface AlertedWork {
  /** `doi:…`, or `pmid:…` for a work without a DOI. */
  key: string
  pmid: string | null
  title: string
  notice: WorkNotice
}

/** A work that a person uses, and where. */
interface UsedWork extends AlertedWork {
  uses: WorkUse[]
}

const DOI_KEY = 'doi:'
const PMID_KEY = 'pmid:'
const workKey = ({ doi, pmid }: alerts.DueNotice): string =>
  doi === null ? `${PMID_KEY}${pmid}` : `${DOI_KEY}${doi}`

/**
 * Tells people of the notices that arrived or changed since the last run, in batches. Each batch stays due until all of
 * its people have been told, and whom a notice was told is recorded with the message, so that a run that is repeated
 * tells nobody twice.
 */
export async function alertPeople(
  ctx: BaseContext,
  { signal, report }: Pick<JobContext['job'], 'signal' | 'report'>,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const due = await alerts.findDue(ctx.db, BATCH_SIZE)
    if (due.length === 0) return
    const works = await findAlertedWorks(ctx, due)
    const people = await findPeople(ctx, works, signal)
    await notifyPeople(ctx, people, signal)
    await alerts.setDone(
      ctx.db,
      due.map(({ id }) => id),
    )
    // How many notices remain due is not counted, so the share is a constant.
    await report(0.5, `已处理 ${due.length} 条声明`)
  }
}

/** Returns the works of notices that stand retracted or under concern, by key. */
async function findAlertedWorks(
  ctx: Pick<BaseContext, 'db'>,
  due: readonly alerts.DueNotice[],
): Promise<Map<string, AlertedWork>> {
  const works = [...Map.groupBy(due, workKey)].map(([key, notices]) => ({
    key,
    doi: notices[0]?.doi ?? null,
    pmid: notices.find(({ pmid }) => pmid !== null)?.pmid ?? null,
    title: notices.find(({ title }) => title !== null)?.title ?? '',
  }))
  const standing = await lookUpStatus(ctx, works)
  return new Map(
    works.flatMap((work, at): [string, AlertedWork][] => {
      const notice = standing[at] ?? null
      if (notice?.kind !== 'retracted' && notice?.kind !== 'concern') return []
      return [[work.key, { ...work, notice }]]
    }),
  )
}

/** The works that people use, by person and then by the key of the work. */
type WorksByPerson = Map<string, Map<string, UsedWork>>

/** Returns the works that people use, by person. */
async function findPeople(
  ctx: BaseContext,
  works: ReadonlyMap<string, AlertedWork>,
  signal: AbortSignal,
): Promise<WorksByPerson> {
  const keys = workKeysByIdentifier(works)
  const paperRows = await alerts.findPapers(ctx.db, keys.keys())
  const papers = paperRows.flatMap(({ key, doi, ...paper }) => {
    const work_key = keys.get(key)
    // The PubMed number of a work with a DOI only finds papers without one: another DOI means another work.
    return work_key !== undefined && (work_key === key || doi === null) ? [{ ...paper, work_key }] : []
  })
  // The title of a paper of the library takes precedence over that of the notice.
  const worksWithTitles = new Map(works)
  for (const { work_key, title } of papers) {
    const work = works.get(work_key)
    if (work) worksWithTitles.set(work_key, { ...work, title })
  }
  const noticed: NoticedWorks = {
    paper_ids: new Map(papers.map(({ paper_id, work_key }) => [paper_id, work_key])),
    dois: withoutPrefix(keys, DOI_KEY),
    pmids: withoutPrefix(keys, PMID_KEY),
  }
  const people: WorksByPerson = new Map()
  for (const { find } of ctx.workUses ?? [])
    for await (const uses of find(ctx, noticed)) {
      signal.throwIfAborted()
      for (const use of uses) addUse(people, worksWithTitles.get(use.work_key), use)
      await yieldToEventLoop()
    }
  return people
}

/** Returns the keys of works by their identifiers, `doi:…` and `pmid:…`; a work with a DOI may have both. */
function workKeysByIdentifier(works: ReadonlyMap<string, AlertedWork>): Map<string, string> {
  const numbered = [...works.values()].flatMap(({ key, pmid }) =>
    pmid === null ? [] : [[`${PMID_KEY}${pmid}`, key] as const],
  )
  return new Map([...numbered, ...Array.from(works.keys(), (key) => [key, key] as const)])
}

/** Returns the entries whose keys have a prefix, by the rest of their keys. */
const withoutPrefix = (keys: ReadonlyMap<string, string>, prefix: string): Map<string, string> =>
  new Map(
    [...keys].flatMap(([key, work_key]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), work_key] as const] : [],
    ),
  )

/** Adds a use of a work to those of the person; without a work, which is not among the alerted ones, does nothing. */
function addUse(people: WorksByPerson, work: AlertedWork | undefined, use: WorkUse): void {
  if (!work) return
  const worksOfPerson = people.get(use.user_id) ?? new Map<string, UsedWork>()
  const usedWork = worksOfPerson.get(work.key) ?? { ...work, uses: [] }
  usedWork.uses.push(use)
  people.set(use.user_id, worksOfPerson.set(work.key, usedWork))
}

/** Notifies people in transactions of a few each; those before an abort have been told. */
async function notifyPeople(ctx: BaseContext, people: WorksByPerson, signal: AbortSignal): Promise<void> {
  const entries = [...people]
  for (let from = 0; from < entries.length; from += PEOPLE_PER_TRANSACTION) {
    signal.throwIfAborted()
    const batch = entries.slice(from, from + PEOPLE_PER_TRANSACTION)
    await transact(ctx, async (ctx) => {
      for (const [user_id, works] of batch) await notifyPerson(ctx, user_id, [...works.values()])
    })
  }
}

/** Orders works by title, since the database returns uses in no certain order. */
const byTitle = (a: UsedWork, b: UsedWork): number =>
  a.title.localeCompare(b.title, 'zh-CN', { numeric: true })

/** Notifies a person of those works of which they were not told yet, and records it; must run in a transaction. */
async function notifyPerson(ctx: BaseContext, user_id: string, works: UsedWork[]): Promise<void> {
  const alerted = await alerts.findAlerted(ctx.db, user_id)
  const newWorks = works
    .filter(({ key, notice }) => !alerted.has(alerts.alertKey(key, notice.kind)))
    .sort(byTitle)
  if (newWorks.length === 0) return
  await alerts.recordAlerted(
    ctx.db,
    user_id,
    newWorks.map(({ key, notice }) => ({ work_key: key, kind: notice.kind })),
  )
  const messages =
    newWorks.length > MAX_SINGLE_ALERTS
      ? [{ text: summaryText(newWorks), about: newWorks }]
      : newWorks.map((work) => ({ text: alertText(work), about: [work] }))
  for (const { text, about } of messages) {
    const places = linkedPlaces(about)
    const route = places[0]?.route ?? null
    const further = places.length > 1 ? places.slice(0, MAX_LINKED_PLACES) : []
    await notify(ctx, { user_ids: [user_id], kind: 'retraction', text, route, places: further })
  }
}

/** Returns the places where a person uses works, each once. */
const linkedPlaces = (works: readonly UsedWork[]): { name: string; route: string }[] => [
  ...new Map(
    works.flatMap(({ uses }) =>
      uses.map(({ place, route }) => [`${place} ${route}`, { name: place, route }] as const),
    ),
  ).values(),
]

const EVENTS = { retracted: '已撤稿', concern: '有了关注声明' } as const
const eventText = ({ notice: { kind, date } }: AlertedWork): string =>
  `${kind === 'retracted' ? EVENTS.retracted : EVENTS.concern}${date ? `（${date}）` : ''}`

/** Returns the message about one work: `「题名」已撤稿（2024-03-04），它在您的知识库「电池」、批注中`. */
function alertText(work: UsedWork): string {
  return `${shortTitle(work)}${eventText(work)}，它在您的${placesText([work])}`
}

/** Returns one message about many works: `您保存、引用或批注过的 12 篇文献已撤稿或有关注声明：「甲」、「乙」等，…`. */
function summaryText(works: readonly UsedWork[]): string {
  const named = works.slice(0, MAX_NAMED_WORKS).map(shortTitle).join('、')
  return `您保存、引用或批注过的 ${works.length} 篇文献已撤稿或有关注声明：${named}等，它们在您的${placesText(works)}`
}

/** Lists where a person uses works, up to `MAX_NAMED_PLACES` places: `知识库「电池」、批注等 6 处`. */
function placesText(works: readonly UsedWork[]): string {
  const places = [...new Set(works.flatMap(({ uses }) => uses.map(({ place }) => place)))]
  const more = places.length > MAX_NAMED_PLACES ? `等 ${places.length} 处` : ''
  return places.slice(0, MAX_NAMED_PLACES).join('、') + more
}

/** Returns the title in corner brackets, cut to its maximum length; the key of a work without a title. */
const shortTitle = ({ title, key }: AlertedWork): string => {
  const short = title.length > MAX_TITLE_CHARS ? `${title.slice(0, MAX_TITLE_CHARS).toWellFormed()}…` : title
  return inCorners(short || key)
}
