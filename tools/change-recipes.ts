/** The change of one file: a new one, or a unique text replaced by `instead`. */
export type FileEdit = { file: string; text: string } | { file: string; of: string; instead: string }

/** An addition to the product as CONTRIBUTING describes it, with its own tests. */
export interface ChangeRecipe {
  title: string
  edits: FileEdit[]
}

/** Returns an edit that inserts text before or after an existing line. */
const insertBeside = (file: string, of: string, before: string, after = ''): FileEdit => ({
  file,
  of,
  instead: before + of + after,
})

/**
 * 1. `contract/src/work.ts`: the schema; `contract/src/blank-work.ts`: the value of a record without the field.
 * 2. The readers in `formats/` that know the field; `finish-publication.ts` or `finish.ts` normalizes what they read.
 * 3. The screen that shows it.
 * Nothing else: `readWork` adds the field to older records, and merging two records of a paper is determined by the
 * kind of their fields.
 */
export const fieldRecipe: ChangeRecipe = {
  title: 'a field of a paper',
  edits: [
    insertBeside('contract/src/work.ts', '  place: textOrNull,\n', '  /** 丛书. */\n  series: textOrNull,\n'),
    insertBeside('contract/src/blank-work.ts', '    place: null,\n', '    series: null,\n'),
    insertBeside('formats/src/work-draft.ts', '  place?: OptionalText\n', '  series?: OptionalText\n'),
    insertBeside(
      'formats/src/finish-publication.ts',
      '  work.place = textOrNull(draft.place)\n',
      '  work.series = textOrNull(draft.series)\n',
    ),
    insertBeside('formats/src/tagged/ris.ts', '    source,\n', "    series: firstValue(fields, 'T3'),\n"),
    insertBeside(
      'web/src/paper/record/paper-record.tsx',
      "    ['出版地', paper.place],\n",
      "    ['丛书', paper.series],\n",
    ),
    {
      file: 'formats/src/series.test.ts',
      text: `import { expect, test } from 'vitest'
import { readAll, successfulWorks } from './testing/read-all.ts'

test('a reader finds the series of a book that an RIS file names', async () => {
  const bytes = 'TY  - BOOK\\nTI  - Graphs\\nT3  - Graduate texts\\nER  -\\n'
  const reads = await readAll({ name: 'a.ris', bytes })
  expect(successfulWorks(reads)).toMatchObject([{ title: 'Graphs', series: 'Graduate texts' }])
})
`,
    },
    {
      file: 'web/src/paper/record/series.test.tsx',
      text: `import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { listTwoPapers, twoPapers } from '../../testing/papers.ts'
import { showAt } from '../../testing/show.tsx'
import { PaperDrawer } from './paper-drawer.tsx'

test('a reader of a book sees its series', async () => {
  fakeServer({ 'POST /api/paper/list_by_id': listTwoPapers })
  twoPapers.p1.series = '研究生丛书'
  showAt('/home?paper=p1', <PaperDrawer id="p1" onClose={() => undefined} />)
  expect(await screen.findByText('研究生丛书')).toBeTruthy()
})
`,
    },
  ],
}

/** Name of the new call's cases in the test that covers every call. */
export const NEW_CALL = 'GET /api/user/log/countUserPaper'

/**
 * 1. The endpoint, in its group of `contract/src`.
 * 2. The function in the feature's service, and its line in the feature's routes, which `tsc` requires.
 * 3. Its inputs in `server/src/testing/cases`, which `tsc` requires too; `every-call.test.ts` tests them.
 * 4. The screen that uses it.
 */
