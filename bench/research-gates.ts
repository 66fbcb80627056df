// Runs research questions over the bench's library and counts what is wrong in the reports.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ResearchReport } from '../contract/src/index.ts'
import { canonicalText } from '../server/src/language/text/paper-passages.ts'
import { streamRecordsByIds } from '../server/src/library/papers/index.ts'
import { logIn } from './log-in.ts'
import {
  type Client,
  call,
  post,
  quantile,
  readLongestPause,
  startMonitoredServer,
} from './measured-client.ts'
import type { MeasuredServer } from './process.ts'
import { openQuestionLibrary } from './question-library.ts'

/** A question of the bench. */
interface ResearchQuestion {
  question: string
  language: 'zh' | 'en'
  /** Set when the library has next to nothing on the question. */
  thin?: true
}

/** The questions that are researched. */
export const researchQuestions: ResearchQuestion[] = JSON.parse(
  readFileSync(new URL('./research-questions.json', import.meta.url), 'utf8'),
)

/** Number of free research runs per user and day. */
const RUNS_PER_DAY = 10
/** Number of runs before those that are measured. */
const WARM_UP_RUNS = 2
const POLL_INTERVAL_MS = 50
/** Goal for the longest pause of the main thread. */
const MAX_PAUSE_MS = 50

/** A finished research. */
interface ResearchResult {
  asked: ResearchQuestion
  report: ResearchReport
  /** Time from the question to the report. */
  ms: number
}

/** Runs one research with its plan as drawn up. */
async function runResearch(client: Client, asked: ResearchQuestion): Promise<ResearchResult> {
  const began = performance.now()
  const { question } = asked
  const { run_id } = await post(client, '/api/deep_research/run', { question, auto_accept_plan: true })
  for (;;) {
    const run = await call(client, `/api/deep_research/run/${run_id}`)
    if (run.finished_at !== null) {
      if (run.report_id === null) throw new Error(`${question}: ${run.state}, no report`)
      const report = await call(client, `/api/deep_research/report/${run.report_id}`)
      return { asked, report, ms: performance.now() - began }
    }
    await wait(POLL_INTERVAL_MS)
  }
}

/** Runs all questions one after another. */
async function allResearches(server: MeasuredServer, folder: string): Promise<ResearchResult[]> {
  const results: ResearchResult[] = []
  /** Logs in a new user, because each has a limited number of runs per day. */
  const newcomer = async (): Promise<Client> => ({
    server,
    cookie: await logIn(server, folder, `reader${Date.now()}`),
  })
  let client = await newcomer()
  // Warms up, so that loading by the first runs does not count.
  for (const asked of researchQuestions.slice(0, WARM_UP_RUNS)) await runResearch(client, asked)
  await readLongestPause(server)
  for (const [at, asked] of researchQuestions.entries()) {
    if (at % RUNS_PER_DAY === 0) client = await newcomer()
    results.push(await runResearch(client, asked))
  }
  return results
}

/** The parts of a report that can be wrong, and how many of them are. */
interface ReportFaults {
  references: number
  /** References to papers that the library does not have. */
  unknown: number
  /** Citation numbers in the text. */
  markers: number
  /** Citation numbers without a reference. */
  dangling: number
  /** References that no number cites. */
  unused: number
  quotes: number
  /** Quotes that do not occur in the text of their source. */
  differing: number
  /** Quotations in the text without a citation number. */
  uncited: number
}

/** Counts the faults of a report in its own text. */
function countFaults(
  { sections, references }: ResearchReport,
  texts: ReadonlyMap<string, string>,
): ReportFaults {
  const numbers = new Set(references.map(({ n }) => n))
  const cited = sections.flatMap(({ citations }) => citations)
  const markers = sections.flatMap(({ text }) =>
    Array.from(text.matchAll(/\[(\d+)\]/g), ([, n]) => Number(n)),
  )
  const evidence = sections.filter(({ kind }) => kind === 'evidence' || kind === 'insufficient')
  return {
    references: references.length,
    unknown: references.filter(({ paper_id }) => !texts.has(paper_id ?? '')).length,
    markers: markers.length,
    dangling: markers.filter((n) => !numbers.has(n)).length,
    unused: references.filter(({ n }) => n === null || !markers.includes(n)).length,
    quotes: cited.length,
    differing: cited.filter(({ paper_id, quote }) => !texts.get(paper_id ?? '')?.includes(quote)).length,
    uncited: evidence.flatMap(({ text }) => uncitedQuotes(text)).length,
  }
}

