import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { fold, yearOf } from '@scinav/search'
import type { Context } from '../../context/context.ts'
import { breath } from '../../foundation/breath.ts'
import { type Paper, papersByIds } from '../../papers/index.ts'
import { titleKey, titleKeyOf } from '../../works/index.ts'
import { requireText } from '../text/readable.ts'
import { blocksOfType, countOfType, onPages } from '../text/text.ts'
import { type ParsedReference, parseReference } from './parse-reference.ts'
import * as store from './reference.store.ts'

type Reading = typeof api.reading
type Listed = OutputOf<Reading['references']>['list'][number]
type Found = Pick<Listed, 'paper' | 'by'>

/** The references that a text lists, each with the paper of the library that it is. */
export async function listTextReferences(
  ctx: Context,
  input: ParsedInputOf<Reading['references']>,
): Promise<OutputOf<Reading['references']>> {
  const { text } = await requireText(ctx, input)
  const { after = -1, limit } = input
  const blocks = await blocksOfType(ctx, text, { after, limit: limit + 1 }, 'reference')
  const shown = blocks.slice(0, limit)
  const parsed: ParsedReference[] = []
  for (const { block } of shown) {
    parsed.push(parseReference(block.text))
    if (parsed.length % 20 === 0) await breath()
  }
  const found = await inLibrary(
    ctx,
    shown.map(({ block }, at) => ({ text: block.text, parsed: parsed[at] ?? parseReference('') })),
  )
  const list = shown.map(({ ordinal, block }, at): Listed => {
    const { title = null, year = null, doi = null, arxiv = null } = parsed[at] ?? {}
    const { paper = null, by = null } = found[at] ?? {}
    return {
      ordinal,
      text: block.text,
      page: block.page,
      boxes: onPages(block.boxes, text),
      title: paper?.title ?? title,
      year,
      doi,
      arxiv,
      paper,
      by,
    }
  })
  return {
    list,
    total: await countOfType(ctx, text, 'reference'),
    next: blocks.length > limit ? (list.at(-1)?.ordinal ?? null) : null,
  }
}

interface Entry {
  text: string
  parsed: ParsedReference
}

/** By identifier, else by a title that the library has, where an author or the year agrees. */
async function inLibrary(ctx: Context, entries: Entry[]): Promise<Found[]> {
  const keys = new Map<Entry, ReturnType<typeof keysOf>>()
  for (const [at, entry] of entries.entries()) {
    keys.set(entry, keysOf(entry))
    if (at % 10 === 9) await breath()
  }
  const ids = await store.papersByKeys(
    ctx.db,
    [...keys.values()].flat().map(({ key }) => key),
  )
  const papers = new Map((await papersByIds(ctx, [...ids.values()].flat())).map((paper) => [paper.id, paper]))
  return entries.map((entry) => {
    const candidates = (keys.get(entry) ?? []).flatMap(({ by, key, title }) =>
      (ids.get(key) ?? []).flatMap((id) => ({ by, title, paper: papers.get(id) })),
    )
    const found = candidates.find(
      ({ by, title, paper }) => paper && (by !== 'title' || isSame(paper, entry, title)),
    )
    return { paper: found?.paper ?? null, by: found?.by ?? null }
  })
}

function keysOf({ parsed: { doi, arxiv, titles } }: Entry) {
  return [
    ...(doi ? [{ by: 'doi' as const, key: `doi:${doi}`, title: '' }] : []),
    ...(arxiv ? [{ by: 'arxiv' as const, key: `arxiv:${arxiv}`, title: '' }] : []),
    ...titles.map((title) => ({ by: 'title' as const, key: titleKeyOf(title), title })),
  ]
}

const HAN = /\p{Script=Han}/u

function isSame(paper: Paper, { text, parsed }: Entry, title: string): boolean {
  if (titleKey(title) !== titleKey(paper.title) && titleKey(title) !== titleKey(paper.title_zh ?? ''))
    return false
  const year = yearOf(paper.publish_date)
  const isYear = parsed.year !== null && year > 0 && Math.abs(year - parsed.year) <= 1
  const said = fold(text, false).text
  const names = paper.creators.flatMap(({ name, name_zh, family }) => [
    name_zh,
    HAN.test(name) ? name : (family ?? name.split(/\s+/).at(-1)),
  ])
  const isAuthor = names.some((name) => name && said.includes(fold(name, false).text))
  return isAuthor || (isYear && paper.creators.length === 0)
}
