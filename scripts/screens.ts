// npm run screens [-- NAME… WIDTH… light|dark axe]: pictures of the running product into .scinav/screens; of all screens,
// or of those named (`research*`: all that begin so), at all widths and in both appearances, or in those named. `axe`: each
// is looked through for serious accessibility faults, in both appearances. A screen that cannot be taken is told at the
// end; the others go on. Those that docs/screens holds are renewed there too.
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { seriousFaults } from '../e2e/support/axe.ts'
import { type RunningServer, startServer } from '../e2e/support/server.ts'
import { repoRoot } from './node24.mjs'
import { reduceColours } from './png-palette.ts'
import { answers } from './screens-answers.ts'
import { asReader, bases, fillBases, READER } from './screens-bases.ts'
import { holdChats, startModel } from './screens-chats.ts'
import { documents } from './screens-documents.ts'
import { account, citation, library, open, type Screen, tools, withLongNames } from './screens-list.ts'
import { askAll, questions } from './screens-questions.ts'
import { holdTexts, reading } from './screens-reading.ts'
import { holdRuns, research } from './screens-research.ts'
import { holdStates, RESEARCHER, states, statesEnv } from './screens-runs.ts'
import { LONG, logIn, OPERATOR, setScene } from './screens-scene.ts'
import { fillShelf } from './screens-shelf.ts'

const folder = join(repoRoot, '.scinav', 'screens')
/** The few that README and docs show: all of them in git would add ten megabytes a round. */
const shown = join(repoRoot, 'docs', 'screens')
const HEIGHTS: Record<number, number> = { 1440: 900, 1024: 768, 390: 844 }
/** Between a desk and a phone only what has columns changes them: answers, what is read, knowledge bases, research. */
const TABLET = '1024'
const APPEARANCES = ['light', 'dark'] as const

const asked = process.argv.slice(2)
const widths = Object.keys(HEIGHTS).filter(
  (width) => asked.includes(width) || !asked.some((one) => one in HEIGHTS),
)
const isAppearance = (one: string) => APPEARANCES.some((appearance) => appearance === one)
const appearances = APPEARANCES.filter((one) => asked.includes(one) || !asked.some(isAppearance))
const AXE = 'axe'
const names = asked.filter((one) => !(one in HEIGHTS || isAppearance(one) || one === AXE))
const isWanted = (name: string): boolean =>
  names.length === 0 ||
  names.some((one) => one === name || (one.endsWith('*') && name.startsWith(one.slice(0, -1))))

/** Screens that could not be taken, with the reason. */
const missed: string[] = []
/** Serious accessibility faults, with the screen. */
const faults: string[] = []
let lookedThrough = 0

async function shoot(
  context: BrowserContext,
  server: RunningServer,
  screens: Record<string, Screen>,
  suffix: string,
): Promise<void> {
  for (const [name, screen] of Object.entries(screens)) {
    if (!isWanted(name)) continue
    const page = await context.newPage()
    try {
      const picture = await take(page, server, screen)
      writeFileSync(join(folder, `${name}-${suffix}.png`), reduceColours(picture))
      if (asked.includes(AXE)) await lookThrough(page, `${name}-${suffix}`)
    } catch (error) {
      missed.push(`${name}-${suffix}: ${error}`)
    }
    await screen.after?.(page).catch((error) => missed.push(`after ${name}-${suffix}: ${error}`))
    await page.close()
  }
}

async function take(page: Page, server: RunningServer, { address, act, before }: Screen): Promise<Buffer> {
  await before?.(page)
  await page.goto(server.url + address)
  await page.getByRole('heading').first().waitFor()
  await settled(page)
  await act?.(page)
  await settled(page)
  await page.waitForTimeout(500)
  return page.screenshot({ animations: 'disabled' })
}

async function lookThrough(page: Page, name: string): Promise<void> {
  const found = await seriousFaults(page)
  lookedThrough += 1
  faults.push(...found.map((fault) => `${name}: ${fault}`))
}

/** A stream that is open keeps the network busy for as long as it is. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
}

/** What the pictures show: people, papers, files, chats and researches. */
async function prepare(context: BrowserContext, server: RunningServer) {
  const scene = await setScene(context, server)
  const chats = await holdChats(context, server)
  const texts = await holdTexts(context, server)
  const shelf = await fillShelf(context, server)
  const of = {
    ...{ scene, chats, texts, shelf },
    bases: await fillBases(context, server, shelf.project_id),
    runs: await holdRuns(context, server),
    asked: await askAll(context, server),
  }
  await logIn(context, server, RESEARCHER)
  return { ...of, held: await holdStates(context, server) }
}
type Prepared = Awaited<ReturnType<typeof prepare>>

async function shootAll(
  browser: Browser,
  server: RunningServer,
  of: Prepared,
  { width, colorScheme }: { width: string; colorScheme: 'light' | 'dark' },
): Promise<void> {
  const viewport = { width: Number(width), height: HEIGHTS[Number(width)] ?? 0 }
  const device = { viewport, colorScheme, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' }
  const suffix = `${width}-${colorScheme}`
  const context = await browser.newContext(device)
  const isTablet = width === TABLET
  if (!isTablet) await shoot(context, server, open, suffix)
  await logIn(context, server, OPERATOR.account)
  const apart = {
    ...tools,
    ...answers(of.scene, of.chats),
    ...questions(of.asked),
    ...reading(of.texts, of.scene.paper_id),
    ...documents(of.shelf),
    ...bases(of.bases),
    ...research(of.runs),
    ...citation,
  }
  const rest = isTablet ? {} : { ...account, ...library(of.scene) }
  await shoot(context, server, { ...rest, ...apart }, suffix)
  await logIn(context, server, READER)
  await shoot(context, server, asReader(of.bases, of.shelf.full_id), suffix)
  await logIn(context, server, RESEARCHER)
  await shoot(context, server, states(of.held), suffix)
  await logIn(context, server, LONG.account)
  if (!isTablet) await shoot(context, server, withLongNames, suffix)
  await context.close()
}

if (asked.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const { CHROMIUM_PATH } = process.env
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const browser = await chromium.launch({ args, executablePath: CHROMIUM_PATH ?? '/usr/bin/chromium' })
const model = await startModel()
const server = await startServer({ ...model.env, ...statesEnv })
try {
  const people = await browser.newContext()
  const prepared = await prepare(people, server)
  await people.close()
  for (const colorScheme of appearances)
    for (const width of widths) await shootAll(browser, server, prepared, { width, colorScheme })
} finally {
  await browser.close()
  await server.stop()
  await model.close()
}
const taken = readdirSync(folder)
for (const name of readdirSync(shown).filter((name) => taken.includes(name)))
  copyFileSync(join(folder, name), join(shown, name))
const bytes = taken.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
console.log(`${taken.length} 张截图，共 ${(bytes / 1e6).toFixed(1)} MB，在 ${folder}`)
if (asked.includes(AXE)) console.log(`axe：看过 ${lookedThrough} 个画面，${faults.length} 处严重问题`)
for (const each of missed) console.error(`没有截到 ${each}`)
for (const each of faults) console.error(`axe ${each}`)
if (missed.length + faults.length > 0) process.exitCode = 1
