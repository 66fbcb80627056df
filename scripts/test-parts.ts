// Selects the tests of `npm test`, and those left to `npm run test:full`.

/** `gate`: the tests of `npm test`. `rest`: all others. Undefined: both. */
type TestPart = 'gate' | 'rest' | undefined

const part = process.env.TEST_PART as TestPart

/**
 * Tests on PostgreSQL: statements, transactions, leases and races. The rest of the server is independent of the
 * database.
 */
export const POSTGRES_GATE = [
  'server/src/chat/chats/races.test.ts',
  'server/src/platform/context/*.test.ts',
  'server/src/platform/db/*.test.ts',
  'server/src/platform/http/idempotency.test.ts',
  'server/src/library/import/store-works.test.ts',
  'server/src/knowledge/ingestion/queue.test.ts',
  'server/src/platform/jobs/*.test.ts',
  'server/src/documents/parse-results/*.test.ts',
  'server/src/knowledge/projects/*.test.ts',
  'server/src/platform/runs/*.test.ts',
  'server/src/testing/every-call.test.ts',
  'server/src/documents/uploads/quota.test.ts',
]

/** The drill that kills the server at every step of its calls, on either database. */
export const DRILLS_GATE = ['server/src/drills/kill.test.ts']

/** The main journeys through the product in a browser. */
const BROWSER_GATE = [
  'asking',
  'chat',
  'deep-research',
  'documents',
  'journey',
  'lists',
  'projects',
  'reading',
  'results',
  'search',
].map((name) => `${name}.spec.ts`)

/**
 * Long tests of other suites, by project: text recognition, generated inputs, thousands of records, tools that start
 * other tools, and processes that fail.
 */
const LONG: Record<string, string[]> = {
  citation: ['citation/src/missing-fields.test.ts'],
  documents: ['documents/src/office/long-workbook.test.ts', 'documents/src/pictures/pictures.test.ts'],
  formats: ['formats/src/held-memory.test.ts', 'formats/src/robustness.test.ts'],
  scripts: [
    'tools/change-recipes.test.ts',
    'scripts/deploy/figures.test.ts',
    'scripts/deploy/one-machine.test.ts',
    'scripts/library-readmes.test.ts',
  ],
  search: ['search/src/query/random.test.ts', 'search/src/random.test.ts', 'search/src/reopened.test.ts'],
  server: [
    'server/src/citation/export/long-lists.test.ts',
    'server/src/documents/parser/parser-pool.test.ts',
    'server/src/documents/parser/resumed.test.ts',
    'server/src/library/import/worker/import-cli.test.ts',
    'server/src/operations/backup/backup.test.ts',
    'server/src/operations/backup/copy-files.test.ts',
    'server/src/operations/doctor/start-faults.test.ts',
    'server/src/reading/annotations/many-annotations.test.ts',
    'server/src/research/resume.test.ts',
    'server/src/research/starter-reports.test.ts',
  ],
}

/** Tests of generated cases, by project: the gate tries a sample of the cases, the rest all of them. */
const SAMPLED: Record<string, string[]> = {
  formats: ['formats/src/services/acl.test.ts'],
  search: [
    'search/src/analysis/dictionary.test.ts',
    'search/src/analysis/random.test.ts',
    'search/src/facets/frequent-values.test.ts',
    'search/src/four-imports.test.ts',
    'search/src/highlight/highlight.test.ts',
    'search/src/kernels/kernels*.test.ts',
    'search/src/only-passing.test.ts',
    'search/src/partial-matches.test.ts',
    'search/src/ranking/rank.test.ts',
    'search/src/suggest/completions.test.ts',
    'search/src/threads/split-question.test.ts',
  ],
  server: ['server/src/research/model-faults.test.ts'],
}

/** The projects with long tests; all that are sampled are among them. */
export const LONG_PROJECTS = Object.keys(LONG)

/** Every file or pattern that a part of the tests names. */
export const SELECTED_FILES = [
  ...Object.values(LONG).flat(),
  ...Object.values(SAMPLED).flat(),
  ...POSTGRES_GATE,
  ...DRILLS_GATE,
]

interface Selection {
  include: string[]
  exclude?: string[]
}

/**
 * Returns the files of a suite that this run includes.
 *
 * @param gate the files of the suite that belong to the gate; when absent, all but the long ones do
 */
export function select(project: string, { include, exclude = [] }: Selection, gate?: string[]): Selection {
  const left = LONG[project] ?? []
  const sampled = SAMPLED[project] ?? []
  if (part === 'gate') return gate ? { include: gate, exclude } : { include, exclude: [...exclude, ...left] }
  if (part === 'rest')
    return gate ? { include, exclude: [...exclude, ...gate] } : { include: [...left, ...sampled], exclude }
  return { include, exclude }
}

/** The browser tests that this run includes, as Playwright's configuration. */
export const selectedJourneys =
  part === 'gate'
    ? { testMatch: BROWSER_GATE }
    : { testMatch: '**/*.spec.ts', testIgnore: part === 'rest' ? BROWSER_GATE : [] }
