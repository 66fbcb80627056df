import { type api, engineIds, type OutputOf } from '@scinav/contract'
import { z } from 'zod'
import { isMenuClosed } from '../../account/user/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'

type EngineStatus = OutputOf<typeof api.references.check>['engines'][number]

/** External engines, which a client has to name; otherwise nothing is sent to them. */
export const externalEnginesInput = z
  .array(z.enum(engineIds).exclude(['local']))
  .max(engineIds.length - 1)
  .default([])
  .describe(
    '除本馆文献外还问哪些站外检索来源；不填不问。选中的检索来源会收到题名、标识符或句子 / Engines outside to ask besides the library; none unless named. They are sent titles, identifiers or sentences',
  )

/** State of each external engine. */
export const engineReports = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    /** `slow`: no answer in time. `failed`: refused, failed or unreachable, and not queried again. */
    state: z.enum(['ok', 'slow', 'failed']),
    message: z.string().nullable(),
  }),
)

/** Converts engine states to the form returned to MCP clients. */
export const reportEngines = (states: readonly EngineStatus[]): z.output<typeof engineReports> =>
  states.map(({ id, name, state, message }) => ({ id, name, state, message }))

/** Returns a line of text for each engine that gave no answer. */
export const unansweredEngineLines = (states: z.output<typeof engineReports>): string[] =>
  states
    .filter(({ state }) => state !== 'ok')
    // Some messages name the engine themselves.
    .map(({ name, message }) => (message?.includes(name) ? message : `${name}：${message ?? '没有答复'}`))

/**
 * Refuses a tool that checks or exports citations while an administrator has closed the screen that does the same.
 *
 * @throws AppError `menu.stopped`.
 */
export async function requireCitationScreen(ctx: Context): Promise<void> {
  if (await isMenuClosed(ctx, ctx.actor, '/aiCitation')) throw new AppError('menu.stopped')
}
