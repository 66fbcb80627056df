import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { type Context, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { notify } from '../../platform/notices/index.ts'
import * as members from './member.store.ts'
import * as projects from './project.store.ts'
import { MANAGER, OWNER, type ProjectRole, requireProject } from './role.ts'

type Admin = typeof api.admin
type Projects = typeof api.projects
type MemberView = OutputOf<Projects['assignRole']>
type Project = Awaited<ReturnType<typeof requireProject>>

/** Maximum number of owners and members of a project. */
const MAX_OWNERS = 5
const MAX_MEMBERS = 500
/** Maximum number of users found by a keyword. */
const MAX_FOUND_USERS = 20
/** Maximum number of members proposed as the next owner of a project. */
const MAX_PROPOSED_OWNERS = 20

/**
 * Lists one page of a project's members, owners first, then managers and so on.
 *
 * @throws AppError `project.not_found`.
 */
export async function listMembers(ctx: Context, input: ParsedInputOf<Projects['members']>) {
  await requireProject(ctx, input.project_id, 'read')
  const { list, total } = await members.findPage(ctx.db, { ...input, nick_name: input.nick_name })
  return { list, total, page_num: input.page_num, page_size: input.page_size }
}

/**
 * Finds users who can be added to a project, by name or account.
 *
 * @throws AppError `project.not_found`, `project.not_allowed`.
 */
export async function findUsers(ctx: Context, { project_id, keyword }: ParsedInputOf<Projects['findUsers']>) {
  await requireProject(ctx, project_id, 'manage_members')
  return members.findPeople(ctx.db, project_id, keyword, MAX_FOUND_USERS)
}

/** Sets the time of the project's last change to now. */
async function touchProject(ctx: Context, project_id: string): Promise<void> {
  await projects.update(ctx.db, project_id, { updated_at: ctx.now().toISOString() })
}

/**
 * Checks that a manager assigns only roles below their own, which have higher numbers; owners may assign any.
 *
 * @throws AppError `project.not_allowed` otherwise.
 */
function requireLowerRole({ role }: Project, assigned: ProjectRole): void {
  if (role !== OWNER && assigned <= role) throw new AppError('project.not_allowed')
}

/**
 * Adds members and notifies them, all or none; existing members keep their role. Returns the number of those `added`,
 * and the ids of those who were members `already`.
 *
 * @throws AppError `user.not_found`, `project.too_many_members`, `project.not_allowed`.
 */
export async function addMembers(ctx: Context, input: ParsedInputOf<Projects['addMembers']>) {
  return transact(ctx, async (ctx) => {
    const project = await requireProject(ctx, input.project_id, 'manage_members')
    // The contract allows roles 2 to 4.
    const role = input.role as ProjectRole
    requireLowerRole(project, role)
    const user_ids = [...new Set(input.user_ids)]
    const already = (await members.findByUsers(ctx.db, project.id, user_ids)).map(({ user_id }) => user_id)
    const added = user_ids.filter((id) => !already.includes(id))
    if (added.length > 0 && (await members.filterActive(ctx.db, added)).length < added.length)
      throw new AppError('user.not_found')
    if ((await members.count(ctx.db, project.id)) + added.length > MAX_MEMBERS)
      throw new AppError('project.too_many_members', { limit: MAX_MEMBERS })
    const joined_at = ctx.now().toISOString()
    await members.insert(
      ctx.db,
      added.map((user_id) => ({ project_id: project.id, user_id, role, joined_at })),
    )
    if (added.length > 0) await touchProject(ctx, project.id)
    await notify(ctx, {
      user_ids: added,
      kind: 'project',
      text: `您被加入了项目${inCorners(project.name)}；不想参加时，可以在项目页退出`,
      route: `/project/member?project_id=${project.id}`,
    })
    return { added: added.length, already }
  })
}

/** Returns a member in the form of the API. */
async function memberView(ctx: Context, project_id: string, user_id: string): Promise<MemberView> {
  const member = await members.findView(ctx.db, project_id, user_id)
  if (!member) throw new AppError('member.not_found')
  return member
}

/**
 * Checks that a project has another owner.
 *
 * @throws AppError `project.last_owner` otherwise.
 */
async function requireOtherOwner(ctx: Context, { id, name }: Project): Promise<void> {
  if ((await members.countOwners(ctx.db, id)) <= 1) throw new AppError('project.last_owner', { name })
}

/**
 * Makes a member an owner.
 *
 * @throws AppError `project.too_many_owners`, `project.name_taken`.
 */
async function makeOwner(
  ctx: Context,
  { id, name }: Pick<Project, 'id' | 'name'>,
  user_id: string,
): Promise<void> {
  const owners = await members.listOwners(ctx.db, [id])
  if (owners.length >= MAX_OWNERS) throw new AppError('project.too_many_owners', { limit: MAX_OWNERS })
  if ((await projects.findOwnersOfName(ctx.db, { name, user_ids: [user_id], except: id })).length > 0)
    throw new AppError('project.name_taken', { owner: '对方', name })
  await members.setRole(ctx.db, { project_id: id, user_id, role: OWNER })
}

/**
 * Checks that the caller may change a member's role: only members below the caller's rank, to roles below it unless
 * the caller is an owner. Callers may only lower their own role.
 *
 * @throws AppError `project.not_allowed` otherwise.
 */
function requireAssignable(
  project: Project,
  member: members.MemberRow,
  { newRole, isSelf }: { newRole: ProjectRole; isSelf: boolean },
): void {
  const isRefused = isSelf ? newRole < project.role : member.role <= project.role
  if (isRefused) throw new AppError('project.not_allowed')
  if (!isSelf) requireLowerRole(project, newRole)
}

/**
 * Changes a member's role. Managers assign roles below their own; owners may change everyone except other owners.
 *
 * @throws AppError `member.not_found`, and as `requireAssignable`, `makeOwner` and `requireOtherOwner`.
 */
export async function assignRole(ctx: Context, input: ParsedInputOf<Projects['assignRole']>) {
  return transact(ctx, async (ctx) => {
    const project = await requireProject(ctx, input.project_id, 'manage_members')
    const member = await members.find(ctx.db, project.id, input.user_id)
    if (!member) throw new AppError('member.not_found')
    // The contract allows roles 1 to 4.
    const newRole = input.role as ProjectRole
    requireAssignable(project, member, { newRole, isSelf: input.user_id === ctx.actor.id })
    if (newRole !== member.role) {
      if (member.role === OWNER) await requireOtherOwner(ctx, project)
      if (newRole === OWNER) await makeOwner(ctx, project, member.user_id)
      else await members.setRole(ctx.db, { ...member, role: newRole })
      await touchProject(ctx, project.id)
    }
    return memberView(ctx, project.id, member.user_id)
  })
}

/**
 * Lists projects whose owners are all disabled or about to be deleted, with possible new owners, for administrators.
 */
export async function listUnowned(
  ctx: Context,
  { page_num, page_size }: ParsedInputOf<Admin['unownedProjects']>,
) {
  const { list, total } = await projects.findUnownedPage(ctx.db, { page_num, page_size })
  const owners = await members.listOwners(
    ctx.db,
    list.map(({ id }) => id),
  )
  const views = []
  for (const { id, name } of list) {
    const ofProject = owners.filter(({ project_id }) => project_id === id)
    views.push({
      id,
      name,
      owners: ofProject.map(({ user_id, nick_name, account }) => ({ user_id, nick_name, account })),
      members: await members.listFirstActive(ctx.db, id, MAX_PROPOSED_OWNERS),
    })
  }
  return { list: views, total, page_num, page_size }
}

/**
 * Adds a user as a manager unless already a member.
 *
 * @throws AppError `project.too_many_members`.
 */
async function addAsManager(ctx: Context, project_id: string, user_id: string): Promise<void> {
  if (await members.find(ctx.db, project_id, user_id)) return
  if ((await members.count(ctx.db, project_id)) >= MAX_MEMBERS)
    throw new AppError('project.too_many_members', { limit: MAX_MEMBERS })
  const joined_at = ctx.now().toISOString()
  await members.insert(ctx.db, [{ project_id, user_id, role: MANAGER, joined_at }])
}

/**
 * Transfers a project without an owner who can log in to a user. The former owners become managers, because five of
 * them would leave no room for another owner.
 *
 * @throws AppError `project.not_found`, `project.has_owner`, `user.not_found` when the user cannot log in,
 * `project.too_many_members`, `project.name_taken`.
 */
export async function handOverUnowned(
  ctx: Context,
  input: ParsedInputOf<Admin['handOverProject']>,
): Promise<null> {
  return transact(ctx, async (ctx) => {
    const { user_id } = input
    const project = await projects.find(ctx.db, input.project_id)
    if (!project || project.deleted_at !== null) throw new AppError('project.not_found')
    const project_id = project.id
    if ((await members.countOwners(ctx.db, project_id)) > 0) throw new AppError('project.has_owner')
    if ((await members.filterActive(ctx.db, [user_id])).length === 0) throw new AppError('user.not_found')
    for (const former of await members.listOwners(ctx.db, [project_id]))
      await members.setRole(ctx.db, { project_id, user_id: former.user_id, role: MANAGER })
    await addAsManager(ctx, project_id, user_id)
    await makeOwner(ctx, { id: project_id, name: project.name }, user_id)
    await touchProject(ctx, project_id)
    await notify(ctx, {
      user_ids: [user_id],
      kind: 'project',
      text: `管理员把项目${inCorners(project.name)}移交给了您：原来的创建者都不能登录`,
      route: `/project/member?project_id=${project_id}`,
    })
    return null
  })
}

/**
 * Makes another member the owner in place of the caller, who becomes a manager.
 *
 * @throws AppError `member.not_found`; `project.not_allowed` for a member who is an owner already; as `makeOwner`.
 */
export async function handOverProject(ctx: Context, input: ParsedInputOf<Projects['handOver']>) {
  return transact(ctx, async (ctx) => {
    const project = await requireProject(ctx, input.project_id, 'hand_over')
    const member = await members.find(ctx.db, project.id, input.user_id)
    if (!member) throw new AppError('member.not_found')
    if (member.role === OWNER) throw new AppError('project.not_allowed')
    // The caller is demoted first, so that a project with five owners can be handed over.
    await members.setRole(ctx.db, { project_id: project.id, user_id: ctx.actor.id, role: MANAGER })
    await makeOwner(ctx, project, member.user_id)
    await touchProject(ctx, project.id)
    return memberView(ctx, project.id, member.user_id)
  })
}

/**
 * Removes members, all or none; callers who remove themselves leave the project.
 *
 * @throws AppError `member.not_found`, `project.not_allowed` for a rank at or above the caller's,
 * `project.last_owner`.
 */
export async function removeMembers(ctx: Context, input: ParsedInputOf<Projects['removeMembers']>) {
  return transact(ctx, async (ctx) => {
    const ids = [...new Set(input.user_ids)]
    const others = ids.filter((id) => id !== ctx.actor.id)
    const project = await requireProject(ctx, input.project_id, others.length > 0 ? 'manage_members' : 'read')
    const rows = await members.findByUsers(ctx.db, project.id, ids)
    if (rows.length < ids.length) throw new AppError('member.not_found')
    if (rows.some(({ user_id, role }) => user_id !== ctx.actor.id && role <= project.role))
      throw new AppError('project.not_allowed')
    if (ids.includes(ctx.actor.id) && project.role === OWNER) await requireOtherOwner(ctx, project)
    await members.remove(ctx.db, project.id, ids)
    await touchProject(ctx, project.id)
    return null
  })
}
