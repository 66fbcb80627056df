import type { SearchEngine } from '@scinav/search'
import { anyOf } from '../../language/phrases.ts'
import type { Context } from '../../platform/context/context.ts'
import { filterRelevant, retrieve } from '../../retrieval/index.ts'
import { isBoilerplateHeading } from './follow-ups.ts'

/** Maximum number of questions for a report. */
const MAX_SUBJECTS = 3
/** The least number of works that must state a subject: a report needs three and leaves some out. */
const MIN_SOURCES = 5
/** The least number of works with a keyword; retrieval may find the subject in more. */
const MIN_KEYWORD_WORKS = 3
/** The least share of a subject's sources that no earlier subject has, so that the questions cover different fields. */
const MIN_NEW_SHARE = 0.8
/** The most keywords tried: of the whole library, then of each of the most frequent disciplines. */
const MAX_LIBRARY_KEYWORDS = 30
const MAX_FIELD_KEYWORDS = 10
const MAX_FIELDS = 6
/** The most passages retrieved to find the sources of a subject. */
const MAX_SOURCES_READ = 10
/** The number of leading digits of a subject code that name the discipline (门类). */
const FIELD_DIGITS = 2
/** The least share of a subject's sources that belong to each of its disciplines. */
const MIN_FIELD_SHARE = 1 / 3
/** Keywords that name a kind of work rather than a subject. */
const WORK_KIND = new RegExp(`^${anyOf('headings/work-kinds')}$`, 'u')
/** A keyword of 3 to 12 characters that begins with a Chinese one: 「图神经网络」, 「水稻CRISPR育种」. */
const SUBJECT_KEYWORD = /^\p{Script=Han}[\p{Script=Han}\p{L}\d-]{2,11}$/u

/** Questions for a report: on progress, methods and the state of research. */
const SUBJECT_QUESTIONS = [
  (subject: string) => `${subject}有哪些研究进展？`,
  (subject: string) => `${subject}的主要方法有哪些？`,
  (subject: string) => `${subject}的研究现状如何，各有什么局限？`,
]

/** A keyword that may become a subject, with its sources in this library. */
interface ResearchSubject {
  label: string
  sources: Set<string>
  /** The disciplines (门类) of at least a third of its sources; empty when the records do not say. */
  fields: string[]
}

/**
 * Finds three questions for a report for which this library has sources: on frequent keywords that retrieval finds in
 * enough works, with mostly different sources and, if possible, of different disciplines. Returns fewer when there are
 * not enough.
 */
export async function findSubjects(ctx: Context, signal: AbortSignal): Promise<string[]> {
  const engine = await ctx.library.current()
  const subjects: ResearchSubject[] = []
  const tried = new Set<string>()
  // Complete are only subjects that the strictest rule selects.
  const isComplete = () => selectDiverse(subjects, DIVERSITY_RULES.slice(0, 1)).length === MAX_SUBJECTS
  const add = async (labels: string[]) => {
    for (const label of labels.filter((each) => !tried.has(each))) {
      if (isComplete()) return
      tried.add(label)
      const subject = await loadSubject(ctx, label, signal)
      if (subject.sources.size >= MIN_SOURCES) subjects.push(subject)
    }
  }
  await add((await frequentKeywords(engine, {})).slice(0, MAX_LIBRARY_KEYWORDS))
  // The most frequent keywords may all belong to one discipline.
  for (const subject_code of isComplete() ? [] : await frequentFields(engine))
    await add((await frequentKeywords(engine, { subject_code })).slice(0, MAX_FIELD_KEYWORDS))
  return selectDiverse(subjects, DIVERSITY_RULES).map(
    ({ label }, at) => SUBJECT_QUESTIONS[at % SUBJECT_QUESTIONS.length]?.(label) ?? '',
  )
}

/** Returns frequent keywords that may be a subject, by falling number of works. */
async function frequentKeywords(
  engine: SearchEngine,
  filters: { subject_code?: string[] },
): Promise<string[]> {
  const { facets } = await engine.search({ query: '', size: 0, facets: ['keyword'], filters })
  return (facets.keyword?.list ?? [])
    .filter(({ count }) => count >= MIN_KEYWORD_WORKS)
    .map(({ label }) => label)
    .filter((label) => SUBJECT_KEYWORD.test(label) && !WORK_KIND.test(label) && !isBoilerplateHeading(label))
}

/** Returns the subject codes of each discipline, the discipline with the most works first. */
async function frequentFields(engine: SearchEngine): Promise<string[][]> {
  const { facets } = await engine.search({ query: '', size: 0, facets: ['subject'] })
  const codes = (facets.subject?.list ?? []).map(({ value }) => value)
  return [...Map.groupBy(codes, (code) => code.slice(0, FIELD_DIGITS)).values()].slice(0, MAX_FIELDS)
}

/** How subjects must differ, strictest first: in disciplines, or only in sources. */
const DIVERSITY_RULES: ((one: ResearchSubject, other: ResearchSubject) => boolean)[] = [
  (one, other) => one.fields.length > 0 && !one.fields.some((field) => other.fields.includes(field)),
  () => true,
]

/** Selects subjects with mostly new sources, applying the rules from the strictest on. */
function selectDiverse(subjects: ResearchSubject[], rules: typeof DIVERSITY_RULES): ResearchSubject[] {
  const selected: ResearchSubject[] = []
  for (const differ of rules)
    for (const subject of subjects) {
      const seen = new Set(selected.flatMap(({ sources }) => [...sources]))
      const newSources = [...subject.sources].filter((source) => !seen.has(source))
      const isNew = !selected.includes(subject) && newSources.length >= subject.sources.size * MIN_NEW_SHARE
      if (selected.length < MAX_SUBJECTS && isNew && selected.every((other) => differ(subject, other)))
        selected.push(subject)
    }
  return selected
}

/** Returns the sources that state a subject, and their disciplines. */
async function loadSubject(ctx: Context, label: string, signal: AbortSignal): Promise<ResearchSubject> {
  const scope = { paper_ids: [], dataset_id: null, document_ids: [], engines: [] }
  const request = {
    question: label,
    earlier: [],
    scope,
    embedding: null,
    rerank: null,
    most: MAX_SOURCES_READ,
  }
  const { evidence, scoped } = await retrieve(ctx, request, signal)
  const works = new Map(
    filterRelevant(evidence, 'quotes', scoped).map(({ source_id, work }) => [source_id, work]),
  )
  const counts = new Map<string, number>()
  for (const { subject_codes } of works.values()) {
    const field = subject_codes[0]?.slice(0, FIELD_DIGITS) ?? ''
    if (field !== '') counts.set(field, (counts.get(field) ?? 0) + 1)
  }
  const fields = [...counts].flatMap(([field, count]) => (count >= works.size * MIN_FIELD_SHARE ? field : []))
  return { label, sources: new Set(works.keys()), fields }
}
