import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { pdfOf } from '../../../../documents/src/testing/pdf-builder.ts'
import { scanOf } from '../../../../documents/src/testing/png-builder.ts'
import type { ParseProgress } from '../../platform/providers/parsing.ts'
import { createIdleParsers } from './idle-parsers.ts'
import { createParserPool } from './parser-pool.ts'
import { SANDBOXES_FOLDER } from './sandbox.ts'

const MB = 1024 * 1024
const HOME = fileURLToPath(new URL('../../../..', import.meta.url))

/** Processes that this one has started and that have not ended. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number)

/** Without the folders of processes that wait for another file. */
const resultsIn = (out: string) => readdirSync(out).filter((name) => name !== SANDBOXES_FOLDER)

function scene(limits = { timeout_s: 60, step_ms: 60_000, memory_bytes: 1024 * MB }) {
  const folder = mkdtempSync(join(tmpdir(), 'parsing-'))
  const out = join(folder, 'out')
  const parsing = createParserPool({ out, limits, width: 1 })
  onTestFinished(() => {
    parsing.close()
    rmSync(folder, { recursive: true, force: true })
  })
  let count = 0
  const task = (name: string, bytes: Uint8Array | string, owner_id = 'ada') => {
    count += 1
    const path = join(folder, `file-${count}`)
    writeFileSync(path, bytes)
    return { id: `t${count}`, owner_id, path, name }
  }
  return { parsing, out, task, results: () => resultsIn(out) }
}

async function all<Item>(batches: AsyncGenerator<Item[]>): Promise<Item[]> {
  const items: Item[] = []
  for await (const batch of batches) items.push(...batch)
  return items
}

/** A page that takes long: every paragraph is a block of its own. */
const long = (megabytes: number) => '<p>一段文字</p>'.repeat((megabytes * MB) / 19)

test('a file becomes blocks and passages, with progress told by stages', async () => {
  const { parsing, task, results } = scene()
  const heard: ParseProgress[] = []
  const parsed = await parsing.parse(task('a.md', '# 题目\n\n正文。'), {
    report: (progress) => heard.push(progress),
  })

  expect(parsed.facts).toMatchObject({ kind: 'markdown', title: '题目', blocks: 2, passages: 1 })
  expect((await all(parsed.blocks())).map(({ text }) => text)).toEqual(['题目', '正文。'])
  expect(await all(parsed.passages())).toEqual([
    expect.objectContaining({ heading_path: ['题目'], text: '正文。', start: 4, end: 7 }),
  ])
  expect(heard.map(({ stage }) => stage)).toEqual(['read', 'split'])
  await parsed.discard()
  expect(results()).toEqual([])
})

test('a file of references becomes records of literature', async () => {
  const { parsing, task } = scene()
  const parsed = await parsing.parse(task('a.txt', 'TY  - JOUR\nTI  - 论文\nAU  - 张三\nER  - \n'))
  expect(parsed.facts).toMatchObject({ kind: 'ris', works: 1, blocks: 0 })
  expect((await all(parsed.works())).map(({ title }) => title)).toEqual(['论文'])
})

test('what cannot be read has a reason in Chinese, and the next file of its owner is read', async () => {
  const { parsing, task, results } = scene()
  const refused = parsing.parse(task('a.pdf', Buffer.from('HN\xc8\0\x01', 'latin1')))
  await expect(refused).rejects.toMatchObject({
    kind: 'unknown-format',
    message: expect.stringContaining('知网'),
  })
  await expect(parsing.parse(task('b.docx', 'PK\x03\x04 cut off'))).rejects.toMatchObject({ kind: 'damaged' })
  await expect(parsing.parse(task('c.txt', ' '))).rejects.toMatchObject({ kind: 'empty' })
  expect((await parsing.parse(task('d.txt', '文字'))).facts.blocks).toBe(1)
  expect(results()).toHaveLength(1)
})

