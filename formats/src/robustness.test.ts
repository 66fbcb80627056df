import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ReadResult } from './format.ts'
import { formats } from './formats.ts'
import { readAll } from './testing/read-all.ts'

/** Whatever is cut off or flipped in a file, its reader neither throws nor hangs, and says so in Chinese. */

const samples: readonly string[] = [
  '{"id":"P1","title":"汉字 Title","abstract":"a <sub>2</sub>","authors":["A B"],"venue":"acl","year":2020}\n'.repeat(
    4,
  ),
  `[${'{"id":"1","type":"book","title":"Book","author":[{"family":"A","given":"B"}],"issued":{"date-parts":[[2020]]}},'.repeat(4)}{}]`,
  '{"message-type":"work-list","message":{"items":[{"DOI":"10.1000/x","title":["T"],"abstract":"<jats:p>x</jats:p>","author":[{"family":"L"}]}]}}',
  '{"meta":{},"results":[{"id":"https://openalex.org/W12345","title":"T","abstract_inverted_index":{"a":[0]},"authorships":[{"author":{"display_name":"A B"}}]}]}',
  '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/abs/1605.08386v1</id><title>T &amp; <i>x</i></title><author><name>A B</name></author></entry></feed>',
  '<OAI-PMH><record><header/><metadata><arXiv><id>0704.0001</id><title>T</title></arXiv></metadata></record></OAI-PMH>',
  '<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>T</ArticleTitle></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>',
  '<!DOCTYPE dblp [<!ENTITY a "b">]><dblp><article key="k" x=\'y\'><title>T &auml;<![CDATA[<]]></title><ee>https://doi.org/10.1000/x</ee></article></dblp>',
  '<xml><records><record><ref-type name="Book">6</ref-type><titles><title><style face="italic">T</style></title></titles></record></records></xml>',
  '@string{j="J"}\n@article{a, title={T {\\"u} $x^2$ \\emph{y}}, author={von A, B and {C D}}, journal=j # "x", month=jan}\n@inbook{b, title={U}, crossref={c}}\n@book{c, title={V}}\n',
  'TY  - JOUR\nTI  - T\nAU  - A, B\nPY  - 2020/01//\nSP  - 1\nEP  - 9\nER  - \n'.repeat(3),
  '%0 Thesis\n%A 张三\n%T 题名~(2+)\n%9 硕士\n%X 摘要\n\n'.repeat(3),
  'RT Journal Article\nA1 张三;李四\nT1 题名\nJF 刊\nYR 2020\n\n'.repeat(3),
  '{Reference Type}: Thesis\n{Title}: 题名\n{Author}: 张三\n\n'.repeat(3),
  'SrcDatabase-来源库: 期刊\nTitle-题名: 题名\nAuthor-作者: 张三;\n\n'.repeat(3),
  'FN Clarivate\nVR 1.0\nPT J\nAU A, B\nTI T\n   U\nCR X, DOI 10.1000/x\nER\n\nEF\n',
  'PMID- 1\nTI  - T\n      U.\nFAU - A, B\nAD  - X\nDP  - 2020 Jan\n\n'.repeat(3),
  '<1>\nTitle\n  T.\nAuthors\n  A B; C D\nSource\n  J. 3(2):5-9, 2013.\n',
  'Scopus\nEXPORT DATE: x\n\nA, B.\nT\n(2013) J, 3 (2), pp. 5-9.\nABSTRACT: x\n\nC, D.\nU\n(2014) K\n',
  '<rdf:RDF xmlns:z="http://www.zotero.org/namespaces/export#"><bib:Article rdf:about="#1"><z:itemType>book</z:itemType><dc:title>T</dc:title></bib:Article></rdf:RDF>',
  '[1] 张三, 李四. 题名[J]. 刊, 2020, 1(2): 3-4.\n[2] LEE A. T[M]. L: P, 2019.\n',
  '10.1000/a\nhttps://doi.org/10.1000/b\n',
  'title,authors,year\n"A ""q"" title","张三;李四",2020\nB,C,2021\n',
]

