// npm run bench -- layouts [--seeds A-B] [--write] [--save FOLDER]: parses randomly generated documents and compares
// them with their ground truth, by trait: those of even seeds, on which the parser is tuned, and of odd ones, which are
// held out. --write saves the sums in results/details/layouts.json, --save the files with their ground truths.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePdf } from '../documents/src/pdf/parse-pdf.ts'
import { drawLayout } from './layouts/draw-layout.ts'
import { measures, type Score, scoreLayout } from './layouts/score.ts'

const options = process.argv.slice(3)
const optionValue = (name: string): string | undefined =>
  options.includes(name) ? options[options.indexOf(name) + 1] : undefined
const [from = 1, to = 200] = (optionValue('--seeds') ?? '1-200').split('-').map(Number)
const folder = optionValue('--save')

type ScoreSums = Map<string, Score & { documents: number }>

const empty = (): Score & { documents: number } =>
  Object.assign(
    { documents: 0 },
    Object.fromEntries(measures.map((name) => [name, [0, 0]])) as unknown as Score,
  )

function add(sums: ScoreSums, name: string, score: Score): void {
  const sum = sums.get(name) ?? empty()
  sums.set(name, sum)
  sum.documents++
  for (const measure of measures) {
    sum[measure][0] += score[measure][0]
    sum[measure][1] += score[measure][1]
  }
}

const formatShare = ([right, all]: readonly [number, number]): string =>
  all === 0 ? '–' : (right / all).toFixed(3).replace(/^0/, '')

function print(name: string, sums: ScoreSums): void {
  console.log(
    `\n| ${name} | documents | ${measures.join(' | ')} |\n|---|---|${measures.map(() => '---').join('|')}|`,
  )
  for (const [trait, score] of [...sums].toSorted(([a], [b]) =>
    a === 'all' ? -1 : b === 'all' ? 1 : a < b ? -1 : 1,
  ))
    console.log(
      `| ${trait} | ${score.documents} | ${measures.map((measure) => formatShare(score[measure])).join(' | ')} |`,
    )
}

const sumsByParity = { even: new Map() as ScoreSums, odd: new Map() as ScoreSums }
for (let seed = from; seed <= to; seed++) {
  const layout = drawLayout(seed)
  const document = await parsePdf(new Uint8Array(layout.pdf))
  const score = scoreLayout(layout, document)
  const sums = seed % 2 === 0 ? sumsByParity.even : sumsByParity.odd
  for (const name of ['all', ...layout.traits]) add(sums, name, score)
  if (!folder) continue
  mkdirSync(folder, { recursive: true })
  const { pdf, ...truth } = layout
  writeFileSync(join(folder, `${seed}.pdf`), pdf)
  writeFileSync(
    join(folder, `${seed}.json`),
    JSON.stringify(
      { truth, score, read: { ...document, blocks: document.blocks.map(({ lines, ...block }) => block) } },
      null,
      1,
    ),
  )
}
print('even seeds', sumsByParity.even)
print('odd seeds', sumsByParity.odd)
if (options.includes('--write')) {
  const sumsOf = (sums: ScoreSums) =>
    Object.fromEntries(
      [...sums]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([trait, { documents, ...score }]) => [
          trait,
          { documents, ...Object.fromEntries(measures.map((name) => [name, formatShare(score[name])])) },
        ]),
    )
  const target = new URL('./results/details/', import.meta.url)
  mkdirSync(target, { recursive: true })
  writeFileSync(
    new URL('layouts.json', target),
    `${JSON.stringify({ seeds: [from, to], even: sumsOf(sumsByParity.even), odd: sumsOf(sumsByParity.odd) }, null, 1)}\n`,
  )
}
