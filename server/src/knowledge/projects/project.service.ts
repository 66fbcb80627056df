import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { type BaseContext, type Context, transact, transactReply } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import * as members from './member.store.ts'
import * as projects from './project.store.ts'
import { MANAGER, OWNER, permissionsOf, requireProject } from './role.ts'

type Projects = typeof api.projects
type ProjectView = OutputOf<Projects['one']>

/** Maximum number of projects that a user owns, without the bin. */
const MAX_OWNED_PROJECTS = 200
const BIN_RETENTION_MS = 30 * 24 * 60 * 60_000

/** Returns the time, as an ISO date, until which deleted projects have left the bin. */
export const binCutoff = (ctx: Pick<BaseContext, 'now'>) =>
  new Date(ctx.now().getTime() - BIN_RETENTION_MS).toISOString()

/** Converts rows to projects with their owners, in the order of the rows. */
async function toProjectViews(
  ctx: Pick<Context, 'db'>,
  rows: projects.CountedProjectRow[],
): Promise<ProjectView[]> {
  const owners = await members.listOwners(
    ctx.db,
    rows.map(({ id }) => id),
  )
  const ownersByProject = Map.groupBy(owners, ({ project_id }) => project_id)
  return rows.map(({ role, deleted_at: _, ...row }) => ({
    ...row,
    my_role: role,
    owners: (ownersByProject.get(row.id) ?? []).map(({ project_id: _project, ...person }) => person),
  }))
}

/** Returns a project, deleted or not, as the caller sees it; throws AppError `project.not_found` for non-members. */
async function getProjectView(ctx: Context, id: string): Promise<ProjectView> {
  const row = await projects.findForMember(ctx.db, ctx.actor.id, id)
  const [view] = row ? await toProjectViews(ctx, [row]) : []
  if (!view) throw new AppError('project.not_found')
  return view
}

/** Lists one page of the caller's projects: those owned, or those only joined. */
async function listProjectPage(
  ctx: Context,
  input: ParsedInputOf<Projects['mine']>,
  { owned }: { owned: boolean },
) {
  const { list, total } = await projects.findPage(ctx.db, ctx.actor.id, {
    ...input,
    keyword: input.keyword,
    owned,
  })
  return {
    list: await toProjectViews(ctx, list),
    total,
    page_num: input.page_num,
    page_size: input.page_size,
  }
}

/** Lists projects that the caller owns, last changed first. */
export const listOwnProjects = (ctx: Context, input: ParsedInputOf<Projects['mine']>) =>
  listProjectPage(ctx, input, { owned: true })

/** Lists projects that the caller is a member but not an owner of, last changed first. */
export const listJoinedProjects = (ctx: Context, input: ParsedInputOf<Projects['joined']>) =>
  listProjectPage(ctx, input, { owned: false })

/** Returns the caller's role in a project and its permissions. */
export async function getProjectRole(ctx: Context, { project_id }: ParsedInputOf<Projects['role']>) {
  const { role } = await requireProject(ctx, project_id, 'read')
  return { role, permissions: permissionsOf(role) }
}

/**
 * Returns a project of the caller.
 *
 * @throws AppError `project.not_found`.
 */
export async function getProject(ctx: Context, { project_id }: ParsedInputOf<Projects['one']>) {
  await requireProject(ctx, project_id, 'read')
  return getProjectView(ctx, project_id)
}

/** Returns whether the caller is a manager or owner of a project. */
export async function isManager(ctx: Context, { project_id }: ParsedInputOf<Projects['isManager']>) {
  return (await requireProject(ctx, project_id, 'read')).role <= MANAGER
}

/** Lists the names of all projects that the caller belongs to. */
export async function listProjectNames(ctx: Context) {
  return projects.listNames(ctx.db, ctx.actor.id)
}

/**
 * Checks that none of these owners has another project with this name.
 *
 * @param project `except` is the id of the project itself; null for a new one.
 * @throws AppError `project.name_taken` otherwise.
 */
