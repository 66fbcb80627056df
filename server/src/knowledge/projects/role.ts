import type { api, OutputOf } from '@scinav/contract'
import type { Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as members from './member.store.ts'
import * as projects from './project.store.ts'

type Permission = OutputOf<typeof api.projects.role>['permissions'][number]
/** 1 owner, 2 manager, 3 member, 4 viewer; a lower number includes the rights of the higher ones. */
export type ProjectRole = members.MemberRow['role']

export const OWNER = members.OWNER_ROLE
export const MANAGER = 2
const MEMBER = 3
const VIEWER = 4

/**
 * The least privileged role for each permission. This table alone decides on rights in the project itself; its
 * knowledge bases are datasets (`datasets/role.ts`).
 */
const MIN_ROLES: Record<Permission, ProjectRole> = {
  add_documents: MEMBER,
  edit_own_documents: MEMBER,
  tag_documents: MEMBER,
  edit_documents: MANAGER,
  edit_datasets: MANAGER,
  edit_project: MANAGER,
  manage_members: MANAGER,
  name_managers: OWNER,
  hand_over: OWNER,
  delete_project: OWNER,
}

/** Returns whether a role has a permission. */
const roleAllows = (role: ProjectRole, permission: Permission | 'read'): boolean =>
  role <= (permission === 'read' ? VIEWER : MIN_ROLES[permission])

/** Returns all permissions of a role besides reading. */
export const permissionsOf = (role: ProjectRole): Permission[] =>
  // Object.keys types its elements as string.
  (Object.keys(MIN_ROLES) as Permission[]).filter((permission) => roleAllows(role, permission))

/**
 * Returns a project in which the caller has a permission, with the caller's role.
 *
 * @throws AppError `project.not_found` for non-members and for projects in the bin, `project.not_allowed` when the
 * role is too low.
 */
export async function requireProject(
  ctx: Pick<Context, 'db' | 'actor'>,
  project_id: string,
  permission: Permission | 'read',
): Promise<projects.ProjectRow & { role: ProjectRole }> {
  const project = await projects.find(ctx.db, project_id)
  const member = project?.deleted_at === null && (await members.find(ctx.db, project_id, ctx.actor.id))
  if (!project || !member) throw new AppError('project.not_found')
  if (!roleAllows(member.role, permission)) throw new AppError('project.not_allowed')
  return { ...project, role: member.role }
}
