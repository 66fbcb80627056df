import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { containsText, countRows } from '../../platform/db/query-parts.ts'
import type { Db, Tables } from '../../platform/db/schema.ts'
import type { ProjectMembersTable, ProjectsTable } from '../../platform/db/schema-knowledge.ts'
import { OWNER_ROLE } from '../../platform/db/schema-knowledge.ts'

export type ProjectRow = Selectable<ProjectsTable>
type MemberRole = ProjectMembersTable['role']

/** A project as one of its members sees it. */
export type CountedProjectRow = ProjectRow & { role: MemberRole; member_count: number; dataset_count: number }

/** Returns a project, deleted or not; undefined without one. */
export function find(db: Db, id: string): Promise<ProjectRow | undefined> {
  return db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insert(db: Db, row: ProjectRow): Promise<void> {
  await db.insertInto('projects').values(row).execute()
}

export async function update(db: Db, id: string, change: Partial<ProjectRow>): Promise<void> {
  await db.updateTable('projects').set(change).where('id', '=', id).execute()
}

/** Selects the projects that a user is a member of, joined with their `membership`. */
const projectsOf = (db: Db, user_id: string) =>
  db
    .selectFrom('projects')
    .innerJoin('project_members as membership', (join) =>
      join.onRef('membership.project_id', '=', 'projects.id').on('membership.user_id', '=', user_id),
    )

/** Selects the projects of a user that are not in the bin. */
const currentProjectsOf = (db: Db, user_id: string) =>
  projectsOf(db, user_id).where('projects.deleted_at', 'is', null)

/** A query of projects joined with the `membership` of one user. */
type OwnProjectsQuery = SelectQueryBuilder<
  Tables & { membership: ProjectMembersTable },
  'projects' | 'membership',
  object
>

/** Completes a query to rows with the user's role and the numbers of members and datasets. */
const withCounts = (query: OwnProjectsQuery) =>
  query
    .selectAll('projects')
    .select('membership.role')
    .select((outer) => [
      outer
        .selectFrom('project_members')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('project_members.project_id', '=', 'projects.id')
        .$asScalar()
        .$notNull()
        .as('member_count'),
      outer
        .selectFrom('datasets')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('datasets.project_id', '=', 'projects.id')
        .where('datasets.deleted_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('dataset_count'),
    ])

interface ProjectFilter {
  /** True for projects that the user owns, false for those only joined. */
  owned: boolean
  keyword?: string | undefined
  page_num: number
  page_size: number
}

/** Returns one page of a user's projects, last changed first. */
export async function findPage(
  db: Db,
  user_id: string,
  { owned, keyword, page_num, page_size }: ProjectFilter,
) {
  const contains = (column: 'projects.name' | 'projects.description') =>
    containsText(sql.ref(column), keyword ?? '')
  const matching = currentProjectsOf(db, user_id)
    .where('membership.role', owned ? '=' : '>', OWNER_ROLE)
    .$if(keyword !== undefined, (query) =>
      query.where(({ or }) => or([contains('projects.name'), contains('projects.description')])),
    )
  const list = await withCounts(matching)
    .orderBy('projects.updated_at', 'desc')
    .orderBy('projects.id', 'desc')
    .limit(page_size)
    .offset((page_num - 1) * page_size)
    .execute()
  return { list, total: await countRows(matching) }
}

/** Returns a project for one of its members, deleted or not; undefined for anybody else. */
export function findForMember(db: Db, user_id: string, id: string): Promise<CountedProjectRow | undefined> {
  return withCounts(projectsOf(db, user_id).where('projects.id', '=', id)).executeTakeFirst()
}

/** Returns names and roles of all projects of a user, own projects first. */
export function listNames(db: Db, user_id: string) {
  return currentProjectsOf(db, user_id)
    .select(['projects.id', 'projects.name', 'membership.role as my_role'])
    .orderBy('membership.role')
    .orderBy('projects.name')
    .orderBy('projects.id')
    .execute()
}

/** Returns a user's own projects deleted after `since`, latest first. */
export function listDeletedSince(db: Db, user_id: string, since: string): Promise<CountedProjectRow[]> {
  return withCounts(
    projectsOf(db, user_id)
      .where('membership.role', '=', OWNER_ROLE)
      .where('projects.deleted_at', '>', since),
  )
    .orderBy('projects.deleted_at', 'desc')
    .orderBy('projects.id', 'desc')
    .execute()
}

/** Counts the projects that a user owns, without the bin. */
export const countOwned = (db: Db, user_id: string): Promise<number> =>
  countRows(currentProjectsOf(db, user_id).where('membership.role', '=', OWNER_ROLE))

/**
 * Returns the ids of those of the users who own another project with this name that is not deleted; the case of ASCII letters is
 * ignored.
 */
export async function findOwnersOfName(
  db: Db,
  { name, user_ids, except }: { name: string; user_ids: string[]; except: string | null },
): Promise<string[]> {
  const rows = await db
    .selectFrom('projects')
    .innerJoin('project_members', 'project_members.project_id', 'projects.id')
    .select('project_members.user_id')
    .where('project_members.user_id', 'in', user_ids)
    .where('project_members.role', '=', OWNER_ROLE)
    .where('projects.deleted_at', 'is', null)
    .where(({ or, eb }) =>
      or([eb('projects.name', '=', name), sql<boolean>`lower(projects.name) = ${name.toLowerCase()}`]),
    )
    .$if(except !== null, (query) => query.where('projects.id', '<>', except ?? ''))
    .execute()
  return rows.map((row) => row.user_id)
}

/** Returns a user's projects that have no other owner who can log in and is not about to be deleted, by name. */
export function listSolelyOwned(db: Db, user_id: string): Promise<{ id: string; name: string }[]> {
  return currentProjectsOf(db, user_id)
    .select(['projects.id', 'projects.name'])
    .where('membership.role', '=', OWNER_ROLE)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('project_members as others')
            .innerJoin('users', 'users.id', 'others.user_id')
            .select('others.user_id')
            .whereRef('others.project_id', '=', 'projects.id')
            .where('others.role', '=', OWNER_ROLE)
            .where('others.user_id', '<>', user_id)
            .where('users.status', '=', 'active')
            .where('users.delete_at', 'is', null),
        ),
      ),
    )
    .orderBy('projects.name')
    .execute()
}

