import { readWork } from '@scinav/contract'
import { simplified } from '@scinav/search'
import { paperCalled } from '../../answers/index.ts'
import { papersByIds, recordsBySeqs } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { beginningOf } from '../research/bare-end.ts'
import { sentencesIn } from '../research/subject-terms.ts'
import { type NamedWork, told } from './named-work.ts'
import type { PastedText } from './text-in.ts'

const LONGEST_GIVEN = 40
const HITS = 5
/** So many letters of a sentence in a row are said by its own work alone. */
const LEAST_SAME = 24

/** The work whose page or abstract was pasted: that of the library, else as the text tells of it. */
export async function workOfText(ctx: Context, pasted: PastedText): Promise<NamedWork> {
  // Letters of old fonts are what they look like: ⻓ is 长.
  const text = { ...pasted, titles: pasted.titles.map((title) => title.normalize('NFKC')) }
  const { titles, keywords, body } = text
  const given = beginningOf(body.replace(/\s+/g, ' '), LONGEST_GIVEN)
  const [paper] = await papersByIds(ctx, [(await paperOf(ctx, text)) ?? ''].filter(Boolean))
  if (paper) return { ...told(paper), paper_id: paper.id, given, isText: true }
  const [title = null] = titles
  return { title, title_zh: null, year: null, keywords, abstract: body, paper_id: null, given, isText: true }
}

async function paperOf(ctx: Context, { titles, body }: PastedText): Promise<string | null> {
  for (const title of titles) {
    const id = await paperCalled(ctx, title)
    if (id !== null) return id
  }
  return paperSaying(ctx, body)
}

const letters = (text: string): string =>
  simplified(text.normalize('NFKC'))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The paper whose abstract says the longest of the first sentences, letter by letter. */
async function paperSaying(ctx: Context, body: string): Promise<string | null> {
  const [longest = ''] = sentencesIn(body)
    .slice(0, 3)
    .toSorted((one, other) => other.length - one.length)
  const said = letters(longest)
  const words = longest.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()
  if (said.length < LEAST_SAME) return null
  const engine = await ctx.library.current()
  const { hits } = await engine.search({
    query: words.slice(0, 300),
    size: HITS,
    fallback: true,
    correct: false,
  })
  const rows = await recordsBySeqs(
    ctx,
    hits.map(({ seq }) => seq),
  )
  const own = rows.find(({ record }) => {
    const { abstract, abstract_zh } = readWork(record)
    return letters(`${abstract ?? ''} ${abstract_zh ?? ''}`).includes(said)
  })
  return own?.id ?? null
}
