// npm run screens [-- NAME… WIDTH… light|dark axe]: captures the running product into .scinav/screens: all screens or
// those named (`research*`: all with this prefix), at all or the given widths, in both or the given appearances. `axe`:
// checks each for serious accessibility faults, in both appearances. A screen that cannot be captured is reported at
// the end; the others continue. Pictures that docs/screens contains are updated there too.
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { seriousFaults } from '../../e2e/support/axe.ts'
import { type RunningServer, startServer } from '../../e2e/support/server.ts'
import { repoRoot } from '../../scripts/node24.mjs'
import { answerScreens } from './answers.ts'
import { baseScreens, createBaseScene, READER, readerScreens } from './bases.ts'
import { createChatScene, startSceneModel } from './chats.ts'
import { createDocumentScene } from './document-scene.ts'
import { documentScreens } from './documents.ts'
import { createManuscriptScene, manuscriptScreens } from './manuscripts.ts'
import {
  ASKER,
  createModelAnswers,
  modelAnswerScreens,
  modelStatesEnv,
  SPENDER,
  spentScreens,
} from './model-answers.ts'
import { createModelResearch, modelComparisonScreens, modelResearchScreens } from './model-research.ts'
import { reduceColours } from './png-palette.ts'
import { createQuestionScene, questionScreens } from './questions.ts'
import { createReadingScene, readingScreens } from './reading.ts'
import { createResearchScene, researchScreens } from './research.ts'
import { createResearchStates, RESEARCHER, researchStateScreens, statesEnv } from './research-states.ts'
import { createLibraryScene, LONG_NAMED_PERSON, logIn, OPERATOR } from './scene.ts'
import {
  accountScreens,
  citationScreens,
  libraryScreens,
  longNameScreens,
  publicScreens,
  type ScreenSpec,
  toolScreens,
} from './screens.ts'

const folder = join(repoRoot, '.scinav', 'screens')
/** The few pictures that README and docs show; all of them in git would add ten megabytes per update. */
const docsFolder = join(repoRoot, 'docs', 'screens')
const HEIGHTS: Record<number, number> = { 1440: 900, 1024: 768, 390: 844 }
/**
 * Width between desktop and phone; only screens with columns look different at it: answers, reader, knowledge bases,
 * research.
 */
const TABLET = '1024'
const APPEARANCES = ['light', 'dark'] as const

const cliArguments = process.argv.slice(2)
const widths = Object.keys(HEIGHTS).filter(
  (width) => cliArguments.includes(width) || !cliArguments.some((one) => one in HEIGHTS),
)
const isAppearance = (one: string) => APPEARANCES.some((appearance) => appearance === one)
const appearances = APPEARANCES.filter(
  (one) => cliArguments.includes(one) || !cliArguments.some(isAppearance),
)
const AXE = 'axe'
const names = cliArguments.filter((one) => !(one in HEIGHTS || isAppearance(one) || one === AXE))
const isSelectedScreen = (name: string): boolean =>
  names.length === 0 ||
  names.some((one) => one === name || (one.endsWith('*') && name.startsWith(one.slice(0, -1))))

/** Screens that could not be captured, with the reason. */
const failedScreens: string[] = []
/** Serious accessibility faults, with the screen. */
const accessibilityFaults: string[] = []
let auditedCount = 0

async function captureScreens(
  context: BrowserContext,
  server: RunningServer,
  screens: Record<string, ScreenSpec>,
  suffix: string,
): Promise<void> {
  for (const [name, screen] of Object.entries(screens)) {
    if (!isSelectedScreen(name)) continue
    const page = await context.newPage()
    try {
      const picture = await captureScreen(page, server, screen)
      writeFileSync(join(folder, `${name}-${suffix}.png`), reduceColours(picture))
      if (cliArguments.includes(AXE)) await auditScreen(page, `${name}-${suffix}`)
    } catch (error) {
      failedScreens.push(`${name}-${suffix}: ${error}`)
    }
    await screen.after?.(page).catch((error) => failedScreens.push(`after ${name}-${suffix}: ${error}`))
    await page.close()
  }
}

async function captureScreen(
  page: Page,
  server: RunningServer,
  { address, act, before }: ScreenSpec,
): Promise<Buffer> {
  await before?.(page)
  await page.goto(server.url + address)
  await page.getByRole('heading').first().waitFor()
  await waitForNetworkIdle(page)
  await act?.(page)
  await waitForNetworkIdle(page)
  await page.waitForTimeout(500)
  return page.screenshot({ animations: 'disabled' })
}

