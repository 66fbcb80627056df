import type { SearchEngine } from '@scinav/search'
import type { Context } from '../platform/context/context.ts'
import { relevant, retrieve } from '../retrieval/index.ts'
import { isFurniture } from './furniture.ts'

const COUNT = 3
/** So many works have to speak of a subject by their own words: a report wants three, and leaves some out. */
const LEAST_SOURCES = 5
/** So much of what is on a subject has to be on none before it: three questions about one field show little of a library. */
const OTHERS = 0.8
/** Keywords that are tried of the whole library and of each of its disciplines, and disciplines that are asked. */
const TRIED = 30
const TRIED_OF_FIELD = 10
const MOST_FIELDS = 6
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

/** A keyword that may be asked about, with what this library has on it. */
interface Subject {
  label: string
  sources: Set<string>
  /** The 门类 that many of its sources belong to before any other; none where records do not say. */
  fields: string[]
}

/**
 * Three questions for a report of which this library has the sources: about keywords that many of its works have and that
 * retrieval finds in them, each mostly in others, and of different disciplines where there are such. Fewer where it is on
 * nothing so much.
 */
export async function findSubjects(ctx: Context, signal: AbortSignal): Promise<string[]> {
  const engine = await ctx.library.current()
  const subjects: Subject[] = []
  const tried = new Set<string>()
  const hasAll = () => chosen(subjects, DIFFERENT.slice(0, 1)).length === COUNT
  const add = async (labels: string[]) => {
    for (const label of labels.filter((each) => !tried.has(each))) {
      if (hasAll()) return
      tried.add(label)
      const subject = await subjectOf(ctx, label, signal)
      if (subject.sources.size >= LEAST_SOURCES) subjects.push(subject)
    }
  }
  await add((await keywordsOf(engine, {})).slice(0, TRIED))
  // One discipline may have all the keywords of which there are most.
  for (const subject_code of hasAll() ? [] : await fieldsOf(engine))
    await add((await keywordsOf(engine, { subject_code })).slice(0, TRIED_OF_FIELD))
  return chosen(subjects, DIFFERENT).map(({ label }, at) => FRAMES[at % FRAMES.length]?.(label) ?? '')
}

/** The keywords of many works, those of most first, that may be what somebody asks about. */
async function keywordsOf(engine: SearchEngine, filters: { subject_code?: string[] }): Promise<string[]> {
  const { facets } = await engine.search({ query: '', size: 0, facets: ['keyword'], filters })
  return (facets.keyword?.list ?? [])
    .filter(({ count }) => count >= LEAST_SOURCES - 2)
    .map(({ label }) => label)
    .filter((label) => SUBJECT.test(label) && !KINDS.test(label) && !isFurniture(label))
}

/** The codes of each 门类, that of most works first. */
async function fieldsOf(engine: SearchEngine): Promise<string[][]> {
  const { facets } = await engine.search({ query: '', size: 0, facets: ['subject'] })
  const codes = (facets.subject?.list ?? []).map(({ value }) => value)
  return [...Map.groupBy(codes, (code) => code.slice(0, FIELD_DIGITS)).values()].slice(0, MOST_FIELDS)
}

/** How two subjects differ: in their disciplines, or at least in what is on them. */
const DIFFERENT: ((one: Subject, other: Subject) => boolean)[] = [
  (one, other) => one.fields.length > 0 && !one.fields.some((field) => other.fields.includes(field)),
  () => true,
]

/** Subjects that are on mostly other works than those before them: those that differ most first. */
function chosen(subjects: Subject[], rules: typeof DIFFERENT): Subject[] {
  const found: Subject[] = []
  for (const differ of rules)
    for (const subject of subjects) {
      const seen = new Set(found.flatMap(({ sources }) => [...sources]))
      const others = [...subject.sources].filter((source) => !seen.has(source))
      const isNew = !found.includes(subject) && others.length >= subject.sources.size * OTHERS
      if (found.length < COUNT && isNew && found.every((other) => differ(subject, other))) found.push(subject)
    }
  return found
}

/** The sources that say what a subject is called, and their disciplines. */
async function subjectOf(ctx: Context, label: string, signal: AbortSignal): Promise<Subject> {
  const scope = { paper_ids: [], dataset_id: null, document_ids: [], engines: [] }
  const asked = { question: label, earlier: [], scope, embedding: null, rerank: null, most: MOST_READ }
  const { evidence, scoped } = await retrieve(ctx, asked, signal)
  const works = new Map(relevant(evidence, 'quotes', scoped).map(({ source_id, work }) => [source_id, work]))
  const counts = new Map<string, number>()
  for (const { subject_codes } of works.values()) {
    const field = subject_codes[0]?.slice(0, FIELD_DIGITS) ?? ''
    if (field !== '') counts.set(field, (counts.get(field) ?? 0) + 1)
  }
  const fields = [...counts].flatMap(([field, count]) => (count >= works.size * FIELD_SHARE ? field : []))
  return { label, sources: new Set(works.keys()), fields }
}

/** The first digits of a code of 教育部 name the 门类. */
const FIELD_DIGITS = 2
/** So much of what is on a subject belongs to each of its disciplines. */
const FIELD_SHARE = 1 / 3
