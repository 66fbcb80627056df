import type { Context } from '../context/context.ts'
import { relevant } from './evidence/evidence.ts'
import { isFurniture } from './furniture.ts'
import { retrieve } from './retrieve.ts'

const COUNT = 3
/** So many works have to speak of a subject by their own words: a report wants three, and leaves some out. */
const LEAST_SOURCES = 5
/** So much of what is on a subject has to be on none before it: three questions about one field show little of a library. */
const OTHERS = 0.8
const TRIED = 30
const MOST_READ = 10
/** Kinds of works, which nothing is about. */
const KINDS =
  /^(?:教科书|教材|专著|手册|工具书|词典|辞典|年鉴|(?:国家|行业|国际)?标准|规范|数据集|数据库|综述|史料|古籍|经典(?:著作)?|人物|书目|目录|法律|法规|政策|文件)$/u
const SUBJECT = /^\p{Script=Han}[\p{Script=Han}\p{L}\d-]{2,11}$/u

/** How a report is asked for: over time, by method, by where it stands. */
const FRAMES = [
  (subject: string) => `${subject}有哪些研究进展？`,
  (subject: string) => `${subject}的主要方法有哪些？`,
  (subject: string) => `${subject}的研究现状如何，各有什么局限？`,
]

/**
 * Three questions for a report of which this library has the sources: about keywords that many of its works have and that
 * retrieval finds in them, each mostly in others. Fewer where it is on nothing so much.
 */
export async function findSubjects(ctx: Context, signal: AbortSignal): Promise<string[]> {
  const engine = await ctx.library.current()
  const { facets } = await engine.search({ query: '', size: 0, facets: ['keyword'] })
  const keywords = (facets.keyword?.list ?? [])
    .filter(({ count }) => count >= LEAST_SOURCES - 2)
    .map(({ label }) => label)
    .filter((label) => SUBJECT.test(label) && !KINDS.test(label) && !isFurniture(label))
  const found: string[] = []
  const seen = new Set<string>()
  for (const subject of keywords.slice(0, TRIED)) {
    const sources = await sourcesOn(ctx, subject, signal)
    const others = [...sources].filter((source) => !seen.has(source))
    if (sources.size < LEAST_SOURCES || others.length < sources.size * OTHERS) continue
    found.push(subject)
    for (const source of sources) seen.add(source)
    if (found.length === COUNT) break
  }
  return found.map((subject, at) => FRAMES[at % FRAMES.length]?.(subject) ?? '')
}

/** The sources that say what a subject is called. */
async function sourcesOn(ctx: Context, subject: string, signal: AbortSignal): Promise<Set<string>> {
  const scope = { paper_ids: [], dataset_id: null, document_ids: [], engines: [] }
  const asked = { question: subject, earlier: [], scope, embedding: null, rerank: null, most: MOST_READ }
  const { evidence, scoped } = await retrieve(ctx, asked, signal)
  return new Set(relevant(evidence, 'quotes', scoped).map(({ source_id }) => source_id))
}
