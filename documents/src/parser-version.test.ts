import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseFile } from './parse-file.ts'
import { parserForMime } from './parser-version.ts'
import { cutIntoPassages } from './passages/passages.ts'
import { recognizeFile } from './recognize-file.ts'
import { manyFiles } from './testing/many-files.ts'
import { tempFile } from './testing/office.ts'
import { pdfOf, studyOpening, taggedPdfOf, taggedTableOf } from './testing/pdf-builder.ts'

const pdfs: [name: string, make: () => string][] = [
  ['study.pdf', () => tempFile(pdfOf([studyOpening, ['# 2 Method', 'Cells were aged.', 'Each twice.']]))],
  [
    'tagged.pdf',
    () =>
      tempFile(
        taggedPdfOf([
          ['H1', 'Dry air'],
          ['P', 'Nothing happens.'],
          ['Artifact', '7'],
          ['P', 'Much later.'],
        ]),
      ),
  ],
  [
    'table.pdf',
    () =>
      tempFile(
        taggedTableOf('Table 1. Losses', [
          [
            ['TH', 'Air', 72],
            ['TH', 'Loss', 200],
          ],
          [
            ['TD', 'dry', 72],
            ['TD', '2 %', 200],
          ],
        ]),
      ),
  ],
]

/** What each reader makes of its files: their blocks and passages without the places on pages, as a sum. */
async function sums(): Promise<Record<string, string>> {
  const made = new Map<string, string[]>()
  for (const [name, make] of [...manyFiles, ...pdfs]) {
    const path = make()
    const { kind, mime } = await recognizeFile(path, name)
    if (!kind) throw new Error(`${name} was not recognized`)
    const document = await parseFile(path, kind, { report: () => {} })
    const blocks = document.blocks.map(({ type, level, text, rows }) => ({ type, level, text, rows }))
    const passages = cutIntoPassages(document).map(({ text, heading_path }) => ({ text, heading_path }))
    const reader = parserForMime(mime)
    made.set(reader, [...(made.get(reader) ?? []), JSON.stringify([name, blocks, passages])])
  }
  const sum = (all: string[]) => createHash('sha256').update(all.join('\n')).digest('hex').slice(0, 12)
  return Object.fromEntries(
    [...made].sort(([a], [b]) => (a < b ? -1 : 1)).map(([reader, all]) => [reader, sum(all)]),
  )
}

test('a reader that makes something else of its files has another number, so that they are read again', async () => {
  // Where a sum changes, raise the number of that reader in parser-version.ts (or that of passages, where all do), and
  // write the new sum under the new name.
  expect(await sums()).toEqual({
    'csv/2.1': 'f95ad970c4c9',
    'docx/3.1': '83ff0a6ed832',
    'epub/3.1': 'be06b808aaee',
    'html/3.1': '44695a20794c',
    'markdown/3.1': '056bbb7d9046',
    'pdf/10.1': 'd4cac9980a29',
    'pptx/2.1': '44909e2f708e',
    'text/2.1': 'd757edbf4df9',
    'xlsx/2.1': 'd723187eb8bd',
  })
})
