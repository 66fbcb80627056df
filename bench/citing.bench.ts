// npm run bench -- citing [FOLDER]: sentences with known references (`cited-sentences.ts` has the rules), looked up as 「AI 引文」
// does, beside plain BM25; and sentences that need no source. The tuning half was looked at, the test half was not.
// npm run bench -- citing FOLDER vectors: the test half over a part of the file, with and without an embedding model.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../server/src/context/context.ts'
import { citedSentences, isForTuning, ownSentences } from './cited-sentences.ts'
import { HEAD, lookUp, measure, row, share } from './citing-figures.ts'
import { vectorsBench } from './citing-vectors.ts'
import { readAcl } from './corpus.ts'
import { openLibrary } from './question-library.ts'

const papers = readAcl()
if (papers && process.argv[4] === 'vectors') await vectorsBench(papers, process.argv[3] ?? '')
else if (papers) {
  const folder = process.argv[3] ?? mkdtempSync(join(tmpdir(), 'scinav-citing-'))
  const { base, close } = await openLibrary(folder, { acl: true })
  const ctx = { ...base, actor: { id: 'bench', is_admin: false } } as unknown as Context
  const rows = await base.db.selectFrom('papers').select(['id', 'record']).execute()
  const ids = new Map(rows.map(({ id, record }) => [/"acl":"([^"]+)"/.exec(record)?.[1], id]))
  const idOf = (at: number): string => ids.get(papers[at]?.id) ?? ''
  const all = citedSentences(papers)
  console.log(HEAD)
  for (const half of ['tuning', 'test'] as const)
    for (const by of [['citation', 'name'], ['citation'], ['name']]) {
      const chosen = all.filter((each, at) => isForTuning(at) === (half === 'tuning') && by.includes(each.by))
      console.log(row(`${half}, ${by.join(' and ')}`, await measure(ctx, papers, chosen, idOf)))
    }
  const own = ownSentences(papers)
  for (const half of ['tuning', 'test'] as const) {
    const chosen = own.filter((_, at) => (at % 2 === 0) === (half === 'tuning'))
    let proposed = 0
    for (const each of chosen) {
      const { isProposed } = await lookUp(ctx, each.sentence, idOf(each.own))
      proposed += Number(isProposed)
      if (isProposed && process.argv.includes('shown')) console.log(`  proposed: ${each.sentence}`)
    }
    console.log(`${half}, need no source: proposed ${share(proposed, chosen.length)} of ${chosen.length}`)
  }
  await close()
}
