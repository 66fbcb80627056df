import { type BaseContext, transact } from '../../platform/context/context.ts'
import type { PersonalData } from '../../platform/context/personal-data.ts'
import { CLOCK_SKEW_MS, latestPlausible } from '../../platform/foundation/clock.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as members from './member.store.ts'
import { binCutoff } from './project.service.ts'
import * as projects from './project.store.ts'
import { OWNER } from './role.ts'

/**
 * Checks that a user is not the only owner of a project.
 *
 * @throws AppError `project.last_owner` otherwise.
 */
async function requireNotLastOwner(ctx: Pick<BaseContext, 'db'>, user_id: string): Promise<void> {
  const [project] = await projects.listSolelyOwned(ctx.db, user_id)
  if (project) throw new AppError('project.last_owner', { name: project.name })
}

/**
 * Transfers what a deleted user leaves in projects to the next member: datasets created there, and projects without
 * another owner (in the bin, or not handed over). A project without other members is deleted.
 */
async function leaveProjects(ctx: BaseContext, user_id: string): Promise<void> {
  for (const { id, role } of await projects.listAllOfUser(ctx.db, user_id)) {
    const successor = await members.findSuccessor(ctx.db, id, user_id)
    if (!successor) {
      await projects.remove(ctx.db, id)
      continue
    }
    if (role === OWNER && successor.role !== OWNER)
      await members.setRole(ctx.db, { project_id: id, user_id: successor.user_id, role: OWNER })
  }
  for (const id of await projects.listWithDatasetsOf(ctx.db, user_id)) {
    const successor = await members.findSuccessor(ctx.db, id, user_id)
    if (successor) await projects.reassignDatasets(ctx.db, id, user_id, successor.user_id)
  }
}

/**
 * Removes projects that have been in the bin for 30 days, each in a transaction of its own. Deletion times in the
 * future, which a wrong clock has written, are moved back first.
 */
async function purgeBin(ctx: BaseContext): Promise<void> {
  await projects.clampDeletionTimes(ctx.db, latestPlausible(ctx.now(), CLOCK_SKEW_MS))
  for (const id of await projects.listDeletedBefore(ctx.db, binCutoff(ctx)))
    await transact(ctx, (ctx) => projects.remove(ctx.db, id))
}

/** Projects in the export of a user's data, when a member leaves for good, and the purge of their bin. */
export const projectData: PersonalData = {
  export: [
    {
      file: 'projects.json',
      note: '项目',
      gather: (ctx, user_id) => projects.listAllOfUser(ctx.db, user_id),
    },
  ],
  leave: requireNotLastOwner,
  erase: leaveProjects,
  purge: purgeBin,
}
