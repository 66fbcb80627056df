import { readWork } from '@scinav/contract'
import { simplifyText } from '@scinav/search'
import { findPaperByTitle } from '../../answers/index.ts'
import { findPapersByIds, findRecordsBySeqs } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { splitSentences } from '../run/subject-terms.ts'
import { truncateText } from '../run/trim-text.ts'
import { type NamedWork, namedWorkFields } from './named-work.ts'
import type { PastedText } from './pasted-text.ts'

const MAX_GIVEN_CHARS = 40
const MAX_HITS = 5
/** Minimum number of consecutive letters that identify the paper of a sentence. */
const MIN_SHARED_LETTERS = 24

/** Returns the work whose page or abstract was pasted: the library's record, else one built from the text. */
export async function findPastedWork(ctx: Context, pasted: PastedText): Promise<NamedWork> {
  // NFKC replaces compatibility characters of old fonts by the characters they look like: ⻓ becomes 长.
  const text = { ...pasted, titles: pasted.titles.map((title) => title.normalize('NFKC')) }
  const { titles, keywords, body } = text
  const given = truncateText(body.replace(/\s+/g, ' '), MAX_GIVEN_CHARS)
  const [paper] = await findPapersByIds(ctx, [(await findPaper(ctx, text)) ?? ''].filter(Boolean))
  if (paper) return { ...namedWorkFields(paper), paper_id: paper.id, given, isText: true }
  const [title = null] = titles
  return { title, title_zh: null, year: null, keywords, abstract: body, paper_id: null, given, isText: true }
}

async function findPaper(ctx: Context, { titles, body }: PastedText): Promise<string | null> {
  for (const title of titles) {
    const id = await findPaperByTitle(ctx, title)
    if (id !== null) return id
  }
  return findPaperByAbstract(ctx, body)
}

const foldedLetters = (text: string): string =>
  simplifyText(text.normalize('NFKC'))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Finds the paper whose abstract contains, letter by letter, the longest of the first three sentences. */
async function findPaperByAbstract(ctx: Context, body: string): Promise<string | null> {
  const [longest = ''] = splitSentences(body)
    .slice(0, 3)
    .toSorted((one, other) => other.length - one.length)
  const said = foldedLetters(longest)
  const words = longest.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()
  if (said.length < MIN_SHARED_LETTERS) return null
  const engine = await ctx.library.current()
  const { hits } = await engine.search({
    query: words.slice(0, 300),
    size: MAX_HITS,
    fallback: true,
    correct: false,
  })
  const rows = await findRecordsBySeqs(
    ctx,
    hits.map(({ seq }) => seq),
  )
  const own = rows.find(({ record }) => {
    const { abstract, abstract_zh } = readWork(record)
    return foldedLetters(`${abstract ?? ''} ${abstract_zh ?? ''}`).includes(said)
  })
  return own?.id ?? null
}
