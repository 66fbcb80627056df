// npm run bench -- csl IN.jsonl.gz OUT.jsonl: renders the fixtures of the CSL project's test suite with the processor in
// citation/src/csl and writes one `{name, output}` per fixture. Prints a table by category and names each fixture whose
// output differs; then measures how long 1,000 references take.
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import {
  type CitationCluster,
  type Cite,
  CslProcessor,
  type CslRecord,
  readStyle,
} from '../citation/src/csl/index.ts'
import differences from './csl-differences.json' with { type: 'json' }
import { type Figure, publishFigures, RESULTS, rounded } from './results.ts'

/** A fixture of the test suite; values in JSON may be given as its text. */
interface Fixture {
  name: string
  category: string
  /** What is compared: `citation` or `bibliography`, with variants such as `bibliography-header`. */
  mode: string
  /** The style, in XML. */
  csl: string
  input?: string | CslRecord[]
  /** The expected output. */
  result: string
  /** The steps in which a document is edited, see `Step`. */
  citations?: string
  /** Citations that stand alone. */
  'citation-items'?: string
}

/** What the suite expects for a cite that prints nothing. */
const EMPTY_CITE = '[CSL STYLE ERROR: reference with no printed form.]'

/** Returns a value of a fixture, parsed if it is given as text. */
function asJson<Value>(value: string | Value | undefined, fallback: Value): Value {
  if (value === undefined) return fallback
  return typeof value === 'string' ? JSON.parse(value) : value
}

/** Positions of cites by the numbers that fixtures use. */
const POSITIONS = ['first', 'subsequent', 'ibid', 'ibid-with-locator'] as const

interface CiteInput {
  id: string | number
  prefix?: string
  suffix?: string
  label?: string
  locator?: string | number
  position?: number
  'suppress-author'?: unknown
  'author-only'?: unknown
}

const toCite = (cite: CiteInput): Cite => ({
  id: String(cite.id),
  ...(cite.prefix !== undefined && { prefix: cite.prefix }),
  ...(cite.suffix !== undefined && { suffix: cite.suffix }),
  ...(cite.label !== undefined && { label: cite.label }),
  ...(POSITIONS[Number(cite.position)] !== undefined && { position: POSITIONS[Number(cite.position)] }),
  ...(cite.locator !== undefined && { locator: String(cite.locator) }),
  suppressAuthor: Boolean(cite['suppress-author']),
  authorOnly: Boolean(cite['author-only']),
})

/** One step of a fixture that edits a document: the citation, those before and those after it, with their notes. */
type Step = [
  { citationID: string; citationItems: CiteInput[]; properties?: { noteIndex?: number } },
  [string, number][],
  [string, number][],
]

type NamedCluster = CitationCluster & { id: string }

/** Returns the citations of a document after each step. */
function documentSteps(steps: Step[]): NamedCluster[][] {
  const known = new Map<string, Cite[]>()
  return steps.map(([citation, before, after]) => {
    known.set(citation.citationID, citation.citationItems.map(toCite))
    const own: [string, number] = [citation.citationID, citation.properties?.noteIndex ?? 0]
    return [...before, own, ...after].map(([id, noteIndex]) => ({
      id,
      noteIndex,
      cites: known.get(id) ?? [],
    }))
  })
}

/**
 * Renders the citations after the last step, one per line. `>>` marks those that the step changed, among them the one
 * that it edited (`editedId`); `..` marks all others.
 */
function renderSteps(
  processor: CslProcessor,
  items: CslRecord[],
  steps: NamedCluster[][],
  editedId: string | undefined,
): string {
  const textsById = (clusters: NamedCluster[] = []) => {
    const { citations } = processor.render(items, clusters)
    return new Map(citations.map((citation, at) => [clusters[at]?.id, citation.html()]))
  }
  const textsBefore = textsById(steps.at(-2))
  return [...textsById(steps.at(-1))]
    .map(([id, text], at) => {
      const isChanged = textsBefore.get(id) !== text || id === editedId
      return `${isChanged ? '>>' : '..'}[${at}] ${text}`
    })
    .join('\n')
}

const entriesHtml = (entries: string[]): string =>
  `<div class="csl-bib-body">\n${entries.map((entry) => `  <div class="csl-entry">${entry}</div>\n`).join('')}</div>`

/** Returns what the processor prints for a fixture, in the form of its expected output. */
function renderFixture(fixture: Fixture): string {
  const items = asJson<CslRecord[]>(fixture.input, []).map((item, at) => ({
    ...item,
    id: item.id ?? `#${at}`,
  }))
  const steps = fixture.citations === undefined ? undefined : asJson<Step[]>(fixture.citations, [])
  // Citations that are listed without steps stand alone.
  const isStatic = steps === undefined
  const options = { emptyCite: EMPTY_CITE, listsUncited: isStatic, independentCitations: isStatic }
  const processor = new CslProcessor(readStyle(fixture.csl), options)
  const clusters = steps ? documentSteps(steps) : undefined
  if (fixture.mode.startsWith('bibliography')) {
    const { bibliography } = processor.render(items, clusters?.at(-1) ?? [])
    return entriesHtml(bibliography.map(({ rendered }) => rendered.html()))
  }
  if (clusters) return renderSteps(processor, items, clusters, steps?.at(-1)?.[0].citationID)
  // Without citations, one citation cites everything.
  const all: CiteInput[][] = [[...new Set(items.map(({ id }) => id))].map((id) => ({ id }))]
  const citations = asJson<CiteInput[][]>(fixture['citation-items'], all)
  return processor
    .render(
      items,
      citations.map((cites) => ({ cites: cites.map(toCite) })),
    )
    .citations.map((citation) => citation.html())
    .join('\n')
}