export const callRecipe: ChangeRecipe = {
  title: 'a call',
  edits: [
    insertBeside(
      'contract/src/history.ts',
      '  removeViews: {\n',
      `  viewCount: {
    method: 'GET',
    path: '/api/user/log/countUserPaper',
    access: 'user',
    summary: 'How many papers the caller looked at',
    input: z.object({}),
    output: z.object({ papers: z.number().int() }),
    extra: true,
  },
`,
    ),
    insertBeside(
      'server/src/reading/views/view.service.ts',
      'export async function removeViews',
      `export async function countViews(ctx: Context): Promise<OutputOf<Papers['viewCount']>> {
  const { total } = await views.findPage(ctx.db, ctx.actor.id, { page_num: 1, page_size: 1, files: false })
  return { papers: total }
}

`,
    ),
    insertBeside('server/src/reading/views/views.routes.ts', 'listViews, logView,', 'countViews, '),
    {
      file: 'server/src/reading/views/views.routes.ts',
      of: 'implement(viewsApi, { logView, views: listViews, removeViews })',
      instead: `implement(viewsApi, {
  logView,
  views: listViews,
  viewCount: countViews,
  removeViews,
})`,
    },
    insertBeside(
      'server/src/testing/cases/library.ts',
      '  removeViews: {',
      '  viewCount: { valid: () => ({}) },\n',
    ),
    insertBeside(
      'web/src/history/history-screen.tsx',
      "import { useSearchParams } from 'react-router'\n",
      "import { api } from '@scinav/contract'\n",
      "import { useRead } from '../api/use-read.ts'\n",
    ),
    insertBeside(
      'web/src/history/history-screen.tsx',
      '  const remove = useHistoryRemoval()\n',
      '  const viewed = useRead(api.papers.viewCount, {})\n',
    ),
    {
      file: 'web/src/history/history-screen.tsx',
      of: 'note="只有您自己看得到"',
      instead: `note={viewed.data ? \`看过 \${viewed.data.papers} 篇，只有您自己看得到\` : '只有您自己看得到'}`,
    },
    {
      file: 'web/src/history/view-count.test.tsx',
      text: `import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, ok } from '../testing/fake-server.ts'
import { pageOf, showAt } from '../testing/show.tsx'
import { HistoryScreen } from './history-screen.tsx'

test('a reader sees how many papers the history has', async () => {
  fakeServer({
    'GET /api/search_log/list': () => ok(pageOf([])),
    'GET /api/user/log/countUserPaper': () => ok({ papers: 3 }),
  })
  showAt('/home/searchHistory', <HistoryScreen />)
  expect(await screen.findByText('看过 3 篇，只有您自己看得到')).toBeTruthy()
})
`,
    },
  ],
}

/**
 * 1. A folder of `web/src` with `x-screen.tsx` and its test.
 * 2. Its path in `web/src/app/entry/routes.ts`.
 * 3. Its menu entry in `config/menus.json`.
 * 4. Its address in the lists of `e2e/screens.spec.ts`, and in that of `routes.test.ts` unless the specification names
 * it.
 */
export const screenRecipe: ChangeRecipe = {
  title: 'a screen',
  edits: [
    {
      file: 'web/src/citing/citing-screen.tsx',
      text: `import { api } from '@scinav/contract'
import { useRead } from '../api/use-read.ts'
import { PageHeader } from '../ui/views/page-header.tsx'
import { ReadView } from '../ui/views/read-view.tsx'

/** The collections of papers that answers are given from. */
export function CitingScreen() {
  const all = useRead(api.datasets.all, {})
  return (
    <>
      <PageHeader title="文献集" note="在这里读文献" />
      <ReadView
        of={all}
        what="文献集"
        isEmpty={({ aiDataset }) => aiDataset.length === 0}
        empty={{ title: '还没有文献集' }}
      >
        {({ aiDataset }) => aiDataset.map(({ id, name }) => <p key={id}>{name}</p>)}
      </ReadView>
    </>
  )
}
`,
    },
    {
      file: 'web/src/citing/citing-screen.test.tsx',
      text: `import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { datasetOf } from '../testing/datasets.ts'
import { fakeServer, ok } from '../testing/fake-server.ts'
import { showAt } from '../testing/show.tsx'
import { CitingScreen } from './citing-screen.tsx'

afterEach(cleanup)

test.each([
  [[datasetOf('d9', '储能材料综述库')], '储能材料综述库'],
  [[], '还没有文献集'],
])('a reader sees the collections there are, or that there is none', async (aiDataset, text) => {
  fakeServer({ 'GET /api/dataset_all': () => ok({ aiDataset, projectDataset: [], readingDataset: [] }) })
  showAt('/citing', <CitingScreen />)
  expect(await screen.findByText(text)).toBeTruthy()
})
`,
    },
    {
      file: 'web/src/app/entry/routes.ts',
      of: "  {\n    path: '/agent',\n",
      instead: `  {
    path: '/citing',
    frame: 'layout',
    plain: true,
    load: () => import('../../citing/citing-screen.tsx').then((m) => m.CitingScreen),
  },
  {
    path: '/agent',
`,
    },
    insertBeside('web/src/app/entry/routes.test.ts', '  ],\n  bare: [', "    '/citing',\n"),
    insertBeside(
      'config/menus.json',
      '        { "path": "/resources"',
      '        { "path": "/citing", "name": "文献集", "icon": "database" },\n',
    ),
    insertBeside('e2e/screens.spec.ts', "    '/#/knowledgeBase',\n", "    '/#/citing',\n"),
  ],
}