async function auditScreen(page: Page, name: string): Promise<void> {
  const found = await seriousFaults(page)
  auditedCount += 1
  accessibilityFaults.push(...found.map((fault) => `${name}: ${fault}`))
}

/** Waits for the network to be idle, with a timeout, because an open stream keeps it busy. */
async function waitForNetworkIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
}

/** Creates the content of the pictures: users, papers, files, chats and research runs. */
async function createScenes(context: BrowserContext, server: RunningServer) {
  const scene = await createLibraryScene(context, server)
  const chats = await createChatScene(context, server)
  const texts = await createReadingScene(context, server)
  const shelf = await createDocumentScene(context, server)
  const of = {
    ...{ scene, chats, texts, shelf },
    bases: await createBaseScene(context, server, shelf.project_id),
    runs: await createResearchScene(context, server),
    asked: await createQuestionScene(context, server),
    manuscript: await createManuscriptScene(context, server),
  }
  await logIn(context, server, RESEARCHER)
  const held = await createResearchStates(context, server)
  const answers = await createModelAnswers(context, server, (account) => logIn(context, server, account))
  return { ...of, held, answers, reports: await createModelResearch(context, server) }
}
type PreparedScenes = Awaited<ReturnType<typeof createScenes>>

async function captureAll(
  browser: Browser,
  server: RunningServer,
  of: PreparedScenes,
  { width, colorScheme }: { width: string; colorScheme: 'light' | 'dark' },
): Promise<void> {
  const viewport = { width: Number(width), height: HEIGHTS[Number(width)] ?? 0 }
  const device = { viewport, colorScheme, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' }
  const suffix = `${width}-${colorScheme}`
  const context = await browser.newContext(device)
  const isTablet = width === TABLET
  if (!isTablet) await captureScreens(context, server, publicScreens, suffix)
  await logIn(context, server, OPERATOR.account)
  const apart = {
    ...toolScreens,
    ...answerScreens(of.scene, of.chats),
    ...questionScreens(of.asked),
    ...readingScreens(of.texts, of.scene.paper_id),
    ...documentScreens(of.shelf),
    ...baseScreens(of.bases),
    ...researchScreens(of.runs),
    ...citationScreens,
    ...manuscriptScreens(of.manuscript),
  }
  const rest = isTablet ? {} : { ...accountScreens, ...libraryScreens(of.scene) }
  await captureScreens(context, server, { ...rest, ...apart }, suffix)
  await logIn(context, server, READER)
  await captureScreens(context, server, readerScreens(of.bases, of.shelf.full_id), suffix)
  await logIn(context, server, RESEARCHER)
  await captureScreens(context, server, researchStateScreens(of.held), suffix)
  await logIn(context, server, ASKER)
  const byModel = { ...modelAnswerScreens(of.answers), ...modelResearchScreens(of.reports) }
  await captureScreens(context, server, byModel, suffix)
  await logIn(context, server, SPENDER)
  await captureScreens(context, server, spentScreens(of.answers), suffix)
  await logIn(context, server, OPERATOR.account)
  await captureScreens(context, server, modelComparisonScreens(server, model.url), suffix)
  await logIn(context, server, LONG_NAMED_PERSON.account)
  if (!isTablet) await captureScreens(context, server, longNameScreens, suffix)
  await context.close()
}

if (cliArguments.length === 0) rmSync(folder, { recursive: true, force: true })
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
const model = await startSceneModel()
const server = await startServer({ ...model.env, ...statesEnv, ...modelStatesEnv })
try {
  const people = await browser.newContext()
  const prepared = await createScenes(people, server)
  await people.close()
  for (const colorScheme of appearances)
    for (const width of widths) await captureAll(browser, server, prepared, { width, colorScheme })
} finally {
  await browser.close()
  await server.stop()
  await model.close()
}
const capturedFiles = readdirSync(folder)
for (const name of readdirSync(docsFolder).filter((name) => capturedFiles.includes(name)))
  copyFileSync(join(folder, name), join(docsFolder, name))
const bytes = capturedFiles.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
console.log(`${capturedFiles.length} 张截图，共 ${(bytes / 1e6).toFixed(1)} MB，在 ${folder}`)
if (cliArguments.includes(AXE))
  console.log(`axe：看过 ${auditedCount} 个画面，${accessibilityFaults.length} 处严重问题`)
for (const each of failedScreens) console.error(`没有截到 ${each}`)
for (const each of accessibilityFaults) console.error(`axe ${each}`)
if (failedScreens.length + accessibilityFaults.length > 0) process.exitCode = 1