/** Renders a fixture; a style that cannot be read is a fault, not an error. */
function attempt(fixture: Fixture): { output: string; fault?: string } {
  try {
    return { output: renderFixture(fixture) }
  } catch (fault) {
    return { output: '', fault: fault instanceof Error ? fault.message : String(fault) }
  }
}

const [, , , input, output] = process.argv
if (!input || !output) throw new Error('usage: npm run bench -- csl IN.jsonl.gz OUT.jsonl')
const fixtures: Fixture[] = gunzipSync(readFileSync(input))
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const results = fixtures.map((fixture) => ({ fixture, ...attempt(fixture) }))
writeFileSync(
  output,
  results
    .map(({ fixture, output: text }) => `${JSON.stringify({ name: fixture.name, output: text })}\n`)
    .join(''),
)

const isEqual = ({ fixture, output: text }: (typeof results)[number]) => text.trim() === fixture.result.trim()
const byCategory = Map.groupBy(results, ({ fixture }) => fixture.category)
const figures: Figure[] = []
for (const [category, own] of [...byCategory].toSorted(([, a], [, b]) => b.length - a.length)) {
  const equal = own.filter(isEqual).length
  console.log(`${category.padEnd(16)} ${String(equal).padStart(3)} / ${own.length}`)
  figures.push({ name: 'fixtures equal', value: equal, unit: `of ${own.length}`, conditions: category })
}
const equal = results.filter(isEqual).length
console.log(`all ${equal} / ${results.length} = ${rounded((100 * equal) / results.length, 1)} %`)
/** Why fixtures differ, by name; a fixture without an entry has no known reason yet. */
const REASONS: Record<string, string> = differences
const differing = results
  .filter((one) => !isEqual(one))
  .map(({ fixture, fault }) => ({ name: fixture.name, reason: REASONS[fixture.name] ?? fault ?? 'unknown' }))
for (const { name, reason } of differing) console.log(`  ${name}: ${reason}`)
if (process.env.BENCH_PUBLISH)
  writeFileSync(new URL('details/csl.json', RESULTS), `${JSON.stringify(differing, null, 2)}\n`)

const TIMED_REFERENCES = 1000
const TIMED_RUNS = 5

/** A style with sorted entries, names, dates, pages and year suffixes. */
const TIMED_STYLE = `<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0">
<info><title>Timed</title><id>timed</id></info>
<macro name="author"><names variable="author"><name initialize-with=". " name-as-sort-order="all" and="symbol"/></names></macro>
<macro name="year"><date variable="issued" prefix="(" suffix=")"><date-part name="year"/></date></macro>
<citation disambiguate-add-year-suffix="true" disambiguate-add-names="true" disambiguate-add-givenname="true"
 et-al-min="3" et-al-use-first="1"><layout prefix="(" suffix=")" delimiter="; "><group delimiter=", ">
<names variable="author"><name form="short" and="symbol"/></names><date variable="issued"><date-part name="year"/></date>
</group></layout></citation>
<bibliography><sort><key macro="author"/><key variable="issued"/></sort><layout suffix=".">
<group delimiter=". "><group delimiter=" "><text macro="author"/><text macro="year"/></group>
<text variable="title" text-case="title"/><group delimiter=", "><text variable="container-title" font-style="italic"/>
<text variable="volume"/><text variable="page"/></group></group></layout></bibliography></style>`

/** Makes a reference; the factors spread names and numbers so that some cites are ambiguous. */
const timedRecord = (_: unknown, at: number): CslRecord => ({
  id: `r${at}`,
  type: 'article-journal',
  title: `On the measure of ${at % 7} things: "quoted" parts and <i>others</i>`,
  author: Array.from({ length: 1 + (at % 6) }, (__, n) => ({
    family: `Family${(at * 7 + n * 13) % 400}`,
    given: `Given Name${(at + n) % 30}`,
  })),
  issued: { 'date-parts': [[1990 + (at % 30)]] },
  'container-title': `Journal ${at % 50}`,
  volume: String(at % 90),
  page: `${at}-${at + 12}`,
})

/** Returns the milliseconds of CPU time in which the references are disambiguated, sorted and formatted; the median. */
function timeReferences(): number {
  const records = Array.from({ length: TIMED_REFERENCES }, timedRecord)
  const processor = new CslProcessor(readStyle(TIMED_STYLE), { listsUncited: true })
  const times = Array.from({ length: TIMED_RUNS }, () => {
    const start = process.cpuUsage()
    processor.render(records, []).bibliography.map(({ rendered }) => rendered.html())
    return process.cpuUsage(start).user / 1000
  })
  return times.toSorted((a, b) => a - b)[Math.floor(TIMED_RUNS / 2)] ?? 0
}

const milliseconds = timeReferences()
console.log(
  `${TIMED_REFERENCES} references sorted and formatted in ${rounded(milliseconds, 0)} ms of CPU time`,
)
publishFigures('csl', [
  {
    name: '1,000 references sorted and formatted',
    value: rounded(milliseconds, 0),
    unit: 'ms',
    goal: '≤ 300',
  },
  {
    name: 'fixtures equal',
    value: rounded((100 * equal) / results.length, 1),
    unit: '%',
    goal: '≥ 92',
    conditions: 'all',
  },
  ...figures,
])
