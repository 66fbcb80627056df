import { queueMessage } from '../../account/user/index.ts'
import { findPapersByIds, type Paper } from '../../library/papers/index.ts'
import { type BaseContext, transact } from '../../platform/context/context.ts'
import { notify, takeUnmailed } from '../../platform/notices/index.ts'
import { findLastSearchableSeq } from '../engine/index.ts'
import { type DigestSection, digestText } from './digest-text.ts'
import { emptyOnTimeout, findMatching } from './matching.ts'
import * as subscriptions from './subscription.store.ts'
import { mapWithinTime } from './within-time.ts'

/** How often a user wants a digest. */
export type DigestPeriod = 'daily' | 'weekly'

type DigestReader = Awaited<ReturnType<typeof subscriptions.listReaders>>[number]
type Row = subscriptions.SubscriptionRow

/** Maximum number of papers that a mail names per subscription. */
const MAX_NAMED_PAPERS = 20
/**
 * Maximum number of new papers per subscription that are compared with earlier mails; further ones are only counted.
 */
const MAX_SCANNED_PAPERS = 100

/** Returns the users who want a mail in each period. */
export function listDigestReaders(ctx: BaseContext, period: DigestPeriod): Promise<DigestReader[]> {
  return subscriptions.listReaders(ctx.db, period)
}

/**
 * Sends one user the new papers of their subscriptions of this period, and the retractions of which they were notified
 * since their last mail: one mail, no work twice, and no mail when nothing is new. What is sent is recorded in the
 * transaction that queues the mail, so a second run sends nothing again.
 */
export async function sendDigest(
  ctx: BaseContext,
  reader: DigestReader,
  period: DigestPeriod,
): Promise<void> {
  const seq = await findLastSearchableSeq(ctx)
  const rows = (await subscriptions.listByUser(ctx.db, reader.id)).filter((row) => row.notify === period)
  // Subscriptions that ran out of time last time come first.
  const due = rows.filter((row) => row.mailed_seq < seq).toSorted((a, b) => a.mailed_seq - b.mailed_seq)
  const answers = await mapWithinTime(ctx, due, (row) => findNewPapers(ctx, row))
  // A subscription without an answer keeps its `mailed_seq`, so that the next mail covers it.
  const found = rows.flatMap((row) => withFoundPapers(row, answers.get(row)))
  await transact(ctx, async (ctx) => {
    const sections = await takeSections(ctx, reader, found, seq)
    const mailed_at = ctx.now().toISOString()
    const retractions = await takeUnmailed(ctx.db, { user_id: reader.id, kind: 'retraction' }, mailed_at)
    if (sections.length + retractions.length === 0) return
    const { nick_name, email } = reader
    const message = digestText({ nick_name, period, sections, retractions, url: ctx.config.PUBLIC_URL })
    if (email) await queueMessage(ctx, { to: email, ...message })
    if (sections.length > 0) await recordSent(ctx, reader, sections)
  })
}

/** Marks subscriptions as mailed up to `seq`, and returns the papers that no earlier mail names. */
async function takeSections(
  ctx: BaseContext,
  reader: DigestReader,
  found: readonly ({ row: Row } & FoundPapers)[],
  seq: number,
): Promise<DigestSection[]> {
  const sections: DigestSection[] = []
  const seen = new Set<string>()
  for (const { row, papers, total } of found) {
    const change = { mailed_seq: seq, mailed_at: ctx.now().toISOString() }
    // Another run has sent its papers meanwhile.
    if (!(await subscriptions.advanceMailedSeq(ctx.db, row, change))) continue
    const unseen = await filterUnseen(ctx, reader.id, papers, seen)
    const named = unseen.slice(0, MAX_NAMED_PAPERS)
    const more = unseen.length - named.length + (total - papers.length)
    if (named.length > 0) sections.push({ subscription_id: row.id, name: row.name, papers: named, more })
  }
  return sections
}

/** The first new papers of a subscription, newest first, and the number of all. */
interface FoundPapers {
  papers: Paper[]
  total: number
}

const withFoundPapers = (row: Row, answer: FoundPapers | undefined) => (answer ? [{ row, ...answer }] : [])

async function findNewPapers(ctx: BaseContext, row: Row): Promise<FoundPapers> {
  const range = { after_seq: row.mailed_seq, from: 0, size: MAX_SCANNED_PAPERS }
  // A search that takes too long must not hold back the mail.
  const { ids, total } = await findMatching(ctx, row, range).catch(emptyOnTimeout)
  return { papers: await findPapersByIds({ db: ctx.db, actor: null }, ids), total }
}

/**
 * Returns the papers that no earlier mail and no earlier section contains in any version, and adds them to `seen`.
 */
async function filterUnseen(
  ctx: BaseContext,
  user_id: string,
  papers: Paper[],
  seen: Set<string>,
): Promise<Paper[]> {
  const mailed = await subscriptions.filterMailed(
    ctx.db,
    user_id,
    papers.map((paper) => paper.id),
  )
  return papers.filter((paper) => {
    const versions = [paper.id, ...paper.versions.map((version) => version.id)]
    const isNew = !mailed.has(paper.id) && !versions.some((id) => seen.has(id))
    seen.add(paper.id)
    return isNew
  })
}

/** Records the papers as sent, and notifies the user of them in the product. */
async function recordSent(ctx: BaseContext, reader: DigestReader, sections: DigestSection[]): Promise<void> {
  const named = sections.flatMap((section) => section.papers.map((paper) => paper.id))
  await subscriptions.recordMailed(ctx.db, reader.id, named, ctx.now().toISOString())
  const total = sections.reduce((sum, { papers, more }) => sum + papers.length + more, 0)
  await notify(ctx, {
    user_ids: [reader.id],
    kind: 'papers',
    text: `您的订阅有 ${total} 篇新文献：${sections.map(({ name }) => name).join('、')}`.slice(0, 200),
    route: '/subscribe',
  })
}