test('what an engine outside tells of a PDF is read where the file is, and a bomb in it only leaves it out', async () => {
  const { parsing, task, results } = scene()
  const pdf = pdfOf([['Lake ice', 'It grows when it is cold, as all know.']])
  const tei = (head: string) =>
    Buffer.from(`<TEI><teiHeader/><text><body><div><head>${head}</head></div></body></text></TEI>`)
  const bomb = Buffer.from('<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><TEI><text>&b;</text></TEI>')
  const read = async (told: Uint8Array | null) => {
    const parsed = await parsing.parse({ ...task('a.pdf', pdf), structure: async () => told })
    const blocks = await all(parsed.blocks())
    await parsed.discard()
    return { blocks: blocks.map(({ type, text }) => `${type} ${text}`), warnings: parsed.facts.warnings }
  }
  const heard = await read(tei('Lake ice'))
  expect(heard.warnings).toEqual([])
  expect(heard.blocks).toContain('heading Lake ice')
  const unavailable = [{ kind: 'structure-unavailable' }]
  expect((await read(bomb)).warnings).toEqual(unavailable)
  expect((await read(null)).warnings).toEqual(unavailable)
  expect(results()).toEqual([])
})

/** A text that takes far longer to read than to notice that its reading began. */
const SLOW = `${'> '.repeat(20_000)}a\n`.repeat(200)

test('attack 31: a file that takes too long is given up from outside, and the next one is read', async () => {
  const limits = { timeout_s: 3, step_ms: 60_000, memory_bytes: 2048 * MB }
  const { parsing, task } = scene(limits)
  await expect(parsing.parse(task('a.md', SLOW))).rejects.toMatchObject({
    kind: 'too-slow',
    message: '3 秒内没有处理完，已停止',
  })
  // On a busy machine starting a process alone takes longer than that.
  limits.timeout_s = 60
  expect((await parsing.parse(task('b.txt', '文字'))).facts.blocks).toBe(1)
})

test('attack 31: a file that takes too much memory is given up from outside, and the next one is read', async () => {
  const { parsing, task } = scene({ timeout_s: 60, step_ms: 60_000, memory_bytes: 180 * MB })
  await expect(parsing.parse(task('a.html', long(30)))).rejects.toMatchObject({ kind: 'too-much-memory' })
  expect((await parsing.parse(task('b.txt', '文字'))).facts.blocks).toBe(1)
})

test('a process that dies says so to its owner, and another one takes the next file', async () => {
  const { parsing, task } = scene()
  const parse = parsing.parse(task('a.md', SLOW), {
    report: () => {
      // All of them: one of an earlier test may still be on its way out.
      for (const child of childrenOf(process.pid)) process.kill(child, 'SIGKILL')
    },
  })
  await expect(parse).rejects.toMatchObject({ kind: 'crashed' })
  expect((await parsing.parse(task('b.txt', '文字'))).facts.blocks).toBe(1)
})

/** Tries each path, and to start a program, with the rights of the process that reads files; returns what was refused. */
function tryWithRightsOf(pid: number, paths: string[]): string[] {
  const flags = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(isRight)
  const script = `
    const refused = []
    const attempt = (name, act) => { try { act() } catch ({ code }) { if (code === 'ERR_ACCESS_DENIED') refused.push(name) } }
    for (const path of ${JSON.stringify(paths)}) attempt(path, () => require('node:fs').readFileSync(path))
    attempt('program', () => require('node:child_process').spawnSync('true'))
    console.log(JSON.stringify(refused))`
  return JSON.parse(execFileSync(process.execPath, [...flags, '-e', script], { encoding: 'utf8' }))
}
const isRight = (flag: string) => flag === '--permission' || flag.startsWith('--allow-')

