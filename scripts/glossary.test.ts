import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { repoRoot } from './node24.mjs'

/** A word, or some in a row, and the folders in which it stood for something that has another name now. */
interface Unused {
  words: string
  folders: string[]
}

const CODE = '{contract,citation,formats,documents,search,threads,server,web,e2e,bench,scripts,deploy}'
/** What is built, what has landed of the database and is never edited, and the examples below. */
const NOT_READ = /\/(?:node_modules|dist|build|migrations)\/|^scripts\/glossary\.test\.ts$/

/** What a test of one folder calls what it makes is its own affair. */
const TESTS = /\.(?:test|spec|contract)\.tsx?$|\/testing\//

/** The rows of the glossary's last table. */
function unusedWords(glossary: string): Unused[] {
  const [, table = ''] = glossary.split('## Words that are not used')
  return [...table.matchAll(/^\| (?!Instead)([a-z][^|]*) \| ([^|]*) \|/gm)].flatMap(
    ([, words = '', where = '']) =>
      words.split(', ').map((each) => ({
        words: each,
        folders: where === 'everywhere' ? [''] : where.split(', ').map((folder) => `${folder}/`),
      })),
  )
}

/** `parsedQuery` and `parsed-query.ts` are `parsed query`. */
const spaced = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .replaceAll(/[^A-Za-z\d]+/g, ' ')
    .toLowerCase()

const DECLARED = [
  /\b(?:function\*?|class|interface|type|enum)\s+(\w+)/g,
  /^(?:export )?const (\w+)/gm,
  // A function in a function, and one of a class.
  /\bconst (\w+) = (?:async )?(?:\([^\n]*|\w+) =>/g,
  /^ {2}(?:async |private |static |\*)*#?(\w+)\([^\n]*\{$/gm,
]
const CLASSES = [/\.([a-z][\w-]*)/gi]

/** What a file and the things that it declares are called. */
function namesIn(file: string, text: string): string[] {
  const patterns = file.endsWith('.css') ? CLASSES : DECLARED
  return [
    basename(file),
    ...patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name)),
  ]
}

const faultsOf = (files: { file: string; text: string }[], unused: Unused[]): string[] =>
  files.flatMap(({ file, text }) => {
    const here = unused.filter(({ folders }) =>
      folders.some((folder) => folder === '' || (file.startsWith(folder) && !TESTS.test(file))),
    )
    const found = [...new Set(namesIn(file, text))].filter((name) =>
      here.some(({ words }) => ` ${spaced(name)} `.includes(` ${words} `)),
    )
    return found.map((name) => `${file}: ${name}`)
  })

const unused = unusedWords(readFileSync(join(repoRoot, 'docs/glossary.md'), 'utf8'))

test('an unused word is found in the name of a file, a function, a type and a class', () => {
  const planted = [
    { file: 'server/src/chat/chats/deeds.ts', text: 'export const fine = 1' },
    { file: 'server/src/a-new-folder/run.ts', text: 'export async function carryOut() {}' },
    { file: 'search/src/facets/count.ts', text: 'interface ValueHeads {\n}' },
    { file: 'threads/src/start.ts', text: 'const hearOne = (text: string) => text' },
    { file: 'web/src/chat/chat.module.css', text: '.fine,\n.verdict-row {\n}' },
  ]
  const innocent = [
    { file: 'web/src/ui/toasts.ts', text: '// Carries out what was said.\nconst carry = 1; const out = 2' },
    { file: 'server/src/reading/reader/heads.ts', text: 'const shared = (part: string) => part' },
  ]

  expect(faultsOf([...planted, ...innocent], unused)).toEqual([
    'server/src/chat/chats/deeds.ts: deeds.ts',
    'server/src/a-new-folder/run.ts: carryOut',
    'search/src/facets/count.ts: ValueHeads',
    'threads/src/start.ts: hearOne',
    'web/src/chat/chat.module.css: verdict-row',
  ])
})

test('what is named in the code is named by the words of the glossary', () => {
  const files = globSync(`${CODE}/**/*.{ts,tsx,mjs,css}`, {
    cwd: repoRoot,
    exclude: (path) => path.endsWith('node_modules'),
  }).filter((file) => !NOT_READ.test(file))

  expect(unused.length).toBeGreaterThan(25)
  expect(files.length).toBeGreaterThan(1_000)
  expect(
    faultsOf(
      files.map((file) => ({ file, text: readFileSync(join(repoRoot, file), 'utf8') })),
      unused,
    ),
  ).toEqual([])
})
