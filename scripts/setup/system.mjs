// @ts-check
// Finds or installs what the tests need besides npm packages: a browser with Chinese fonts, and PostgreSQL's programs.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runStep } from './progress.mjs'

/**
 * Returns the path of a program; undefined where PATH has none of this name.
 * @param {string} name
 */
function onPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
}

const isRoot = process.getuid?.() === 0
/** Whether the package lists have been updated. */
let areListsUpdated = false

/**
 * Installs Debian packages if the user is root on a Debian system; resolves to whether it did.
 * @param {string} title
 * @param {string[]} packages
 */
async function installDebian(title, packages) {
  const apt = onPath('apt-get')
  if (!isRoot || !apt) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (/** @type {string} */ what, /** @type {string[]} */ args) =>
    runStep(what, { program: apt, args: ['-qq', ...args], cwd: '/', env })
  if (!areListsUpdated && (await run('更新软件包列表', ['update'])) !== 0) return false
  areListsUpdated = true
  return (await run(title, ['install', '-y', '--no-install-recommends', ...packages])) === 0
}

/** Programs to test with, the best first: the headless shell draws the same pages with less processor time. */
const CHROMIUM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]

function findChromium() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH && existsSync(CHROMIUM_PATH)) return CHROMIUM_PATH
  return CHROMIUM_NAMES.map(onPath).find(Boolean)
}

function hasChineseFont() {
  const list = spawnSync('fc-list', [':lang=zh-cn', 'family'], { encoding: 'utf8' })
  return list.status === 0 && list.stdout.trim() !== ''
}

/**
 * Installs a Chromium and Chinese fonts where they are missing; resolves to the browser's path, null for the one that
 * Playwright downloads itself.
 * @param {{ program: string, args: string[] }} playwrightInstall
 */
export async function ensureBrowser(playwrightInstall) {
  const fonts = hasChineseFont() ? [] : ['fonts-noto-cjk', 'fontconfig']
  // Older releases of Debian have no package of the headless shell alone.
  for (const browser of findChromium() ? [[]] : [['chromium-headless-shell'], ['chromium']]) {
    const missing = [...browser, ...fonts]
    if (missing.length === 0 || (await installDebian('安装测试用的浏览器和中文字体', missing)))
      return findChromium() ?? null
  }
  if (findChromium()) {
    console.log('没有找到中文字体，截图里的汉字可能显示为方框。请安装 Noto Sans CJK。')
    return findChromium() ?? null
  }
  if ((await runStep('由 Playwright 下载浏览器', { ...playwrightInstall, cwd: '.' })) === 0) return null
  console.error('测试需要 Chromium：请安装系统的 chromium 包，或用 CHROMIUM_PATH 指明它在哪里。')
  console.error('The tests need Chromium: install it, or say with CHROMIUM_PATH where it is.')
  process.exit(1)
}

const MIN_POSTGRES_VERSION = 15

/** Returns the folder of `initdb` and `postgres`; undefined where none is new enough. */
function findPostgres() {
  const initdb = onPath('initdb')
  if (initdb) return join(initdb, '..')
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').map(Number) : []
  const newest = versions.filter((version) => version >= MIN_POSTGRES_VERSION).sort((a, b) => b - a)[0]
  return newest ? `/usr/lib/postgresql/${newest}/bin` : undefined
}

/** Installs PostgreSQL's programs where they are missing; resolves to their folder. Tests start their own server. */
export async function ensurePostgres() {
  if (!findPostgres()) await installDebian('安装测试用的 PostgreSQL', ['postgresql'])
  const folder = findPostgres()
  if (folder) return folder
  console.error('测试需要 PostgreSQL 15 或更高版本的服务器程序（initdb、postgres）：请安装后重试。')
  console.error('The tests need the server programs of PostgreSQL 15 or newer: install them and run again.')
  process.exit(1)
}