/** Returns the lines of a section that start with a quotation without a citation number directly after it. */
const uncitedQuotes = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => /^\s*(?:- )?(?:\*\*[^*]+\*\*[：:]\s?)?[「“]/u.test(line) && !/[」”]\[\d+\]/u.test(line))
    // Queries that were tried are in quotation marks too.
    .filter((line) => !/^- [「“][^」”]{0,200}[」”]$/u.test(line))

/** Reads the canonical texts of all cited papers, by id. */
async function readCitedTexts(folder: string, reports: ResearchReport[]): Promise<Map<string, string>> {
  const { base, close } = await openQuestionLibrary(folder, { acl: false })
  const ids = reports.flatMap(({ references }) => references.flatMap(({ paper_id }) => paper_id ?? []))
  const texts = new Map<string, string>()
  for await (const part of streamRecordsByIds(base, [...new Set(ids)]))
    for (const { id, record } of part) texts.set(id, canonicalText(JSON.parse(record)))
  await close()
  return texts
}

/**
 * Runs the research questions and checks their reports against the cited records.
 *
 * @param kept folder to which the reports are written, if any.
 */
export async function gatesBench(folder: string, kept: string | undefined): Promise<void> {
  const server = await startMonitoredServer(folder)
  let results: ResearchResult[] = []
  let pause = Number.NaN
  try {
    results = await allResearches(server, folder)
    pause = await readLongestPause(server)
  } finally {
    await server.stop()
  }
  const texts = await readCitedTexts(
    folder,
    results.map(({ report }) => report),
  )
  const faults = results.map(({ report }) => countFaults(report, texts))
  const sum = (of: keyof ReportFaults) => faults.reduce((all, each) => all + each[of], 0)
  if (kept)
    for (const [at, result] of results.entries())
      writeFileSync(join(kept, `report-${at + 1}.md`), renderMarkdown(result))
  const isShort = ({ report }: ResearchResult) => report.sections.some(({ kind }) => kind === 'insufficient')
  const thin = results.filter(({ asked }) => asked.thin)
  const rich = results.filter(({ asked }) => !asked.thin)
  const times = results.map(({ ms }) => ms)
  const rows = [
    ['references outside the index', '0', `${sum('unknown')} of ${sum('references')}`],
    ['dangling or unused numbers', '0', `${sum('dangling')} of ${sum('markers')}, ${sum('unused')}`],
    ['quotes that differ from their source', '0', `${sum('differing')} of ${sum('quotes')}`],
    ['evidence without a citation', '0', String(sum('uncited'))],
    ['thin questions that end as 证据不足', 'all', `${thin.filter(isShort).length} of ${thin.length}`],
    ['others that have a report', '', `${rich.filter((each) => !isShort(each)).length} of ${rich.length}`],
    ['s a report, median and longest', '', times.length > 0 ? formatSeconds(times) : ''],
    ['longest pause of the main thread, ms', `≤ ${MAX_PAUSE_MS}`, pause.toFixed(0)],
  ]
  console.log(`| ${results.length} researches | goal | figure |\n|---|---|---|`)
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
  for (const each of results)
    if (isShort(each) !== (each.asked.thin === true))
      console.log(`${isShort(each) ? 'short' : 'long'}: ${each.asked.question}`)
}

/** Returns the median and the longest time, in seconds. */
const formatSeconds = (times: number[]) =>
  [0.5, 1].map((share) => (quantile(times, share) / 1_000).toFixed(2)).join(', ')

/** Prints a report as Markdown, to be read by people. */
const renderMarkdown = ({ asked, report, ms }: ResearchResult): string =>
  [
    `# ${asked.question} (${ms.toFixed(0)} ms)`,
    ...report.sections.map(({ title, text }) => `## ${title}\n\n${text}`),
    report.references.map(({ n, text }) => `[${n}] ${text}`).join('\n'),
    `read, not cited:\n${report.read_not_cited.map(({ title }) => `- ${title}`).join('\n')}`,
  ].join('\n\n')
