import {
  type CitationMarker,
  MAX_MARKERS,
  MAX_UNLINKED,
  type Manuscript,
  type ManuscriptBlock,
} from '../reading/manuscript.ts'
import { readManuscript } from '../reading/read-manuscript.ts'
import { expandSource, findMainFile, type LatexFile } from './expand-source.ts'
import { type KeyedEntry, readBibFiles, readBibitems } from './read-bibliography.ts'
import { type KeyedCitation, readBody } from './read-body.ts'

/**
 * Reads a LaTeX manuscript: its text without formulas, and its list from `\bibitem` or `.bib` files. Of `.bib` files the
 * list has what the text cites, and everything with `\nocite{*}`.
 */
export async function readLatexManuscript(files: readonly LatexFile[]): Promise<Manuscript> {
  const main = findMainFile(files)
  const source = main ? expandSource(main, files) : ''
  const { blocks, citations, citesAll } = readBody(source)
  const bibitems = readBibitems(source)
  const printed = bibitems.length > 0 ? bibitems : readBibitems(bblText(files))
  const cited = new Set(citations.flatMap(({ keys }) => keys))
  const bibFiles = printed.length > 0 ? [] : files.filter(({ name }) => /\.bib$/i.test(name))
  const records = await readBibFiles(bibFiles, citesAll ? null : cited)
  const fromFiles = citesAll ? records : citedInOrder(records, citations)
  const listed = printed.length > 0 ? printed : fromFiles
  if (cited.size === 0) return readManuscript([...blocks, ...listBlocks(listed, true)])
  return linkKeys(blocks, citations, listed, printed.length > 0)
}

const bblText = (files: readonly LatexFile[]): string =>
  files
    .filter(({ name }) => /\.bbl$/i.test(name))
    .map(({ text }) => text)
    .join('\n')

/** Returns the cited records in the order of first citation. */
function citedInOrder(records: readonly KeyedEntry[], citations: readonly KeyedCitation[]): KeyedEntry[] {
  const byKey = new Map(records.map((entry) => [entry.key, entry]))
  return [...new Set(citations.flatMap(({ keys }) => keys))].flatMap((key) => byKey.get(key) ?? [])
}

/** Returns the blocks of a list, with numbers where the text cites by them. */
const listBlocks = (entries: readonly KeyedEntry[], hasNumbers: boolean): ManuscriptBlock[] =>
  entries.length === 0
    ? []
    : [
        { text: 'References', kind: 'heading', page: null },
        ...entries.map(
          ({ text }, at): ManuscriptBlock => ({
            text: hasNumbers ? `[${at + 1}] ${text}` : text,
            kind: 'reference',
            page: null,
          }),
        ),
      ]

/** Links citations by key to the entries with these keys; `isPrinted` says whether LaTeX printed the list itself. */
function linkKeys(
  body: readonly ManuscriptBlock[],
  citations: readonly KeyedCitation[],
  listed: readonly KeyedEntry[],
  isPrinted: boolean,
): Manuscript {
  // The heading of the list stands between the text and its entries.
  const first = body.length + 1
  const indexOfKey = new Map(listed.map(({ key }, at) => [key, at]))
  const markers = citations.slice(0, MAX_MARKERS).map(
    ({ keys, ...span }): CitationMarker => ({
      ...span,
      form: 'key',
      entries: keys.flatMap((key) => indexOfKey.get(key) ?? []),
      unmatched: keys.filter((key) => !indexOfKey.has(key)).slice(0, MAX_UNLINKED),
      ambiguous: [],
    }),
  )
  const hasList = listed.length > 0
  return {
    blocks: [...body, ...listBlocks(listed, false)],
    lists: hasList
      ? [
          {
            ...{ index: 0, title: body.length, first, last: body.length + listed.length, place: 'text' },
            // LaTeX numbers the entries of `thebibliography` as they stand; BibTeX orders and numbers those of files.
            numbered: isPrinted && listed.every(({ label }) => label === null),
            scope: { from: 0, to: body.length + listed.length },
          },
        ]
      : [],
    entries: listed.map(({ text, label }, at) => ({
      ...{ index: at, list: 0, text, block: first + at, start: 0, end: text.length },
      number: label ?? (isPrinted ? String(at + 1) : null),
    })),
    markers,
    faults: [
      ...(hasList ? [] : (['no-list'] as const)),
      ...(citations.length > MAX_MARKERS ? (['too-many-markers'] as const) : []),
    ],
  }
}
