// npm run bench -- first-screen [RUNS]: opens home, results and a PDF of 15 pages in a browser that has stored nothing,
// with the CPU slowed down, and tabulates what the first screen costs by cause.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { register } from '../e2e/support/people.ts'
import { waitForCode } from '../e2e/support/server.ts'
import { uploadAndParse } from '../e2e/support/study-document.ts'
import { DATA } from './document-library.ts'
import { CAUSES, type MainThreadCosts, mainThreadCosts, type TraceEvent } from './first-screen/main-thread.ts'
import { quantile, startMonitoredServer } from './measured-client.ts'
import { type Figure, publishFigures } from './results.ts'

const RUNS = Number(process.argv.find((each) => /^\d+$/.test(each)) ?? 5)
const CPU_SLOWDOWN = 4
const TIMEOUT_MS = 60_000
const TRACE_CATEGORIES = ['devtools.timeline', 'v8', 'blink.user_timing']
const PDF = `${DATA}pdfs/arxiv-pasa.pdf`
/** Types of resources as the browser names them, by what the table calls them. */
const TYPES = { Script: 'script', Stylesheet: 'style', Font: 'font', Image: 'image', Document: 'page' }
const OTHER_TYPE = 'data'

interface Screen {
  name: string
  address: string
  /** Selectors of what is waited for; the last one is the content, whose time has the goal. */
  marks: Record<string, string>
  goal: string
  /** Bounds on requests and kilobytes. */
  bounds?: [string, string]
}

/** One reply; times in milliseconds since the visit began. */
interface Reply {
  path: string
  /** When it was requested. */
  from: number
  /** When all of it had arrived. */
  to: number
}

interface Visit {
  /** Milliseconds until each mark was seen. */
  marks: Record<string, number>
  requests: number
  /** Bytes received by type of resource. */
  bytes: Record<string, number>
  replies: Reply[]
  costs: MainThreadCosts
}

/** Runs in the page before its scripts: notes when each selector matches something visible. */
function watchMarks(marks: Record<string, string>): void {
  const pending = new Map(Object.entries(marks))
  const look = () => {
    for (const [name, selector] of pending) {
      const element = document.querySelector<HTMLElement>(selector)
      if (!element || element.style.visibility === 'hidden') continue
      pending.delete(name)
      requestAnimationFrame(() => setTimeout(() => performance.mark(`scinav ${name}`)))
    }
    if (pending.size === 0) observer.disconnect()
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['style'] })
}

async function visit(browser: Browser, signedIn: BrowserContext, screen: Screen): Promise<Visit> {
  const context = await browser.newContext({ storageState: await signedIn.storageState(), locale: 'zh-CN' })
  const page = await context.newPage()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.addInitScript(watchMarks, screen.marks)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const network = watchNetwork(devtools)
  await browser.startTracing(page, { categories: TRACE_CATEGORIES })
  await page.goto(screen.address)
  const marks = await readMarks(page, screen.marks)
  await page.waitForLoadState('networkidle', { timeout: TIMEOUT_MS })
  const trace = await browser.stopTracing()
  await context.close()
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString('utf8'))
  const content = traceEvents.find(({ name }) => name === `scinav ${Object.keys(screen.marks).at(-1)}`)
  const until = content?.ts ?? Number.POSITIVE_INFINITY
  const contentMs = Object.values(marks).at(-1) ?? 0
  return {
    marks,
    ...network(),
    costs: mainThreadCosts(traceEvents, until - contentMs * 1_000, until),
  }
}

/** Resolves to the times of the marks when all have been seen. */
async function readMarks(page: Page, marks: Record<string, string>): Promise<Record<string, number>> {
  const names = Object.keys(marks)
  const seen = await page.waitForFunction(
    (names) => {
      const times = names.map((name) => performance.getEntriesByName(`scinav ${name}`)[0]?.startTime)
      return times.every((time) => time !== undefined) && times
    },
    names,
    { timeout: TIMEOUT_MS, polling: 200 },
  )
  const times = (await seen.jsonValue()) as number[]
  return Object.fromEntries(names.map((name, at) => [name, times[at] ?? Number.NaN]))
}

type Devtools = Awaited<ReturnType<BrowserContext['newCDPSession']>>

/** Counts what a page requests; the returned function tells what it was so far. */
function watchNetwork(devtools: Devtools): () => Pick<Visit, 'requests' | 'bytes' | 'replies'> {
  const types = new Map<string, string>()
  const started = new Map<string, { path: string; at: number }>()
  const bytes: Record<string, number> = {}
  const replies: Reply[] = []
  let origin = 0
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    if (!/^https?:/.test(request.url)) return
    if (type === 'Document') origin = timestamp
    const path = new URL(request.url).pathname
    types.set(requestId, TYPES[(type ?? '') as keyof typeof TYPES] ?? OTHER_TYPE)
    started.set(requestId, { path, at: timestamp })
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const type = types.get(requestId)
    const { path = '', at = 0 } = started.get(requestId) ?? {}
    if (!type) return
    bytes[type] = (bytes[type] ?? 0) + encodedDataLength
    replies.push({ path, from: (at - origin) * 1_000, to: (timestamp - origin) * 1_000 })
  })
  return () => ({ requests: types.size, bytes, replies })
}

