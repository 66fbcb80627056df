import type { BaseContext } from '../../platform/context/context.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import * as leftOut from './excluded-passages.store.ts'
import * as places from './passage-place.store.ts'

/** Length of the beginning of a passage that identifies it in other versions, in code points. */
const QUOTE_CHARS = 120

/**
 * Excludes passages of the active version from answers, or includes them again (`out` is false).
 *
 * @throws AppError `document.not_ready` when there is no active version; `input.invalid` when a passage does not
 * exist.
 */
export async function excludePassages(
  ctx: Pick<BaseContext, 'db' | 'now'>,
  { id: document_id, parse_id }: { id: string; parse_id: string | null },
  ordinals: number[],
  out: boolean,
): Promise<void> {
  if (parse_id === null) throw new AppError('document.not_ready')
  const found = await leftOut.findBodies(ctx.db, parse_id, ordinals)
  if (found.length < new Set(ordinals).size) throw invalidInput('ordinals', '没有这个段落')
  const created_at = ctx.now().toISOString()
  if (out)
    await leftOut.insert(
      ctx.db,
      found.map(({ ordinal, body }) => {
        const quote = [...body.slice(0, QUOTE_CHARS * 2)].slice(0, QUOTE_CHARS).join('')
        return { document_id, parse_id, ordinal, quote, created_at }
      }),
    )
  else await leftOut.remove(ctx.db, document_id, parse_id, ordinals)
  await places.markChanged(ctx.db, [document_id])
}
