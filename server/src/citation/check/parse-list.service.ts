import { type api, MAX_LISTED_REFERENCES, type OutputOf, type ParsedInputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { formatRecord, parseWorks, splitList } from '../reference-text/index.ts'

type Parse = typeof api.references.parse

/** Splits a list of references: a bibliography file by its format, anything else as text. */
export async function parseList(_ctx: Context, { text }: ParsedInputOf<Parse>): Promise<OutputOf<Parse>> {
  const all = (await parseWorks(text))?.map(formatRecord) ?? splitList(text)
  const list = all.slice(0, MAX_LISTED_REFERENCES).map((each) => ({ text: each }))
  return { list, left_out: all.length - list.length }
}
