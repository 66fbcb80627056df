// npm run bench -- retractions [IN.jsonl OUT.jsonl [NOTICES]]: loads a table of notices (by default `notices.tsv.gz`
// beside IN) and writes for each record `{given}` of IN what the look-up finds: alarm, kind, notice_doi, date. Records
// with the truth are scored. Without files, the probes and the sample of shared/data/retractions are measured.
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { normalizeDoi } from '../contract/src/text/doi.ts'
import { lookUpStatus } from '../server/src/library/retractions/index.ts'
import { readNoticeRows, readNotices } from '../server/src/library/retractions/read-notices.ts'
import { storeNotices } from '../server/src/library/retractions/store-notices.ts'
import { transact } from '../server/src/platform/context/context.ts'
import { openDatabase } from '../server/src/platform/db/open.ts'
import type { Db } from '../server/src/platform/db/schema.ts'
import { type Figure, publishFigures, rounded } from './results.ts'

const DATA = fileURLToPath(new URL('../../shared/data/retractions/', import.meta.url))
const NOTICES = 'notices.tsv.gz'
const BATCH_SIZE = 2_000

/** A DOI as somebody wrote it; the truth is there where it is known. */
interface Probe {
  given: string
  truth?: boolean
  kind?: string
  notice_doi?: string
}

interface Finding {
  alarm: boolean
  kind: string | null
  notice_doi: string | null
  date: string | null
}

/** The part of an expected record of the sample that is compared. */
interface SampleRecord {
  kind: string | null
  date: string | null
  notice_doi: string | null
  reasons: string[]
}

const readLines = <Line>(file: string): Line[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))

/** Loads a table of notices and returns how many rows it has. */
async function loadNotices(db: Db, file: string): Promise<number> {
  let rows = 0
  let waiting: Parameters<typeof storeNotices>[1][number][] = []
  const store = async () => {
    const part = waiting
    waiting = []
    await transact({ db }, (ctx) => storeNotices(ctx, part))
  }
  for await (const reads of readNotices(createReadStream(file), 0)) {
    rows += reads.length
    for (const read of reads) if (read.ok) waiting.push(read.notice)
    if (waiting.length >= BATCH_SIZE) await store()
  }
  await store()
  return rows
}

async function findAll(db: Db, probes: readonly Probe[]): Promise<Finding[]> {
  const found = await lookUpStatus(
    { db },
    probes.map(({ given }) => ({ doi: given })),
  )
  return found.map((notice) => ({
    alarm: notice?.kind === 'retracted' || notice?.kind === 'concern',
    kind: notice?.kind ?? null,
    notice_doi: notice?.doi ?? null,
    date: notice?.date ?? null,
  }))
}

/** Scores findings; notices are compared in the normal form of their DOIs. */
function scoreFindings(probes: readonly Probe[], findings: readonly Finding[], conditions: string): Figure[] {
  const pairs = probes.flatMap((probe, at) => {
    const finding = findings[at]
    return finding ? [{ probe, finding }] : []
  })
  const alarms = pairs.filter(({ finding }) => finding.alarm)
  const right = alarms.filter(({ probe, finding }) => probe.truth && finding.kind === probe.kind)
  const sameNotice = right.filter(
    ({ probe, finding }) => finding.notice_doi === normalizeDoi(probe.notice_doi),
  )
  const truths = probes.filter(({ truth }) => truth)
  const share = (part: number, whole: number) => rounded(whole === 0 ? 1 : part / whole, 3)
  return [
    { name: 'precision of alarms', value: share(right.length, alarms.length), goal: '= 1', conditions },
    { name: 'retracted works found', value: share(right.length, truths.length), goal: '= 1', conditions },
    { name: 'right notice', value: share(sameNotice.length, right.length), goal: '= 1', conditions },
  ]
}

async function measure(input: string, notices: string, output: string | undefined): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'scinav-retractions-'))
  const { db, close } = await openDatabase({ folder })
  try {
    const began = performance.now()
    const rows = await loadNotices(db, notices)
    const loaded = performance.now()
    const probes = readLines<Probe>(input)
    const asked = performance.now()
    const findings = await findAll(db, probes)
    const ended = performance.now()
    if (output) {
      const lines = probes.map((probe, at) => JSON.stringify({ ...probe, ...findings[at] }))
      writeFileSync(output, `${lines.join('\n')}\n`)
    }
    const conditions = `${probes.length} spellings of DOIs, ${rows} notices`
    return [
      ...scoreFindings(probes, findings, conditions),
      { name: 'look-ups together', value: rounded(ended - asked, 1), unit: 'ms', goal: '≤ 50', conditions },
      { name: 'loading', value: rounded(loaded - began, 0), unit: 'ms', goal: '≤ 1000', conditions },
    ]
  } finally {
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Compares every record of a table with what an importer should make of it. */
async function compareSample(): Promise<Figure[]> {
  const expected = readLines<SampleRecord>(join(DATA, 'retraction-watch-sample.expected.jsonl'))
  const read: SampleRecord[] = []
  for await (const rows of readNoticeRows(createReadStream(join(DATA, 'retraction-watch-sample.csv'))))
    for (const { notice } of rows)
      read.push({ kind: notice.kind, date: notice.date, notice_doi: notice.doi, reasons: notice.reasons })
  const equal = expected.filter(({ kind, date, notice_doi, reasons }, at) =>
    isDeepStrictEqual(read[at], { kind, date, notice_doi, reasons }),
  )
  const conditions = `${expected.length} records of the sample of Retraction Watch`
  return [{ name: 'records read', value: equal.length, goal: `= ${expected.length}`, conditions }]
}

function report(figures: readonly Figure[]): void {
  for (const { name, value, unit = '', conditions } of figures)
    console.log(`${name}: ${value} ${unit} (${conditions})`)
}

const [input, output, notices] = process.argv.slice(3)
if (input && output) {
  report(await measure(input, notices ?? join(dirname(input), NOTICES), output))
} else if (existsSync(join(DATA, NOTICES))) {
  const figures = [
    ...(await measure(join(DATA, 'probes.jsonl'), join(DATA, NOTICES), undefined)),
    ...(await compareSample()),
  ]
  report(figures)
  publishFigures('retractions', figures)
} else console.log('notices are not here (shared/data/retractions): nothing to measure')
