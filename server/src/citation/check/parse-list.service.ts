import { type api, MOST_LISTED, type OutputOf, type ParsedInputOf, type Work } from '@scinav/contract'
import { recogniseFormat } from '@scinav/formats'
import type { Context } from '../../platform/context/context.ts'
import { breath } from '../../platform/foundation/breath.ts'
import { entryOfRecord } from './record-entry.ts'
import { splitList } from './split-list.ts'

type Parse = typeof api.references.parse

/** A list of references taken apart: files of literature by their format, anything else as text. */
export async function parseList(_ctx: Context, { text }: ParsedInputOf<Parse>): Promise<OutputOf<Parse>> {
  const all = (await worksIn(text))?.map(entryOfRecord) ?? splitList(text)
  const list = all.slice(0, MOST_LISTED).map((each) => ({ text: each }))
  return { list, left_out: all.length - list.length }
}

/** What BibTeX, RIS and their like hold; null where a text is none of them. */
export async function worksIn(text: string): Promise<Work[] | null> {
  const bytes = Buffer.from(text)
  const format = recogniseFormat(text.slice(0, PIECE), '')
  if (!format || !MARKED.test(text)) return null
  const works: Work[] = []
  for await (const batch of format.read(chunksOf(bytes))) {
    for (const read of batch) if (read.ok) works.push(read.work)
    await breath()
    if (works.length > MOST_LISTED * 2) break
  }
  return works.length > 0 ? works : null
}

/** Only what nobody writes by hand: a table of two columns is a list of references, too. */
const MARKED =
  /^\s{0,20}(?:@\w{1,20}\s{0,5}[{(]|TY\s\s?-|%0\s|RT [A-Z][a-z]|SrcDatabase-|[{[]Reference Type[}\]]|\[\s{0,20}\{|<\?xml|<xml>|<records?>|FN |PT [A-Z]\s{0,4}$|PMID-\s|<rdf:RDF|<1>\s{0,4}$|Scopus\s{0,4}$)/m

const PIECE = 65_536
async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}