/** Numbers that look like chance and are the same every time. */
function chance(start: number): () => number {
  let state = start
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function damaged(bytes: Buffer, random: () => number): Buffer {
  const copy = Buffer.from(bytes)
  const flips = Math.floor(random() * 8)
  for (let i = 0; i < flips; i++) copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256)
  return random() < 0.5 ? copy.subarray(0, Math.floor(random() * copy.length)) : copy
}

/** What shows that a reader itself was wrong, not the file. */
function mishap(read: ReadResult): string[] {
  if (read.line < 1 || read.offset < 0) return [`line ${read.line}, offset ${read.offset}`]
  const own = !read.ok && (read.reason.startsWith('无法读取') || !/\p{Script=Han}/u.test(read.reason))
  return own ? [read.reason] : []
}

async function mishaps(bytes: Buffer, rounds: number, seed: number): Promise<string[]> {
  const random = chance(seed)
  const found: string[] = []
  for (let round = 0; round < rounds; round++) {
    const format = formats[Math.floor(random() * formats.length)]
    const file = {
      name: 'x',
      bytes: damaged(bytes, random),
      ...(round % 3 === 0 && format ? { format } : {}),
    }
    const reads = await readAll(file, { pieceSize: 1 + Math.floor(random() * 300) })
    found.push(...reads.flatMap(mishap))
  }
  return found
}

test.each(samples.map((sample, i) => [i, sample] as const))(
  'sample %i survives being cut and having its bytes flipped',
  async (i, sample) => {
    expect(await mishaps(Buffer.from(sample), 120, i + 1)).toEqual([])
  },
)

const hostile: Record<string, string> = {
  braces: '{'.repeat(200_000),
  'entries that are never closed': '@misc{a,\n'.repeat(30_000),
  'accents without end': `@misc{a, title={${"\\'".repeat(50_000)}}}`,
  'environments without end': `@misc{a, title={${'\\begin{a}'.repeat(20_000)}}}`,
  'tags without end': `<dblp>${'<article key="x">'.repeat(20_000)}`,
  'comments without end': `<dblp>${'<!--'.repeat(100_000)}`,
  'deep XML': `<dblp><article key="x">${'<a>'.repeat(50_000)}</article>`,
  'deep lists': '['.repeat(200_000),
  'mark-up in mark-up': JSON.stringify({
    DOI: '10.1000/x',
    title: ['x'],
    abstract: '<jats:title> '.repeat(50_000),
  }),
  'formulas without end': JSON.stringify({
    DOI: '10.1000/x',
    title: ['x'],
    abstract: '<jats:tex-math>'.repeat(50_000),
  }),
  'quotation marks': `title,year\n${'"x\n'.repeat(50_000)}`,
  'one long line': 'TY  - JOUR\nTI  - '.concat('x '.repeat(300_000)),
  'numbers that nearly are': `TY  - JOUR\nTI  - x\nSN  - ${'1-'.repeat(100_000)}\nDO  - ${'10.1234/(('.repeat(20_000)}\nER  - `,
  'references in references': JSON.stringify({ DOI: '10.1000/x', title: ['&amp;'.repeat(100_000)] }),
}

test.each(Object.keys(hostile))('%s cost no more than their length', async (name) => {
  // Anything worse than linear would run into the time limit of a test.
  for (const format of formats) await readAll({ name: 'x', bytes: hostile[name] ?? '', format })
  expect(await readAll({ name: 'x', bytes: `${hostile[name]}\n` }, { limit: 1 })).toBeDefined()
})

const folder = join(import.meta.dirname, '../../../shared/data/bibfiles')

function foreignFiles(): void {
  test.each(readdirSync(folder))(
    'the files of %s survive being cut and having their bytes flipped',
    async (name) => {
      for (const file of readdirSync(join(folder, name))) {
        const path = join(folder, name, file)
        if (statSync(path).size > 20_000) continue
        expect([file, await mishaps(readFileSync(path), 6, file.length)]).toEqual([file, []])
      }
    },
  )
}

if (existsSync(folder)) describe('files of other programs', foreignFiles)
