// npm run bench -- same-searches DATA_DIR OUT [COUNT]: sends seeded random searches to a server over the data folder
// and writes its responses to OUT, one per line, without ids and times. To compare two trees, run both over copies of
// one folder that a server has opened before: their output files, and the printed checksums, must be identical.
import { createHash } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { createClient } from './client.ts'
import { type AclPaper, readAcl } from './corpus.ts'
import { logIn } from './log-in.ts'
import { startMeasured } from './process.ts'
import { createRandom, type Random } from './random.ts'

const [folder = '', out = '', count = '10000'] = process.argv.slice(3)
const CONNECTIONS = 4

const CHINESE_TERMS =
  '深度学习 机器翻译 情感分析 图神经网络 注意力 预训练 语言模型 问答 知识图谱 强化学习 分词 句法 语音识别'.split(
    ' ',
  )
const SORTS = ['relevance', 'relevance', 'relevance', 'date', 'citations']
const PAGE_SIZES = [10, 20, 50]

/** Returns adjacent words of a title, `minWords` of them or a few more where it is long enough. */
function titleWords(random: Random, { title }: AclPaper, minWords: number): string[] {
  const words = title.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)
  const from = random.below(Math.max(1, words.length - minWords + 1))
  return words.slice(from, from + minWords + random.below(4))
}

/**
 * Draws a query in one of the ways people write them: words, alternatives, phrases, fields, exclusions, titles,
 * Chinese, wildcards.
 */
function drawQuery(random: Random, papers: AclPaper[]): string {
  const paper = random.pick(papers)
  const words = titleWords(random, paper, 2)
  const [first = 'model', second = 'data'] = words
  const ways = [
    () => words.join(' '),
    () => words.join(' '),
    () => words.join(' OR '),
    () => `"${first} ${second}"`,
    () => `TI:${first} AND ${second}`,
    () => `${first} NOT ${titleWords(random, random.pick(papers), 1)[0] ?? 'data'}`,
    () => paper.title,
    () => random.pick(CHINESE_TERMS),
    () => `${random.pick(CHINESE_TERMS)} ${random.pick(CHINESE_TERMS)}`,
    () => `AU:${paper.authors[0] ?? 'Smith'}`,
    () => `${first.slice(0, 5)}* PY:${2000 + random.below(15)}..${2015 + random.below(10)}`,
    () => titleWords(random, paper, 6).join(' '),
  ]
  return random.pick(ways)()
}

function drawRequest(random: Random, papers: AclPaper[]): object {
  const years = { year_from: 1990 + random.below(20), year_to: 2010 + random.below(16) }
  return {
    query: drawQuery(random, papers),
    filters: random.once(3) ? years : {},
    sort: random.pick(SORTS),
    page_num: 1 + random.below(3),
    page_size: random.pick(PAGE_SIZES),
  }
}

/** Fields that differ between any two runs. */
const VOLATILE_FIELDS = new Set(['id', 'took_ms'])
const omitVolatile = (key: string, value: unknown) => (VOLATILE_FIELDS.has(key) ? undefined : value)

const papers = readAcl()
if (papers && folder && out) {
  const server = await startMeasured('../server/src/main.ts', {
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_SCALE: '1000000',
  })
  try {
    const send = createClient(server.url, await logIn(server, folder, `same${Date.now()}`), CONNECTIONS)
    const requests = Array.from({ length: Number(count) }, (_, number) =>
      drawRequest(createRandom(10_000 + number), papers),
    )
    const answers = await Promise.all(
      requests.map(async (request) => {
        const { data } = JSON.parse((await send('POST', '/api/paper/search', request)).toString())
        return JSON.stringify({ request, data }, omitVolatile)
      }),
    )
    // All replies together are longer than a string may be.
    const digest = createHash('sha256')
    const file = openSync(out, 'w')
    for (const answer of answers) {
      const line = `${answer}\n`
      digest.update(line)
      writeSync(file, line)
    }
    closeSync(file)
    console.log(`${answers.length} searches, sha256 ${digest.digest('hex')}`)
  } finally {
    await server.stop()
  }
  process.exit()
}
