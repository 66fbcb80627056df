import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { containsText, countRows } from '../../platform/db/query-parts.ts'
import type { Db, Tables } from '../../platform/db/schema.ts'
import type { ProjectMembersTable, ProjectsTable } from '../../platform/db/schema-projects.ts'

export type ProjectRow = Selectable<ProjectsTable>
type MemberRole = ProjectMembersTable['role']

/** A project as one of its members sees it. */
export type CountedProjectRow = ProjectRow & { role: MemberRole; member_count: number; dataset_count: number }

export function find(db: Db, id: string): Promise<ProjectRow | undefined> {
  return db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insert(db: Db, row: ProjectRow): Promise<void> {
  await db.insertInto('projects').values(row).execute()
}

export async function update(db: Db, id: string, change: Partial<ProjectRow>): Promise<void> {
  await db.updateTable('projects').set(change).where('id', '=', id).execute()
}

/** The projects that a person is in. */
const projectsOf = (db: Db, user_id: string) =>
  db
    .selectFrom('projects')
    .innerJoin('project_members as own', (join) =>
      join.onRef('own.project_id', '=', 'projects.id').on('own.user_id', '=', user_id),
    )

const livingProjectsOf = (db: Db, user_id: string) =>
  projectsOf(db, user_id).where('projects.deleted_at', 'is', null)

type OwnProjectsQuery = SelectQueryBuilder<Tables & { own: ProjectMembersTable }, 'projects' | 'own', object>

const withCounts = (query: OwnProjectsQuery) =>
  query
    .selectAll('projects')
    .select('own.role')
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

interface Filter {
  /** Owned by the person, or only joined. */
  owned: boolean
  keyword?: string | undefined
  page_num: number
  page_size: number
}

/** One page of a person's projects, the last changed first. */
export async function findPage(db: Db, user_id: string, { owned, keyword, page_num, page_size }: Filter) {
  const says = (column: 'projects.name' | 'projects.description') =>
    containsText(sql.ref(column), keyword ?? '')
  const matching = livingProjectsOf(db, user_id)
    .where('own.role', owned ? '=' : '>', 1)
    .$if(keyword !== undefined, (query) =>
      query.where(({ or }) => or([says('projects.name'), says('projects.description')])),
    )
  const list = await withCounts(matching)
    .orderBy('projects.updated_at', 'desc')
    .orderBy('projects.id', 'desc')
    .limit(page_size)
    .offset((page_num - 1) * page_size)
    .execute()
  return { list, total: await countRows(matching) }
}

/** A project as a person sees it who is in it, deleted or not. */
export function findForMember(db: Db, user_id: string, id: string): Promise<CountedProjectRow | undefined> {
  return withCounts(projectsOf(db, user_id).where('projects.id', '=', id)).executeTakeFirst()
}

/** Names and roles of everything a person belongs to, own projects first. */
export function listNames(db: Db, user_id: string) {
  return livingProjectsOf(db, user_id)
    .select(['projects.id', 'projects.name', 'own.role as my_role'])
    .orderBy('own.role')
    .orderBy('projects.name')
    .orderBy('projects.id')
    .execute()
}

/** Projects of an owner that were deleted after `since`, the latest first. */
export function listDeletedSince(db: Db, user_id: string, since: string): Promise<CountedProjectRow[]> {
  return withCounts(
    projectsOf(db, user_id).where('own.role', '=', 1).where('projects.deleted_at', '>', since),
  )
    .orderBy('projects.deleted_at', 'desc')
    .orderBy('projects.id', 'desc')
    .execute()
}

export const countOwned = (db: Db, user_id: string): Promise<number> =>
  countRows(livingProjectsOf(db, user_id).where('own.role', '=', 1))

/** Of these people, those who own another living project of this name; ASCII letters of either case are alike. */
export async function findOwnersOfName(
  db: Db,
  { name, user_ids, except }: { name: string; user_ids: string[]; except: string | null },
): Promise<string[]> {
  const rows = await db
    .selectFrom('projects')
    .innerJoin('project_members', 'project_members.project_id', 'projects.id')
    .select('project_members.user_id')
    .where('project_members.user_id', 'in', user_ids)
    .where('project_members.role', '=', 1)
    .where('projects.deleted_at', 'is', null)
    .where(({ or, eb }) =>
      or([eb('projects.name', '=', name), sql<boolean>`lower(projects.name) = ${name.toLowerCase()}`]),
    )
    .$if(except !== null, (query) => query.where('projects.id', '<>', except ?? ''))
    .execute()
  return rows.map((row) => row.user_id)
}

/** Living projects that no other person owns who can log in and stays. */
export function listSolelyOwned(db: Db, user_id: string): Promise<{ id: string; name: string }[]> {
  return livingProjectsOf(db, user_id)
    .select(['projects.id', 'projects.name'])
    .where('own.role', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('project_members as others')
            .innerJoin('users', 'users.id', 'others.user_id')
            .select('others.user_id')
            .whereRef('others.project_id', '=', 'projects.id')
            .where('others.role', '=', 1)
            .where('others.user_id', '<>', user_id)
            .where('users.status', '=', 'active')
            .where('users.delete_at', 'is', null),
        ),
      ),
    )
    .orderBy('projects.name')
    .execute()
}

/** Living projects that nobody owns who can log in and stays. */
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
            .where('project_members.role', '=', 1)
            .where('users.status', '=', 'active')
            .where('users.delete_at', 'is', null),
        ),
      ),
    )

/** One page of the projects that nobody owns who can log in, the last changed first. */
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

/** Projects that a person is in, deleted or not, with their role. */
export function listAllOfUser(db: Db, user_id: string) {
  return projectsOf(db, user_id)
    .selectAll('projects')
    .select(['own.role', 'own.joined_at'])
    .orderBy('projects.id')
    .execute()
}

/** Projects with datasets that a person made, whether or not they are still in them. */
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

/** Removes a project with its members and its datasets. */
export async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom('datasets').where('project_id', '=', id).execute()
  await db.deleteFrom('projects').where('id', '=', id).execute()
}

/** What was deleted before. */
export async function listDeletedBefore(db: Db, before: string): Promise<string[]> {
  const rows = await db.selectFrom('projects').select('id').where('deleted_at', '<=', before).execute()
  return rows.map((row) => row.id)
}

/** What was deleted after `until` counts as deleted then: a wrong clock said otherwise. */
export async function clampDeletionTimes(db: Db, until: string): Promise<void> {
  await db.updateTable('projects').set({ deleted_at: until }).where('deleted_at', '>', until).execute()
}

/** Datasets of a project that a person made are another's from now on. */
export async function reassignDatasets(db: Db, project_id: string, from: string, to: string): Promise<void> {
  await db
    .updateTable('datasets')
    .set({ owner_id: to })
    .where('project_id', '=', project_id)
    .where('owner_id', '=', from)
    .execute()
}
