// npm run bench -- manuscripts [shown] [FOLDER…]: reads manuscripts with planted faults and clean ones, and reports
// which faults of the list and of single entries are found and how many citations are linked to the right entries; then
// links the citations of published PDFs: those of the data sets, and those in each FOLDER. `shown` prints what went
// wrong for the seeds that may be looked at.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Work } from '../contract/src/index.ts'
import { findListFindings } from '../server/src/citation/manuscript/reading/index.ts'
import type { ListFinding } from '../server/src/citation/manuscript/reading/list-findings.ts'
import type { Manuscript } from '../server/src/citation/manuscript/reading/manuscript.ts'
import { type FaultKind, LIST_FAULTS } from './manuscripts/changed-works.ts'
import { openCheckedLibrary } from './manuscripts/check-draft.ts'
import { draftManuscript, type WorkPool } from './manuscripts/draft.ts'
import { linkRealPapers } from './manuscripts/real-papers.ts'
import { countLinked, type FaultCounts, type ReportedFault, scoreFaults } from './manuscripts/score.ts'
import { openPrinter, readDraft, writeDraft } from './manuscripts/write.ts'
import { readStarterWorks } from './printed-references.ts'
import { publishFigures, rounded } from './results.ts'

const FAULTY_COUNT = 60
const CLEAN_COUNT = 20
const RETRACTED_EVERY = 12

/** Returns a finding in the terms of planted faults. */
function reportOf(finding: ListFinding, { entries, markers }: Manuscript): ReportedFault {
  const labelOf = (index: number): string => {
    const { number, text } = entries[index] ?? { number: null, text: '' }
    return number === null || !/^\d+$/.test(number) ? text : number
  }
  switch (finding.kind) {
    case 'not-listed': {
      const kind = markers[finding.marker]?.form === 'author-year' ? 'no-match' : 'not-listed'
      return { kinds: [kind], labels: [finding.label], what: kind }
    }
    case 'several-matches':
      return { kinds: ['several-matches'], labels: [finding.label], what: finding.kind }
    case 'number-gap':
      return { kinds: ['number-gap'], labels: [String(finding.from)], what: finding.kind }
    default:
      return { kinds: [finding.kind], labels: [labelOf(finding.entry)], what: finding.kind }
  }
}

/** The kinds that a list compared with its text can show; checks of entries report the others. */
const LIST_KINDS = new Set<FaultKind>(LIST_FAULTS)

const isShown = process.argv.includes('shown')
const library = readStarterWorks().filter(
  ({ creators, publish_date }) =>
    creators.length > 0 &&
    creators.every(({ role = 'author' }) => role === 'author') &&
    Number(publish_date?.slice(0, 4)) >= 1850,
)
/** Works that notices say are retracted; they are cited where that is the planted fault. */
const isRetracted = ({ doi }: Work, at: number): boolean => at % RETRACTED_EVERY === 0 && doi !== null
const pool: WorkPool = {
  works: library.filter((work, at) => !isRetracted(work, at)),
  retracted: library.filter(isRetracted),
}
const checked = await openCheckedLibrary(library, pool.retracted)
const folder = mkdtempSync(join(tmpdir(), 'scinav-manuscripts-'))
const printer = await openPrinter()
if (!printer) console.log('No browser is here: PDFs are written as DOCX')

/** What was counted for one half of the seeds. */
const halves = ['tuned on', 'only reported'].map((name) => ({
  name,
  list: { counts: new Map<FaultKind, FaultCounts>(), cleanAlarms: 0 },
  entries: { counts: new Map<FaultKind, FaultCounts>(), cleanAlarms: 0 },
  citations: 0,
  linked: 0,
  clean: 0,
}))

