import { readWork } from '@scinav/contract'
import { simplifyText } from '@scinav/search'
import { findPapersByIds, findRecordsBySeqs } from '../../library/papers/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { findPaperByTitle } from '../../retrieval/index.ts'
import { truncateText } from '../run/edit-text.ts'
import { splitSentences } from '../run/subject-terms.ts'
import { type NamedWork, namedWorkFields } from './named-work.ts'
import type { PastedText } from './pasted-text.ts'

/** Length of the beginning of a pasted text that names an untitled work, in characters. */
const MAX_GIVEN_CHARS = 40

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

/** Returns the id of the paper that a pasted text is, by a title, else by its abstract; null without one. */
async function findPaper(ctx: Context, { titles, body }: PastedText): Promise<string | null> {
  for (const title of titles) {
    const id = await findPaperByTitle(ctx, title)
    if (id !== null) return id
  }
  return findPaperByAbstract(ctx, body)
}

/**
 * Number of sentences of a pasted abstract, from the first, of which the longest is sought in the library.
 */
const SOUGHT_SENTENCES = 3

/** Number of hits that are compared with a pasted abstract. */
const MAX_HITS = 5
/** Length of the query for it, in characters. */
const MAX_QUERY_CHARS = 300
/** Minimum number of consecutive letters that identify the paper of a sentence. */
const MIN_SHARED_LETTERS = 24

/**
 * Finds the paper whose abstract contains, letter by letter, the longest of the first sentences of a text; returns its
 * id, null without one.
 */
async function findPaperByAbstract(ctx: Context, body: string): Promise<string | null> {
  const [longest = ''] = splitSentences(body)
    .slice(0, SOUGHT_SENTENCES)
    .toSorted((one, other) => other.length - one.length)
  const letters = foldedLetters(longest)
  if (letters.length < MIN_SHARED_LETTERS) return null
  const words = longest.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()
  const engine = await ctx.library.current()
  const { hits } = await engine.search({
    query: words.slice(0, MAX_QUERY_CHARS),
    size: MAX_HITS,
    fallback: true,
    correct: false,
  })
  const rows = await findRecordsBySeqs(
    ctx,
    hits.map(({ seq }) => seq),
  )
  const found = rows.find(({ record }) => {
    const { abstract, abstract_zh } = readWork(record)
    return foldedLetters(`${abstract ?? ''} ${abstract_zh ?? ''}`).includes(letters)
  })
  return found?.id ?? null
}

/** Returns the letters and digits of a text in simplified characters and lower case. */
const foldedLetters = (text: string): string =>
  simplifyText(text.normalize('NFKC'))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
