// npm run screens [-- NAME…]: pictures of the running product into .scinav/screens; of all screens, or of those named.
// Those that docs/screens holds are renewed there too.
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { type RunningServer, startServer } from '../e2e/support/server.ts'
import { repoRoot } from './node24.mjs'
import { reduceColours } from './png-palette.ts'
import { answers } from './screens-answers.ts'
import { type Chats, holdChats, startModel } from './screens-chats.ts'
import { documents, fillShelf, type Shelf } from './screens-documents.ts'
import { account, citation, library, open, type Screen, tools, withLongNames } from './screens-list.ts'
import { holdTexts, reading, type Texts } from './screens-reading.ts'
import { LONG, logIn, OPERATOR, type Scene, setScene } from './screens-scene.ts'

const folder = join(repoRoot, '.scinav', 'screens')
/** The few that README and docs show: all of them in git would add ten megabytes a round. */
const shown = join(repoRoot, 'docs', 'screens')
const wanted = new Set(process.argv.slice(2))
const HEIGHTS: Record<number, number> = { 1440: 900, 1024: 768, 390: 844 }
/** Between a desk and a phone only answers, what is read and knowledge bases change their columns. */
const TABLET = '1024'

async function shoot(
  context: BrowserContext,
  server: RunningServer,
  screens: Record<string, Screen>,
  suffix: string,
): Promise<void> {
  for (const [name, { address, act, before, after }] of Object.entries(screens)) {
    if (wanted.size > 0 && !wanted.has(name)) continue
    const page = await context.newPage()
    await before?.(page)
    await page.goto(server.url + address)
    await page.getByRole('heading').first().waitFor()
    await settled(page)
    await act?.(page)
    await settled(page)
    await page.waitForTimeout(500)
    const picture = await page.screenshot({ animations: 'disabled' })
    writeFileSync(join(folder, `${name}-${suffix}.png`), reduceColours(picture))
    await after?.(page)
    await page.close()
  }
}

/** A stream that is open keeps the network busy for as long as it is. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
}

async function shootAppearance(
  browser: Browser,
  server: RunningServer,
  { scene, chats, texts, shelf }: { scene: Scene; chats: Chats; texts: Texts; shelf: Shelf },
  colorScheme: 'light' | 'dark',
): Promise<void> {
  for (const [width, height] of Object.entries(HEIGHTS)) {
    const viewport = { width: Number(width), height }
    const device = { viewport, colorScheme, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' }
    const suffix = `${width}-${colorScheme}`
    const context = await browser.newContext(device)
    if (width !== TABLET) await shoot(context, server, open, suffix)
    await logIn(context, server, OPERATOR.account)
    const apart = {
      ...tools,
      ...answers(scene, chats),
      ...reading(texts, scene.paper_id),
      ...documents(shelf),
    }
    const rest = width === TABLET ? {} : { ...account, ...citation, ...library(scene) }
    await shoot(context, server, { ...rest, ...apart }, suffix)
    await logIn(context, server, LONG.account)
    if (width !== TABLET) await shoot(context, server, withLongNames, suffix)
    await context.close()
  }
}

if (wanted.size === 0) rmSync(folder, { recursive: true, force: true })
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
const server = await startServer(model.env)
try {
  const people = await browser.newContext()
  const scene = await setScene(people, server)
  const chats = await holdChats(people, server)
  const texts = await holdTexts(people, server)
  const shelf = await fillShelf(people, server)
  await people.close()
  for (const colorScheme of ['light', 'dark'] as const)
    await shootAppearance(browser, server, { scene, chats, texts, shelf }, colorScheme)
} finally {
  await browser.close()
  await server.stop()
  await model.close()
}
const names = readdirSync(folder)
for (const name of readdirSync(shown).filter((name) => names.includes(name)))
  copyFileSync(join(folder, name), join(shown, name))
const bytes = names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
console.log(`${names.length} 张截图，共 ${(bytes / 1e6).toFixed(1)} MB，在 ${folder}`)
