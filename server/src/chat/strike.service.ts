import type { api, Citation, OutputOf, ParsedInputOf } from '@scinav/contract'
import { clauseAt } from '../answers/clause.service.ts'
import { type Context, transact } from '../context/context.ts'
import { AppError } from '../foundation/errors.ts'
import { ownRecord } from './guard.service.ts'
import * as records from './record.store.ts'

type Strike = (typeof api.chat)['strike']

/**
 * Strikes out what a mark stands for, or brings it back. The answer stays as it was given; what is struck out is shown
 * and exported no more.
 *
 * @throws AppError `chat.not_ended` while it is still being made; `input.invalid` for a mark whose claim stands.
 */
export function strike(ctx: Context, input: ParsedInputOf<Strike>): Promise<OutputOf<Strike>> {
  const { mark: start, struck: isStruck, ...place } = input
  return transact(ctx, async (ctx) => {
    const record = await ownRecord(ctx, place)
    if (record.finished_at === null) throw new AppError('chat.not_ended')
    const citations: Citation[] = JSON.parse(record.citations)
    const mark = citations.find((each) => each.start === start && each.support === 'unsupported')
    if (!mark)
      throw new AppError('input.invalid', {
        issues: [{ path: 'mark', message: '这里的说法没有被判为不支持' }],
      })
    const before: OutputOf<Strike> = JSON.parse(record.struck)
    const others = before.filter((each) => mark.start < each.start || mark.start >= each.end)
    const struck = isStruck ? [...others, clauseAt(record.answer, mark, others)] : others
    await records.setStruck(ctx.db, record.id, JSON.stringify(struck))
    return struck
  })
}