async function requireFreeName(
  ctx: Context,
  project: { name: string; user_ids: string[]; except: string | null },
): Promise<void> {
  const owners = await projects.findOwnersOfName(ctx.db, project)
  if (owners.length === 0) return
  const owner = owners.includes(ctx.actor.id) ? '您' : '项目的另一位创建者'
  throw new AppError('project.name_taken', { owner, name: project.name })
}

/**
 * Creates a project owned by the caller.
 *
 * @throws AppError `project.too_many`, `project.name_taken`.
 */
export async function addProject(ctx: Context, { name, description }: ParsedInputOf<Projects['add']>) {
  return transactReply(ctx, async (ctx) => {
    const user_id = ctx.actor.id
    if ((await projects.countOwned(ctx.db, user_id)) >= MAX_OWNED_PROJECTS)
      throw new AppError('project.too_many', { limit: MAX_OWNED_PROJECTS })
    await requireFreeName(ctx, { name, user_ids: [user_id], except: null })
    const id = ctx.newId()
    const now = ctx.now().toISOString()
    const row = { id, name, description, deleted_at: null, created_at: now, updated_at: now }
    await projects.insert(ctx.db, row)
    await members.insert(ctx.db, [{ project_id: id, user_id, role: OWNER, joined_at: now }])
    return getProjectView(ctx, id)
  })
}

const listOwnerIds = async (ctx: Context, project_id: string) =>
  (await members.listOwners(ctx.db, [project_id])).map(({ user_id }) => user_id)

/**
 * Changes name and description of a project.
 *
 * @throws AppError `project.not_found`, `project.not_allowed`, `project.name_taken`.
 */
export async function updateProject(ctx: Context, input: ParsedInputOf<Projects['update']>) {
  return transact(ctx, async (ctx) => {
    const row = await requireProject(ctx, input.project_id, 'edit_project')
    const { name = row.name, description = row.description } = input
    const { id } = row
    if (name !== row.name)
      await requireFreeName(ctx, { name, user_ids: await listOwnerIds(ctx, id), except: id })
    await projects.update(ctx.db, id, { name, description, updated_at: ctx.now().toISOString() })
    return getProjectView(ctx, id)
  })
}

/**
 * Moves a project with its datasets to the bin; the caller confirms by entering the project's name.
 *
 * @throws AppError `project.not_found`, `project.not_allowed`, `project.wrong_name`.
 */
export async function removeProject(ctx: Context, input: ParsedInputOf<Projects['remove']>) {
  return transact(ctx, async (ctx) => {
    const { id, name } = await requireProject(ctx, input.project_id, 'delete_project')
    if (input.confirm_name !== name) throw new AppError('project.wrong_name')
    await projects.update(ctx.db, id, { deleted_at: ctx.now().toISOString() })
    return null
  })
}

/** Lists projects of the caller that were deleted in the last 30 days. */
export async function listProjectBin(ctx: Context): Promise<OutputOf<Projects['bin']>> {
  const rows = await projects.listDeletedSince(ctx.db, ctx.actor.id, binCutoff(ctx))
  const views = await toProjectViews(ctx, rows)
  return views.map((project, at) => ({ ...project, deleted_at: rows[at]?.deleted_at ?? '' }))
}

/**
 * Restores a project from the bin.
 *
 * @throws AppError `project.not_found` when it is not in the caller's bin, `project.name_taken`.
 */
export async function restoreProject(ctx: Context, { project_id }: ParsedInputOf<Projects['restore']>) {
  return transact(ctx, async (ctx) => {
    const row = await projects.findForMember(ctx.db, ctx.actor.id, project_id)
    const isInBin = row?.deleted_at != null && row.deleted_at > binCutoff(ctx)
    if (!isInBin || row.role !== OWNER) throw new AppError('project.not_found')
    const user_ids = await listOwnerIds(ctx, project_id)
    await requireFreeName(ctx, { name: row.name, user_ids, except: project_id })
    await projects.update(ctx.db, project_id, { deleted_at: null, updated_at: ctx.now().toISOString() })
    return getProjectView(ctx, project_id)
  })
}
