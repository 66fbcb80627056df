import { type api, MAX_LISTED_REFERENCES, type OutputOf, type ParsedInputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { formatRecord, parseWorks, splitList } from '../reference-text/index.ts'

type Parse = typeof api.references.parse

/** Splits a list of references: a bibliography file by its format, anything else as text. */
export async function parseList(_ctx: Context, { text }: ParsedInputOf<Parse>): Promise<OutputOf<Parse>> {
  const works = await parseWorks(text)
  const all = works.length > 0 ? works : splitList(text)
  const listed = all.slice(0, MAX_LISTED_REFERENCES)
  const list = listed.map((each) => ({ text: typeof each === 'string' ? each : formatRecord(each) }))
  return { list, left_out: all.length - list.length }
}
