import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repoRoot } from './node24.mjs'

interface Line {
  /** `web/src/home/home-screen.tsx:12` */
  place: string
  text: string
}

const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file)

/** Every line of shipped code with Chinese in it: comments are English, so that Chinese is what a person reads. */
const code: Line[] = globSync('{web,server,contract,citation}/src/**/*.{ts,tsx,js}', { cwd: repoRoot })
  .filter((file) => !isTest(file))
  .flatMap((file) => linesOf(file, readFileSync(join(repoRoot, file), 'utf8')))

/** What applications say to a person; `prompts` are for models, who are addressed otherwise. */
const applications: Line[] = globSync('config/applications/*.json', { cwd: repoRoot }).flatMap((file) => {
  const { prompts: _prompts, ...said } = JSON.parse(readFileSync(join(repoRoot, file), 'utf8'))
  return linesOf(file, JSON.stringify(said, null, 1))
})
const menus = linesOf('config/menus.json', readFileSync(join(repoRoot, 'config/menus.json'), 'utf8'))

function linesOf(file: string, text: string): Line[] {
  return text
    .split('\n')
    .map((line, at) => ({ place: `${file}:${at + 1}`, text: line.trim() }))
    .filter(({ text: line }) => /\p{Script=Han}/u.test(line) && !/^(\/\/|\/?\*)/.test(line))
}

test('everybody is addressed as 您', () => {
  // Words that questions are made of, not words to a person.
  const data =
    /^server\/src\/(?:language\/question\/[a-z-]+|research\/(?:paste\/own-text|run\/edit-text))\.ts:/
  const familiar = [...code, ...applications, ...menus].filter(({ place, text }) => {
    return text.includes('你') && !data.test(place)
  })
  expect(familiar).toEqual([])
  expect(code.length).toBeGreaterThan(1_000)
  expect(applications.length).toBeGreaterThan(10)
})

/** Read by whoever runs the installation, and by nobody else. */
const OPERATORS = [
  /^web\/src\/operator\//,
  /^web\/src\/results\/federated\/federated-notices\.tsx:/,
  /^server\/src\/platform\/foundation\/fault\.ts:/,
  /^server\/src\/citation\/manuscript\/check\/requirements\.ts:/,
  /^server\/src\/(?:operations|platform\/(?:config|context|db))\//,
  // Only operators' calls answer these.
  /^server\/src\/chat\/mcp\/server-view\.ts:/,
  /^contract\/src\/problems\.ts:.*MCP_STDIO=on/,
]

test('the name of a setting is told to operators alone', () => {
  const settings = ['config.ts', 'config-ai.ts', 'config-files.ts'].flatMap((file) =>
    [
      ...readFileSync(join(repoRoot, 'server/src/platform/config', file), 'utf8').matchAll(
        /^\s+([A-Z]+(?:_[A-Z]+)+):/gm,
      ),
    ].map(([, name = '']) => name),
  )
  expect(settings).toEqual(expect.arrayContaining(['ENGINES_URL', 'AI_BASE_URL', 'FILES_URL']))
  const named = new RegExp(`\\b(?:${settings.join('|')})\\b`)
  const told = code.filter(({ place, text }) => {
    const words = text.replaceAll(/\$\{[^}]*\}|config\.\w+/g, '')
    return named.test(words) && !OPERATORS.some((known) => known.test(`${place} ${text}`))
  })
  expect(told).toEqual([])
})

/** The manual and the first page, which speak of the same things. */
const manual = ['README.md', 'docs/operating.md'].flatMap((file) =>
  linesOf(file, readFileSync(join(repoRoot, file), 'utf8')),
)
const prompts = globSync('config/applications/*prompts.json', { cwd: repoRoot }).flatMap((file) =>
  linesOf(file, readFileSync(join(repoRoot, file), 'utf8')),
)

test('the library, its sources and lists have one name everywhere', () => {
  const others =
    /文献库|馆藏|馆[内里外]|本馆(?!文献|题录|记录|收录|\$\{)|本地文献|检索源|外部来源|站外来源|我的资料|阅读清单|私有库|学术问答|检索范围 /
  const wrong = [...code, ...applications, ...prompts, ...menus, ...manual].filter(({ text }) =>
    others.test(text),
  )
  expect(wrong).toEqual([])
})

test('words are quoted in corner marks alone', () => {
  const other = /“[^“”]*\p{Script=Han}[^“”]*”/u
  // Regular expressions know the marks that other texts are written with.
  const read = /^server\/src\/(?:answers|deep-research|references)\//
  const wrong = [...code, ...applications, ...prompts, ...menus, ...manual].filter(
    ({ place, text }) => other.test(text) && !read.test(place),
  )
  expect(wrong).toEqual([])
})

test('every question to start with is in Chinese', () => {
  const questions = globSync('config/applications/*.json', { cwd: repoRoot }).flatMap((file) => {
    const { suggested_questions = [] } = JSON.parse(readFileSync(join(repoRoot, file), 'utf8'))
    return suggested_questions.map((question: string) => ({ file, question }))
  })
  expect(questions.filter(({ question }: { question: string }) => !/\p{Script=Han}/u.test(question))).toEqual(
    [],
  )
  expect(questions.length).toBeGreaterThan(40)
})