/** Selects projects without an owner who can log in and is not about to be deleted. */
const unownedProjects = (db: Db) =>
  db
    .selectFrom('projects')
    .where('projects.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('project_members')
            .innerJoin('users', 'users.id', 'project_members.user_id')
            .select('project_members.user_id')
            .whereRef('project_members.project_id', '=', 'projects.id')
            .where('project_members.role', '=', OWNER_ROLE)
            .where('users.status', '=', 'active')
            .where('users.delete_at', 'is', null),
        ),
      ),
    )

/** Returns one page of projects without an active owner, last changed first. */
export async function findUnownedPage(
  db: Db,
  { page_num, page_size }: Record<'page_num' | 'page_size', number>,
) {
  const list = await unownedProjects(db)
    .select(['projects.id', 'projects.name'])
    .orderBy('projects.updated_at', 'desc')
    .orderBy('projects.id', 'desc')
    .limit(page_size)
    .offset((page_num - 1) * page_size)
    .execute()
  return { list, total: await countRows(unownedProjects(db)) }
}

/** Returns all projects of a user, deleted or not, with the user's role. */
export function listAllOfUser(db: Db, user_id: string) {
  return projectsOf(db, user_id)
    .selectAll('projects')
    .select(['membership.role', 'membership.joined_at'])
    .orderBy('projects.id')
    .execute()
}

/** Returns the ids of projects with datasets that a user created, whether or not the user is still a member. */
export async function listWithDatasetsOf(db: Db, user_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('datasets')
    .select('project_id')
    .distinct()
    .where('owner_id', '=', user_id)
    .where('project_id', 'is not', null)
    .execute()
  return rows.flatMap((row) => row.project_id ?? [])
}

/** Deletes a project with its members and datasets. */
export async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom('datasets').where('project_id', '=', id).execute()
  await db.deleteFrom('projects').where('id', '=', id).execute()
}

/** Returns the ids of projects deleted at or before a time. */
export async function listDeletedBefore(db: Db, before: string): Promise<string[]> {
  const rows = await db.selectFrom('projects').select('id').where('deleted_at', '<=', before).execute()
  return rows.map((row) => row.id)
}

/** Moves deletion times after `until`, which come from a wrong clock, back to it. */
export async function clampDeletionTimes(db: Db, until: string): Promise<void> {
  await db.updateTable('projects').set({ deleted_at: until }).where('deleted_at', '>', until).execute()
}

/** Transfers a user's datasets in a project to another user. */
export async function reassignDatasets(db: Db, project_id: string, from: string, to: string): Promise<void> {
  await db
    .updateTable('datasets')
    .set({ owner_id: to })
    .where('project_id', '=', project_id)
    .where('owner_id', '=', from)
    .execute()
}
