import type { api, ParsedInputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import {
  type ApplicationView,
  allApplications,
  createApplicationView,
  requireApplication,
} from './applications.ts'
import { findExternalAgent, toExternalAgentView } from './external-agents.ts'
import * as marks from './mark.store.ts'

type Tools = typeof api.tools

/**
 * Marks an application or an agent of another site.
 *
 * @throws AppError `application.not_found`.
 */
export function markTool(ctx: Context, { tool_id }: ParsedInputOf<Tools['mark']>): Promise<null> {
  return setMark(ctx, { tool_id, marked: true })
}

/**
 * Sets or removes a mark; the call is idempotent.
 *
 * @throws AppError `application.not_found`.
 */
export async function setMark(ctx: Context, { tool_id, marked }: ParsedInputOf<Tools['setMark']>) {
  const user_id = ctx.actor.id
  if (!findExternalAgent(tool_id)) requireApplication(tool_id)
  if (marked) await marks.add(ctx.db, { user_id, tool_id, created_at: ctx.now().toISOString() })
  else await marks.remove(ctx.db, user_id, tool_id)
  return null
}

/** Returns the applications that the caller marked, most recent first, without those that the operator has removed. */
export async function listMarked(ctx: Context): Promise<ApplicationView[]> {
  const rows = await marks.listByUser(ctx.db, ctx.actor.id)
  const marked = new Set(rows.map((row) => row.tool_id))
  const view = await createApplicationView(ctx)
  return rows.flatMap(({ tool_id }) => {
    const application = allApplications().find((each) => each.id === tool_id)
    const externalAgent = findExternalAgent(tool_id)
    if (application) return [view(application)]
    return externalAgent ? [toExternalAgentView(externalAgent, marked)] : []
  })
}
