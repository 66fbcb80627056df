// npm run bench -- citing [FOLDER]: sentences with known references (`cited-sentences.ts` has the rules), looked up as 「AI 引文」
// does, beside plain BM25; and sentences that need no source. The tuning half was looked at, the test half was not.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decide } from '../server/src/citing/decide.ts'
import { findSources } from '../server/src/citing/find-sources.ts'
import { readSentences } from '../server/src/citing/match.service.ts'
import type { Context } from '../server/src/context/context.ts'
import { type CitedSentence, citedSentences, isForTuning, ownSentences } from './cited-sentences.ts'
import { type AclPaper, readAcl } from './corpus.ts'
import { plainIndex, wordsIn } from './plain-bm25.ts'
import { openLibrary } from './question-library.ts'

const AT = 5

/** A looked up sentence: papers without the one it stands in, and what was proposed. */
async function lookUp(ctx: Context, sentence: string, own: string) {
  const [read] = readSentences(sentence)
  const asked = { sentence, dataset_ids: [], engines: [] }
  const found = await findSources(ctx, asked, new AbortController().signal)
  const { decision, sources } = decide(found.sources.filter(({ evidence }) => evidence.paper_id !== own))
  const isProposed = read?.need === 'yes' && decision === 'strong'
  return { ids: sources.map(({ evidence }) => evidence.paper_id ?? ''), isProposed }
}

interface Figures {
  sentences: number
  first: number
  five: number
  plainFirst: number
  plainFive: number
  proposed: number
  wrong: number
}

const share = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(1)} %`

function row(name: string, { sentences, ...all }: Figures): string {
  const { first, five, plainFirst, plainFive, proposed, wrong } = all
  const shares = [first, five, plainFirst, plainFive, proposed].map((part) => share(part, sentences))
  return `| ${[`${name} (${sentences})`, ...shares, share(wrong, Math.max(1, proposed))].join(' | ')} |`
}

async function measure(
  ctx: Context,
  papers: AclPaper[],
  sentences: readonly CitedSentence[],
  idOf: (at: number) => string,
): Promise<Figures> {
  const plain = plainIndex(papers.map(({ title, abstract }) => wordsIn(`${title} ${abstract}`)))
  const figures = { sentences: 0, first: 0, five: 0, plainFirst: 0, plainFive: 0, proposed: 0, wrong: 0 }
  for (const { sentence, own, cited } of sentences) {
    const known = new Set(cited.map(idOf))
    const { ids, isProposed } = await lookUp(ctx, sentence, idOf(own))
    const others = plain.searchAny(wordsIn(sentence), AT + 1).filter((at) => at !== own)
    const isFirst = known.has(ids[0] ?? '')
    figures.sentences += 1
    figures.first += Number(isFirst)
    figures.five += Number(ids.slice(0, AT).some((id) => known.has(id)))
    figures.plainFirst += Number(cited.includes(others[0] ?? -1))
    figures.plainFive += Number(others.slice(0, AT).some((at) => cited.includes(at)))
    figures.proposed += Number(isProposed)
    figures.wrong += Number(isProposed && !isFirst)
    if (isProposed && !isFirst && process.argv.includes('shown')) console.log(`  wrong: ${sentence}`)
  }
  return figures
}

const papers = readAcl()
if (papers) {
  const folder = process.argv[3] ?? mkdtempSync(join(tmpdir(), 'scinav-citing-'))
  const { base, close } = await openLibrary(folder, { acl: true })
  const ctx = { ...base, actor: { id: 'bench', is_admin: false } } as unknown as Context
  const rows = await base.db.selectFrom('papers').select(['id', 'record']).execute()
  const ids = new Map(rows.map(({ id, record }) => [/"acl":"([^"]+)"/.exec(record)?.[1], id]))
  const idOf = (at: number): string => ids.get(papers[at]?.id) ?? ''
  const all = citedSentences(papers)
  console.log('| sentences | hit@1 | hit@5 | BM25 hit@1 | BM25 hit@5 | 强 | of them wrong |')
  console.log('|---|---|---|---|---|---|---|')
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
