import { findRecordsBySeqs } from '../library/papers/index.ts'
import { titleKey } from '../library/works/index.ts'
import type { Context } from '../platform/context/context.ts'
import {
  isMistyped,
  isTitleMatch,
  MIN_ABBREVIATED_TITLE_CHARS,
  MIN_TITLE_PART_CHARS,
  TITLE_ELLIPSIS,
  titlesOf,
} from './title-match.ts'

/** Maximum number of search hits whose titles are compared with the one given. */
const MAX_COMPARED_HITS = 10

/**
 * Returns the id of the paper with a title (`isTitleMatch`), else of one whose title differs by a few letters; null
 * without either.
 *
 * @param allowsPart whether a part of a title is enough when only one paper found has it in its title.
 */
export async function findPaperByTitle(
  ctx: Context,
  title: string,
  { allowsPart = false }: { allowsPart?: boolean } = {},
): Promise<string | null> {
  const engine = await ctx.library.current()
  // Letters and digits only, so that case and punctuation do not count.
  const key = titleKey(title.replace(TITLE_ELLIPSIS, ''))
  const isAbbreviated = TITLE_ELLIPSIS.test(title) && key.length >= MIN_ABBREVIATED_TITLE_CHARS
  const query = title.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()
  if (key === '' || query === '') return null
  const { hits } = await engine.search({
    query,
    size: MAX_COMPARED_HITS,
    fallback: true,
    correct: true,
  })
  const rows = await findRecordsBySeqs(
    ctx,
    hits.map(({ seq }) => seq),
  )
  const hasTitle =
    (fits: (rowTitle: string) => boolean) =>
    ({ record }: { record: string }) =>
      titlesOf(record).some(fits)
  const paper =
    rows.find(hasTitle((each) => isTitleMatch(each, { key, isAbbreviated }))) ??
    rows.find(hasTitle((each) => isMistyped(titleKey(each), key)))
  if (paper || !allowsPart || key.length < MIN_TITLE_PART_CHARS) return paper?.id ?? null
  const [only, ...further] = rows.filter(hasTitle((each) => titleKey(each).includes(key)))
  return further.length === 0 ? (only?.id ?? null) : null
}
