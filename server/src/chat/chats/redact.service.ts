import type { api, Citation, OutputOf, ParsedInputOf } from '@scinav/contract'
import { clauseAt } from '../../answers/index.ts'
import { type Context, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { requireOwnRecord } from './guard.ts'
import * as records from './record.store.ts'

type RedactCall = (typeof api.chat)['redact']

/**
 * Redacts the claim of an unsupported citation, or restores it. The stored answer is unchanged; redacted text is
 * neither shown nor exported.
 *
 * @throws AppError `chat.not_ended` while the answer is being generated; `input.invalid` when the citation is not
 * unsupported.
 */
export function redact(ctx: Context, input: ParsedInputOf<RedactCall>): Promise<OutputOf<RedactCall>> {
  const { mark: start, struck: isRedacted, ...place } = input
  return transact(ctx, async (ctx) => {
    const record = await requireOwnRecord(ctx, place)
    if (record.finished_at === null) throw new AppError('chat.not_ended')
    const citations: Citation[] = JSON.parse(record.citations)
    const marker = citations.find((each) => each.start === start && each.support === 'unsupported')
    if (!marker)
      throw new AppError('input.invalid', {
        issues: [{ path: 'mark', message: '这里的说法没有被判为不支持' }],
      })
    const before: OutputOf<RedactCall> = JSON.parse(record.struck)
    const others = before.filter((each) => marker.start < each.start || marker.start >= each.end)
    const redacted = isRedacted ? [...others, clauseAt(record.answer, marker, others)] : others
    await records.setRedacted(ctx.db, record.id, JSON.stringify(redacted))
    return redacted
  })
}