test('attack 74: the process reads neither database nor key nor files of others, and starts no program', async () => {
  const { parsing, task, out } = scene()
  const place = (folder: string, name: string) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), '秘密')
    return join(folder, name)
  }
  // The usual folder of data lies within that of the product.
  const usual = join(HOME, '.scinav', `test-${process.pid}`)
  onTestFinished(() => rmSync(usual, { recursive: true, force: true }))
  const theirs = task('theirs.txt', '别人的文件', 'bob')
  await parsing.parse(theirs)
  const mine = await parsing.parse(task('mine.txt', '文字'))
  const secrets = [
    ...['scinav.db', 'secret.key'].flatMap((name) => [place(usual, name), place(join(out, '..'), name)]),
    ...['package-lock.json', 'config/menus.json', 'server/src/main.ts'].map((name) => join(HOME, name)),
    ...readdirSync(out).flatMap((name) => (name.endsWith('.jsonl') ? [join(out, name)] : [])),
    theirs.path,
    '/etc/passwd',
  ]
  // That of bob has ended, or is about to.
  const reader = childrenOf(process.pid).at(-1) ?? 0
  expect(tryWithRightsOf(reader, secrets)).toEqual([...secrets, 'program'])
  await mine.discard()
})

// Reading takes long enough for the process to look after its server several times.
test('a file is read where the server is process 1', () => {
  const folder = mkdtempSync(join(tmpdir(), 'first-process-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const lines = (page: number) => Array.from({ length: 40 }, (_, at) => `Line ${at} of page ${page}`)
  writeFileSync(join(folder, 'long.pdf'), pdfOf(Array.from({ length: 500 }, (_, page) => lines(page))))
  const script = `
    import { createParserPool } from ${JSON.stringify(import.meta.resolve('./index.ts'))}
    const parsing = createParserPool({ out: 'out' })
    const task = { id: 't', owner_id: 'ada', path: 'long.pdf', name: 'long.pdf' }
    const { facts } = await parsing.parse(task)
    console.log(JSON.stringify({ pid: process.pid, pages: facts.pages.length }))
    process.exit()`
  const asRoot = process.getuid?.() === 0
  const namespace = [asRoot ? '-pf' : '-Urpf', '--mount-proc', process.execPath]
  const args = [...namespace, '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script]
  const said = execFileSync('unshare', args, { cwd: folder, encoding: 'utf8' })
  expect(JSON.parse(said)).toEqual({ pid: 1, pages: 500 })
})

test('a scanned book is recognised in pieces, another owner has a turn between two, and no page is lost', async () => {
  const { parsing, task, results } = scene({ timeout_s: 60, step_ms: 0, memory_bytes: 1024 * MB })
  const order: string[] = []
  const heard: ParseProgress[] = []
  const book = task('book.pdf', scanOf('HELLO HERO TOLD', 'HELLO', 'TOLD'))
  const parse = parsing.parse(book, {
    report: (progress) => {
      heard.push(progress)
      if (progress.stage !== 'ocr' || order.length > 0) return
      order.push('begun')
      void parsing.parse(task('b.txt', '文字', 'bob')).then(() => order.push('other'))
    },
  })
  const parsed = await parse.finally(() => order.push('book'))
  expect(order).toEqual(['begun', 'other', 'book'])
  expect((await all(parsed.blocks())).map(({ text, page }) => [page, text])).toEqual([
    [1, 'HELLO HERO TOLD'],
    [2, 'HELLO'],
    [3, 'TOLD'],
  ])
  expect(parsed.facts.warnings.map(({ kind }) => kind)).not.toContain('unreadable-page')
  const done = heard.filter(({ stage }) => stage === 'ocr').map((each) => `${each.done}/${each.all}`)
  expect([...new Set(done)]).toEqual(['0/3', '1/3', '2/3', '3/3'])
  expect(parsing.unfinished()).toBe(0)
  expect(results().filter((name) => name.endsWith('.pages'))).toEqual([])
})

test('a scanned book that is stopped between two pieces leaves nothing', async () => {
  const { parsing, task, results } = scene({ timeout_s: 60, step_ms: 0, memory_bytes: 1024 * MB })
  const stop = new AbortController()
  const parse = parsing.parse(task('book.pdf', scanOf('HELLO HERO TOLD', 'HELLO', 'TOLD')), {
    signal: stop.signal,
    report: ({ stage, done }) => {
      if (stage === 'ocr' && done === 1) stop.abort(new Error('stopped'))
    },
  })
  await expect(parse).rejects.toThrow('stopped')
  expect([parsing.unfinished(), results()]).toEqual([0, []])
})

test('owners take turns, whoever brings more; place tells how many go before', async () => {
  const { parsing, task } = scene()
  const order: string[] = []
  const bring = (owner: string, count: number) =>
    Array.from({ length: count }, (_, at) => {
      const one = task(`${owner}${at}.txt`, '文字', owner)
      return { id: one.id, done: parsing.parse(one).then(() => order.push(one.name)) }
    })
  const many = bring('ada', 4)
  const few = bring('bob', 2)
  expect(many.map(({ id }) => parsing.place(id))).toEqual([null, 0, 2, 4])
  expect(few.map(({ id }) => parsing.place(id))).toEqual([1, 3])
  await Promise.all([...many, ...few].map(({ done }) => done))
  expect(order).toEqual(['ada0.txt', 'ada1.txt', 'bob0.txt', 'ada2.txt', 'bob1.txt', 'ada3.txt'])
})

test('owners who take turns each keep their process, none of which reads a file of another', async () => {
  const { parsing, task } = scene()
  const readers = new Map<string, Set<string>>()
  for (const owner of ['ada', 'bob', 'ada', 'bob', 'ada']) {
    const before = childrenOf(process.pid)
    await parsing.parse(task('a.txt', '文字', owner))
    const started = childrenOf(process.pid).filter((pid) => !before.includes(pid))
    readers.set(owner, new Set([...(readers.get(owner) ?? []), ...started.map(String)]))
  }
  expect([...readers.values()].map(({ size }) => size)).toEqual([1, 1])
})

test('idle processes end that need too much memory together, those first that have waited longest', () => {
  const idle = createIdleParsers()
  onTestFinished(idle.endAll)
  const ended: string[] = []
  const parser = (name: string) => ({
    parse: async () => false,
    isOver: () => false,
    memory: () => 150 * MB,
    end: () => void ended.push(name),
  })
  for (const owner of ['ada', 'bob', 'eve']) idle.put(owner, parser(owner))
  expect(ended).toEqual(['ada'])
  expect(['ada', 'bob', 'eve'].map((owner) => idle.take(owner) !== undefined)).toEqual([false, true, true])
})

test('a file can be given up while it waits and while it is read', async () => {
  const { parsing, task } = scene()
  const reading = new AbortController()
  const waiting = new AbortController()
  const first = parsing.parse(task('a.html', long(30)), {
    signal: reading.signal,
    report: () => reading.abort(new Error('enough')),
  })
  const second = parsing.parse(task('b.txt', '文字'), { signal: waiting.signal })
  waiting.abort(new Error('never mind'))
  await expect(second).rejects.toThrow('never mind')
  await expect(first).rejects.toThrow('enough')
  await expect.poll(() => childrenOf(process.pid)).toEqual([])
})

test('attack 31: a PDF that is broken in places gives the text of the others', async () => {
  const { parsing, task } = scene()
  const lines = (page: number) => Array.from({ length: 30 }, (_, at) => `page ${page} line ${at} of words`)
  const whole = pdfOf(Array.from({ length: 12 }, (_, page) => lines(page))).toString('latin1')
  // The list of pages is a byte shorter and the second page one longer: that page alone is not where the table has it.
  const broken = whole
    .replace(/(?<before>\/Kids \[.*)23 0 R/, '$<before>2 0 R')
    .replace('/Contents 6 0 R', '/Contents 36 0 R')
  const parsed = await parsing.parse(task('a.pdf', Buffer.from(broken, 'latin1')))
  const texts = (await all(parsed.blocks())).map(({ text }) => text).join('\n')
  expect(texts).toContain('page 2 line 0 of words')
})