const median = (values: number[]) => quantile(values, 0.5)
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

/** Returns the median of each named value over visits. */
function medians<Name extends string>(records: Record<Name, number>[]): Record<Name, number> {
  const names = new Set(records.flatMap((record) => Object.keys(record) as Name[]))
  return Object.fromEntries(
    [...names].map((name) => [name, median(records.map((record) => record[name] ?? 0))]),
  ) as Record<Name, number>
}

const conditions = `median of ${RUNS}, nothing stored, CPU ${CPU_SLOWDOWN} times slower`

/** Returns the figures of a screen over its visits. */
function figuresOf({ name, goal, bounds = ['', ''] }: Screen, visits: Visit[]): Figure[] {
  const figure = (what: string, value: number, unit: string, bound = ''): Figure => ({
    name: `${name}: ${what}`,
    value: Math.round(value),
    ...(unit && { unit }),
    conditions,
    ...(bound && { goal: bound }),
  })
  const marks = Object.entries(medians(visits.map((each) => each.marks)))
  const causes = medians(visits.map(({ costs }) => costs.byCause))
  return [
    figure('requests', median(visits.map(({ requests }) => requests)), '', bounds[0]),
    figure('received', median(visits.map(({ bytes }) => sum(Object.values(bytes)))) / 1_000, 'KB', bounds[1]),
    ...Object.entries(medians(visits.map(({ bytes }) => bytes))).map(([type, value]) =>
      figure(`received, ${type}`, value / 1_000, 'KB'),
    ),
    ...marks.map(([mark, ms], at) => figure(`${mark} shown`, ms, 'ms', at === marks.length - 1 ? goal : '')),
    figure('processor time of the main thread', sum(Object.values(causes)), 'ms'),
    ...CAUSES.map((cause) => figure(`processor time, ${cause}`, causes[cause], 'ms')),
    figure('tasks of more than 50 ms', median(visits.map(({ costs }) => costs.longTasks)), ''),
  ]
}

function print(screen: Screen, visits: Visit[]): Figure[] {
  const figures = figuresOf(screen, visits)
  for (const { name, value, unit = '', goal = '' } of figures)
    console.log(`| ${name.padEnd(48)} | ${String(value).padStart(6)} ${unit.padEnd(2)} | ${goal} |`)
  console.log('\nreplies of the last visit, ms since its start:')
  for (const { path, from, to } of visits.at(-1)?.replies ?? [])
    console.log(`${Math.round(from)}–${Math.round(to)} ${path}`)
  console.log('')
  return figures
}

const folder = mkdtempSync(join(tmpdir(), 'scinav-first-screen-'))
const server = await startMonitoredServer(folder)
const executablePath = process.env.CHROMIUM_PATH
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-gpu'],
  ...(executablePath && { executablePath }),
})
try {
  const signedIn = await browser.newContext({ baseURL: server.url })
  const { url } = server
  const codeFor = (target: string) => waitForCode(join(folder, 'outbox'), target)
  await register(signedIn, { url, codeFor }, { account: 'bench', nick_name: '林知远' })
  const budget: [string, string] = ['≤ 30', '≤ 300']
  const screens: Screen[] = [
    {
      ...{ name: 'home', address: `${url}/#/home`, goal: '≤ 2500', bounds: budget },
      marks: { frame: 'nav', box: 'main [role="combobox"]', content: 'main article' },
    },
    {
      ...{
        name: 'results',
        address: `${url}/#/home/searchResult?q=learning`,
        goal: '≤ 2500',
        bounds: budget,
      },
      marks: { frame: 'nav', content: 'section[aria-label="文献"] article' },
    },
  ]
  if (existsSync(PDF)) {
    const document_id = await uploadAndParse(signedIn, url, readFileSync(PDF))
    screens.push({
      ...{ name: 'reading', address: `${url}/#/readDetailMore?document_id=${document_id}`, goal: '≤ 3000' },
      marks: { frame: 'nav', content: '[data-page="1"] canvas' },
    })
  } else console.log(`${PDF} is not here: reading is not measured`)
  const figures: Figure[] = []
  for (const screen of screens) {
    const visits: Visit[] = []
    for (let run = 0; run < RUNS; run += 1) visits.push(await visit(browser, signedIn, screen))
    figures.push(...print(screen, visits))
  }
  publishFigures('first-screen', figures)
} finally {
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