for (let seed = 1; seed <= FAULTY_COUNT + CLEAN_COUNT; seed += 1) {
  const isClean = seed > FAULTY_COUNT
  const half = halves[seed % 2]
  if (!half) continue
  const draft = draftManuscript(seed, pool, isClean)
  const path = await writeDraft(draft, folder, printer)
  const manuscript = await readDraft(path, path.endsWith('.tex') ? readFileSync(path, 'utf8') : null)
  const ofList = findListFindings(manuscript).map((finding) => reportOf(finding, manuscript))
  const ofEntries = await checked.check(draft, manuscript)
  const [listFaults, entryFaults] = [true, false].map((isOfList) =>
    draft.faults.filter(({ kind }) => LIST_KINDS.has(kind) === isOfList),
  )
  const list = scoreFaults({ faults: listFaults ?? [], planted: draft.faults }, ofList, half.list.counts)
  const entries = scoreFaults(
    { faults: entryFaults ?? [], planted: draft.faults },
    ofEntries,
    half.entries.counts,
  )
  const linked = countLinked(draft, manuscript)
  const cited = draft.citations.flat().length
  half.citations += cited
  half.linked += linked
  if (isClean) {
    half.clean += 1
    half.list.cleanAlarms += list.alarms.length
    half.entries.cleanAlarms += entries.alarms.length
  }
  const [missed, alarms] = [
    [...list.missed, ...entries.missed],
    [...list.alarms, ...entries.alarms],
  ]
  if (isShown && seed % 2 === 0 && (missed.length > 0 || alarms.length > 0 || linked < cited))
    console.log(
      `${path} ${draft.language} ${draft.form} ${draft.style}: linked ${linked} of ${cited}, missed ${missed.join(', ') || '–'}, alarms ${alarms.length}${alarms
        .slice(0, 8)
        .map((each) => `\n    ${each}`)
        .join('')}`,
    )
}
await printer?.close()
await checked.close()
if (!isShown) rmSync(folder, { recursive: true, force: true })

const total = (counts: Map<FaultKind, FaultCounts>, field: keyof FaultCounts): number =>
  [...counts.values()].reduce((sum, each) => sum + each[field], 0)

for (const { name, list, entries, citations, linked, clean } of halves) {
  for (const [kind, { planted, found }] of [...list.counts, ...entries.counts])
    console.log(`  ${kind}: ${found} of ${planted} found`)
  const parts = [
    { part: 'of list against text', ...list },
    { part: 'of entries', ...entries },
  ]
  const figures = [
    ...parts.flatMap(({ part, counts, cleanAlarms }) => [
      {
        name: `planted faults ${part} found`,
        value: rounded((100 * total(counts, 'found')) / total(counts, 'planted'), 1),
        unit: '%',
        goal: '≥ 97',
      },
      {
        name: `false alarms ${part}, a clean manuscript`,
        value: rounded(cleanAlarms / clean, 2),
        goal: '≤ 0.5',
      },
    ]),
    { name: 'citations linked', value: rounded((100 * linked) / citations, 1), unit: '%', goal: '≥ 99' },
  ]
  for (const figure of figures) console.log(`${name}: ${figure.name} ${figure.value} (${figure.goal})`)
  publishFigures(
    'manuscripts',
    figures.map((figure) => ({ ...figure, conditions: `seeds ${name}` })),
  )
}

const folders = process.argv.slice(3).filter((each) => existsSync(each))
for (const folder of [undefined, ...folders]) {
  const papers = await linkRealPapers(folder)
  if (papers.length === 0) continue
  for (const { name, entries, cited, linked } of papers)
    console.log(`  ${name}: ${entries} entries, ${linked} of ${cited} cited parts linked`)
  const sum = (count: (paper: (typeof papers)[number]) => number) =>
    papers.reduce((all, paper) => all + count(paper), 0)
  const figure = {
    name: 'parts of citations in PDFs of others linked to one entry',
    value: rounded((100 * sum(({ linked }) => linked)) / sum(({ cited }) => cited), 1),
    ...{ unit: '%', goal: '≥ 97' },
    conditions: `${papers.length} with a list and citations${folder ? `, of ${basename(folder)}` : ''}`,
  }
  console.log(`${figure.name}: ${figure.value} (${figure.goal})`)
  publishFigures('manuscripts', [figure])
}
