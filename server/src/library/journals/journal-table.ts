import type { BaseContext } from '../../platform/context/context.ts'
import { createCache } from '../../platform/foundation/cache.ts'
import { clcClasses, disciplines } from '../dictionaries/index.ts'
import * as journals from './journal.store.ts'

type BriefRow = Awaited<ReturnType<typeof journals.listBriefs>>[number]

/** The data of a journal that lists and counts need. */
export interface JournalBrief
  extends Pick<BriefRow, 'id' | 'title_key' | 'title' | 'title_zh' | 'letter' | 'issn' | 'eissn'> {
  paper_count: number
  /** Mean citations per paper; null without papers or citations. */
  citation_mean: number | null
  /** Codes of disciplines. */
  subjects: string[]
  /** English name of the ESI field. */
  esi: string | null
  /** All classes of the journal including their parents: `jyb:08`, `jyb:0812`, `esi:Chemistry`, `clc:T`, `clc:TP`. */
  classes: Set<string>
}

type Ctx = Pick<BaseContext, 'db' | 'now' | 'library'>

/** How long the table of journals is kept in memory. */
const CACHE_TTL_MS = 10_000
/** Rows per statement. */
const BATCH_SIZE = 1_000
/** Minimum age in milliseconds before subjects are read from the index again after the library has changed. */
const SUBJECTS_TTL_MS = 60_000
const journalCache = createCache<BaseContext['db'], JournalBrief[]>(CACHE_TTL_MS)

/** Returns all journals of the library, at most ten seconds old. */
export function listJournalBriefs(ctx: Ctx): Promise<JournalBrief[]> {
  return journalCache.get(ctx.db, ctx.now(), () => readTable(ctx))
}

/** Reads all journals; those without subjects get the subjects of their papers. */
async function readTable(ctx: Ctx): Promise<JournalBrief[]> {
  const rows: BriefRow[] = []
  for (let after = ''; ; ) {
    const batch = await journals.listBriefs(ctx.db, after, BATCH_SIZE)
    rows.push(...batch)
    if (batch.length < BATCH_SIZE) break
    after = batch.at(-1)?.id ?? ''
  }
  const isAnyWithoutSubjects = rows.some(({ subject_codes }) => subject_codes === '[]')
  const subjects = isAnyWithoutSubjects ? await loadSourceSubjects(ctx) : new Map()
  return rows.map((row) => toBrief(row, subjects))
}

/** Codes of disciplines by the folded title of a source. */
type SourceSubjects = Map<string, string[]>

/** The subjects that were last read from an index: when (epoch milliseconds), and at which change of the library. */
const cachedSubjects = new WeakMap<
  BaseContext['library'],
  { readAt: number; change: number; subjects: Promise<SourceSubjects> }
>()

/**
 * Returns the subjects of sources by their papers, computed anew when the library has changed and some time has passed.
 */
async function loadSourceSubjects({ library, now }: Ctx): Promise<SourceSubjects> {
  const index = await library.current()
  const { change } = index.state()
  const time = now().getTime()
  const cached = cachedSubjects.get(library)
  if (cached && (cached.change === change || time - cached.readAt < SUBJECTS_TTL_MS)) return cached.subjects
  const subjects = index.subjectsOfSources()
  cachedSubjects.set(library, { readAt: time, change, subjects })
  return subjects
}

/** Converts a row; what it lacks is derived: subjects from those of its papers, the other classes from the subjects. */
function toBrief(row: BriefRow, bySource: SourceSubjects): JournalBrief {
  const { subject_codes, clc_codes, esi_subject, citation_sum, ...rest } = row
  const statedSubjects: string[] = JSON.parse(subject_codes)
  const subjects = statedSubjects.length > 0 ? statedSubjects : (bySource.get(row.title_key) ?? [])
  const paper_count = Number(row.paper_count)
  const journalDisciplines = subjects.flatMap((code) => FIRST_LEVEL_BY_CODE.get(code) ?? [])
  const esi = esi_subject ?? journalDisciplines[0]?.esi[0] ?? null
  const clc: string[] = JSON.parse(clc_codes)
  return {
    ...rest,
    paper_count,
    citation_mean: citationMean(Number(citation_sum), paper_count),
    subjects,
    esi,
    classes: classCodes(
      subjects,
      esi,
      clc.length > 0 ? clc : journalDisciplines.flatMap((each) => each.clc.slice(0, 1)),
    ),
  }
}

/**
 * Returns the mean rounded to two decimals. Sources without citation figures count every paper as uncited, so a sum
 * of 0 is treated as unknown, and the mean is null then.
 */
function citationMean(citations: number, papers: number): number | null {
  return papers === 0 || citations === 0 ? null : Math.round((citations / papers) * 100) / 100
}

const FIRST_LEVEL_BY_CODE = new Map(
  disciplines.flatMap(({ children }) => children).map((each) => [each.code, each]),
)
const CLC_CODES = clcClasses.flatMap(({ code, children }) => [code, ...children.map((child) => child.code)])

/** Returns the codes of the classes, in all three classifications, that a journal belongs to. */
function classCodes(subjects: string[], esi: string | null, clc: string[]): Set<string> {
  return new Set([
    ...subjects.flatMap((code) => [`jyb:${code.slice(0, 2)}`, `jyb:${code}`]),
    ...(esi ? [`esi:${esi}`] : []),
    ...clc.flatMap((code) =>
      CLC_CODES.filter((known) => code.startsWith(known)).map((known) => `clc:${known}`),
    ),
  ])
}
