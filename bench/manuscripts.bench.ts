// npm run bench -- manuscripts [shown]: reads manuscripts with planted faults and clean ones, and reports which faults
// are found and how many citations are linked to the right entries. `shown` prints what went wrong for the seeds that
// may be looked at.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findListFindings } from '../server/src/citation/manuscript/reading/index.ts'
import type { ListFinding } from '../server/src/citation/manuscript/reading/list-findings.ts'
import type { Manuscript } from '../server/src/citation/manuscript/reading/manuscript.ts'
import { draftManuscript, FAULT_KINDS, type FaultKind } from './manuscripts/draft.ts'
import { countLinked, type FaultCounts, type ReportedFault, scoreFaults } from './manuscripts/score.ts'
import { openPrinter, readDraft, writeDraft } from './manuscripts/write.ts'
import { readStarterWorks } from './printed-references.ts'
import { publishFigures, rounded } from './results.ts'

const FAULTY_COUNT = 60
const CLEAN_COUNT = 20

/** Returns a finding in the terms of planted faults. */
function reportOf(finding: ListFinding, { entries, markers }: Manuscript): ReportedFault {
  const labelOf = (index: number): string => {
    const { number, text } = entries[index] ?? { number: null, text: '' }
    return number === null || !/^\d+$/.test(number) ? text : number
  }
  switch (finding.kind) {
    case 'not-listed':
      return {
        kind: markers[finding.marker]?.form === 'author-year' ? 'no-match' : 'not-listed',
        label: finding.label,
      }
    case 'several-matches':
      return { kind: 'several-matches', label: finding.label }
    case 'number-gap':
      return { kind: 'number-gap', label: String(finding.from) }
    default:
      return { kind: finding.kind, label: labelOf(finding.entry) }
  }
}

/** The kinds that a list compared with its text can show; checks of entries report the others. */
const LIST_KINDS = new Set<FaultKind>(FAULT_KINDS.slice(0, 7))

const isShown = process.argv.includes('shown')
const library = readStarterWorks().filter(
  ({ creators, publish_date }) =>
    creators.length > 0 &&
    creators.every(({ role = 'author' }) => role === 'author') &&
    Number(publish_date?.slice(0, 4)) >= 1850,
)
const folder = mkdtempSync(join(tmpdir(), 'scinav-manuscripts-'))
const printer = await openPrinter()
if (!printer) console.log('No browser is here: PDFs are written as DOCX')

/** What was counted for one half of the seeds. */
const halves = ['tuned on', 'only reported'].map((name) => ({
  name,
  counts: new Map<FaultKind, FaultCounts>(),
  citations: 0,
  linked: 0,
  clean: 0,
  cleanAlarms: 0,
}))

for (let seed = 1; seed <= FAULTY_COUNT + CLEAN_COUNT; seed += 1) {
  const isClean = seed > FAULTY_COUNT
  const half = halves[seed % 2]
  if (!half) continue
  const draft = draftManuscript(seed, library, isClean)
  const path = await writeDraft(draft, folder, printer)
  const manuscript = await readDraft(path, path.endsWith('.tex') ? readFileSync(path, 'utf8') : null)
  const reports = findListFindings(manuscript).map((finding) => reportOf(finding, manuscript))
  const checked = { ...draft, faults: draft.faults.filter(({ kind }) => LIST_KINDS.has(kind)) }
  const { missed, alarms } = scoreFaults(checked, reports, half.counts)
  const linked = countLinked(draft, manuscript)
  const cited = draft.citations.flat().length
  half.citations += cited
  half.linked += linked
  if (isClean) {
    half.clean += 1
    half.cleanAlarms += alarms.length
  }
  if (isShown && seed % 2 === 0 && (missed.length > 0 || alarms.length > 0 || linked < cited))
    console.log(
      `${path} ${draft.language} ${draft.form}: linked ${linked} of ${cited}, missed ${missed.join(', ') || '–'}, alarms ${alarms.slice(0, 8).join(', ') || '–'}`,
    )
}
await printer?.close()
if (!isShown) rmSync(folder, { recursive: true, force: true })

const total = (counts: Map<FaultKind, FaultCounts>, field: keyof FaultCounts): number =>
  [...counts.values()].reduce((sum, each) => sum + each[field], 0)

for (const { name, counts, citations, linked, clean, cleanAlarms } of halves) {
  for (const [kind, { planted, found, falseAlarms }] of counts)
    console.log(`  ${kind}: ${found} of ${planted} found, ${falseAlarms} false alarms`)
  const figures = [
    {
      name: 'planted faults of list against text found',
      value: rounded((100 * total(counts, 'found')) / total(counts, 'planted'), 1),
      unit: '%',
      goal: '≥ 97',
    },
    { name: 'false alarms a clean manuscript', value: rounded(cleanAlarms / clean, 2), goal: '≤ 0.5' },
    { name: 'citations linked', value: rounded((100 * linked) / citations, 1), unit: '%', goal: '≥ 99' },
  ]
  for (const figure of figures) console.log(`${name}: ${figure.name} ${figure.value} (${figure.goal})`)
  publishFigures(
    'manuscripts',
    figures.map((figure) => ({ ...figure, conditions: `seeds ${name}` })),
  )
}
