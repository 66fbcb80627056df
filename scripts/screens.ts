// npm run screens: pictures of every screen of the running product into docs/screens.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { register } from '../e2e/support/people.ts'
import { type RunningServer, startServer } from '../e2e/support/server.ts'
import { repoRoot } from './node24.mjs'

const folder = join(repoRoot, 'docs', 'screens')
const widths = [1440, 1024, 390]
const HEIGHTS: Record<number, number> = { 390: 844 }
const LONG_NAME = '欧阳·阿卜杜热西提·买买提江·克里斯托弗·亚历山大·冯·洪堡教授（访问学者）'

const open = {
  login: '/login',
  forgot: '/login#forgot',
  register: '/#/register',
  agreement: '/agreement',
  offline: '/offline.html',
  'no-login': '/#/noLoginError',
}
const loggedIn = {
  home: '/#/home',
  settings: '/#/home?panel=settings',
  security: '/#/home?panel=settings&tab=security',
  users: '/#/home?panel=users',
  jobs: '/#/home?panel=jobs',
  error: '/#/error?err_code=404',
}

async function shoot(
  context: BrowserContext,
  server: RunningServer,
  pages: Record<string, string>,
  suffix: string,
) {
  for (const [name, address] of Object.entries(pages)) {
    const page = await context.newPage()
    await page.goto(server.url + address)
    await page.getByRole('heading').first().waitFor()
    await page.waitForTimeout(700)
    await page.screenshot({ path: join(folder, `${name}-${suffix}.png`) })
    await page.close()
  }
}

async function shootAppearance(browser: Browser, server: RunningServer, colorScheme: 'light' | 'dark') {
  for (const width of widths) {
    const viewport = { width, height: HEIGHTS[width] ?? 900 }
    const context = await browser.newContext({
      viewport,
      colorScheme,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
    })
    await shoot(context, server, open, `${width}-${colorScheme}`)
    await context.request.post(`${server.url}/api/session`, {
      data: { account: 'linzhiyuan', password: 'ink-and-bamboo-77' },
      headers: { 'x-login-type': 'front' },
    })
    await shoot(context, server, loggedIn, `${width}-${colorScheme}`)
    await context.close()
  }
}

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
const server = await startServer()
try {
  const context = await browser.newContext()
  await register(context, server, { account: 'linzhiyuan', nick_name: '林知远' })
  await register(context, server, { account: 'ouyang.long-account_name-0123456', nick_name: LONG_NAME })
  for (const account of ['shenkuo', 'zuchongzhi', 'zhangheng', 'guoshoujing', 'xuguangqi'])
    await register(context, server, { account, nick_name: account })
  await context.close()
  for (const colorScheme of ['light', 'dark'] as const) await shootAppearance(browser, server, colorScheme)
} finally {
  await browser.close()
  await server.stop()
}
console.log(`pictures are in ${folder}`)
