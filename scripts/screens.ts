// npm run screens: pictures of every screen of the running product into docs/screens.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { PASSWORD, register } from '../e2e/support/people.ts'
import { type RunningServer, startServer } from '../e2e/support/server.ts'
import { repoRoot } from './node24.mjs'
import { reduceColours } from './png-palette.ts'

const folder = join(repoRoot, 'docs', 'screens')
const widths = [1440, 1024, 390]
const HEIGHTS: Record<number, number> = { 390: 844 }
const headers = { 'x-login-type': 'front' }

/** The operator, and somebody whose name and organisation are as long as the contract lets them be. */
const OPERATOR = { account: 'linzhiyuan', nick_name: '林知远' }
const LONG = {
  account: 'long-account.name_of-32-letters1',
  nick_name: '欧阳·阿卜杜热西提·买买提江·克里斯托弗·亚历山大·冯·洪堡（访问学者）博士',
  organization:
    '中国科学院大学资源与环境学院与国家青藏高原科学数据中心联合培养基地高寒生态系统与全球变化研究所野外观测与遥感数据同化实验室第三课题组',
}

/** Scholars of the past, so that the list of people has more than one page. */
const SCHOLARS =
  '沈括 祖冲之 张衡 郭守敬 徐光启 李时珍 宋应星 蔡伦 毕昇 贾思勰 秦九韶 杨辉 朱世杰 刘徽 一行 苏颂 郦道元 裴秀 王祯 宋慈 孙思邈 葛洪 李善兰 徐寿 华蘅芳 詹天佑 方以智 梅文鼎'.split(
    ' ',
  )

interface Screen {
  address: string
  /** What to do before the picture is taken. */
  act?: (page: Page) => Promise<unknown>
}

const open: Record<string, Screen> = {
  login: { address: '/login' },
  forgot: { address: '/login#forgot' },
  register: { address: '/#/register' },
  agreement: { address: '/agreement' },
  offline: { address: '/offline.html' },
  'no-login': { address: '/#/noLoginError' },
}
const loggedIn: Record<string, Screen> = {
  home: { address: '/#/home' },
  profile: { address: '/#/home?panel=settings' },
  security: { address: '/#/home?panel=settings&tab=security' },
  appearance: { address: '/#/home?panel=settings&tab=appearance' },
  data: { address: '/#/home?panel=settings&tab=data' },
  users: { address: '/#/home?panel=users' },
  'users-empty': { address: '/#/home?panel=users', act: (page) => search(page, '查无此人') },
  jobs: { address: '/#/home?panel=jobs' },
  palette: { address: '/#/home', act: (page) => page.keyboard.press('Control+k') },
  error: { address: '/#/error?err_code=404' },
}
const withLongNames: Record<string, Screen> = {
  'long-home': { address: '/#/home' },
  'long-profile': { address: '/#/home?panel=settings' },
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
  await page.keyboard.press('Enter')
  await page.getByText('没有符合条件的用户').waitFor()
}

async function shoot(
  context: BrowserContext,
  server: RunningServer,
  screens: Record<string, Screen>,
  suffix: string,
) {
  for (const [name, { address, act }] of Object.entries(screens)) {
    const page = await context.newPage()
    await page.goto(server.url + address)
    await page.getByRole('heading').first().waitFor()
    await page.waitForLoadState('networkidle')
    await act?.(page)
    await page.waitForTimeout(300)
    const picture = await page.screenshot({ animations: 'disabled' })
    writeFileSync(join(folder, `${name}-${suffix}.png`), reduceColours(picture))
    await page.close()
  }
}

async function logIn(context: BrowserContext, server: RunningServer, account: string): Promise<void> {
  const response = await context.request.post(`${server.url}/api/session`, {
    data: { account, password: PASSWORD },
    headers,
  })
  if (!response.ok()) throw new Error(await response.text())
}

async function shootAppearance(browser: Browser, server: RunningServer, colorScheme: 'light' | 'dark') {
  for (const width of widths) {
    const viewport = { width, height: HEIGHTS[width] ?? 900 }
    const device = { viewport, colorScheme, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' }
    const suffix = `${width}-${colorScheme}`
    const context = await browser.newContext(device)
    await shoot(context, server, open, suffix)
    await logIn(context, server, OPERATOR.account)
    await shoot(context, server, loggedIn, suffix)
    await logIn(context, server, LONG.account)
    await shoot(context, server, withLongNames, suffix)
    await context.close()
  }
}

async function enterPeople(browser: Browser, server: RunningServer): Promise<void> {
  const context = await browser.newContext()
  await register(context, server, OPERATOR)
  await register(context, server, LONG)
  const { nick_name, organization } = LONG
  await context.request.put(`${server.url}/api/user/profile`, {
    data: { nick_name, organization, subject_codes: [] },
    headers,
  })
  for (const [index, name] of SCHOLARS.entries())
    await register(context, server, { account: `scholar${index + 1}`, nick_name: name })
  await logIn(context, server, OPERATOR.account)
  const found = await context.request.get(`${server.url}/api/admin/users?keyword=scholar27`)
  const [scholar] = (await found.json()).data.list
  const disabled = { user_id: scholar.id, status: 'disabled' }
  await context.request.put(`${server.url}/api/admin/users`, { data: disabled, headers })
  await context.close()
}

rmSync(folder, { recursive: true, force: true })
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
  await enterPeople(browser, server)
  for (const colorScheme of ['light', 'dark'] as const) await shootAppearance(browser, server, colorScheme)
} finally {
  await browser.close()
  await server.stop()
}
const names = readdirSync(folder)
const bytes = names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
console.log(`${names.length} 张截图，共 ${(bytes / 1e6).toFixed(1)} MB，在 ${folder}`)
