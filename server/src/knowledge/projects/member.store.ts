import { type Selectable, sql } from 'kysely'
import { containsText, countRows, inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ProjectMembersTable } from '../../platform/db/schema-knowledge.ts'
import { OWNER_ROLE } from '../../platform/db/schema-knowledge.ts'

export { OWNER_ROLE }

export type MemberRow = Selectable<ProjectMembersTable>

/** Returns a member of a project, active or not; undefined without one. */
export function find(db: Db, project_id: string, user_id: string): Promise<MemberRow | undefined> {
  return db
    .selectFrom('project_members')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

const memberUsers = (db: Db) =>
  db.selectFrom('project_members').innerJoin('users', 'users.id', 'project_members.user_id')

const MEMBER_COLUMNS = [
  'project_members.user_id',
  'users.nick_name',
  'users.account',
  'users.avatar_url',
  'project_members.role',
  'project_members.joined_at',
] as const

/** Returns a member with the profile shown to others. */
export function findView(db: Db, project_id: string, user_id: string) {
  return memberUsers(db)
    .select(MEMBER_COLUMNS)
    .where('project_members.project_id', '=', project_id)
    .where('project_members.user_id', '=', user_id)
    .executeTakeFirst()
}

interface MemberFilter {
  project_id: string
  nick_name?: string | undefined
  page_num: number
  page_size: number
}

/** Returns one page of members, owners first, then in the order of joining. */
export async function findPage(db: Db, { project_id, nick_name, page_num, page_size }: MemberFilter) {
  const matching = memberUsers(db)
    .where('project_members.project_id', '=', project_id)
    .$if(nick_name !== undefined, (query) =>
      query.where(containsText(sql.ref('users.nick_name'), nick_name ?? '')),
    )
  const list = await matching
    .select(MEMBER_COLUMNS)
    .orderBy('project_members.role')
    .orderBy('project_members.joined_at')
    .orderBy('project_members.user_id')
    .limit(page_size)
    .offset((page_num - 1) * page_size)
    .execute()
  return { list, total: await countRows(matching) }
}

/** Returns the owners of projects in the order of joining, active or not. */
export function listOwners(db: Db, project_ids: string[]) {
  return inBatches(project_ids, (batch) =>
    memberUsers(db)
      .select([
        'project_members.project_id',
        'project_members.user_id',
        'users.nick_name',
        'users.account',
        'users.avatar_url',
      ])
      .where('project_members.project_id', 'in', batch)
      .where('project_members.role', '=', OWNER_ROLE)
      .orderBy('project_members.joined_at')
      .orderBy('project_members.user_id')
      .execute(),
  )
}

/** Selects members whose account is neither disabled nor about to be deleted. */
const activeMembers = (db: Db, project_id: string) =>
  memberUsers(db)
    .where('project_members.project_id', '=', project_id)
    .where('users.status', '=', 'active')
    .where('users.delete_at', 'is', null)

/** Counts the active owners of a project. */
export const countOwners = (db: Db, project_id: string): Promise<number> =>
  countRows(activeMembers(db, project_id).where('project_members.role', '=', OWNER_ROLE))

/** Returns the first active members of a project, highest rank first, then in the order of joining. */
export function listFirstActive(db: Db, project_id: string, limit: number) {
  return activeMembers(db, project_id)
    .select(['project_members.user_id', 'users.nick_name', 'users.account'])
    .orderBy('project_members.role')
    .orderBy('project_members.joined_at')
    .orderBy('project_members.user_id')
    .limit(limit)
    .execute()
}

/** Counts the members of a project. */
export const count = (db: Db, project_id: string): Promise<number> =>
  countRows(db.selectFrom('project_members').where('project_id', '=', project_id))

/** Returns those of the users who are members, in no particular order. */
export function findByUsers(db: Db, project_id: string, user_ids: string[]): Promise<MemberRow[]> {
  return inBatches(user_ids, (batch) =>
    db
      .selectFrom('project_members')
      .selectAll()
      .where('project_id', '=', project_id)
      .where('user_id', 'in', batch)
      .execute(),
  )
}

export async function insert(db: Db, rows: MemberRow[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('project_members').values(rows).execute()
}

export async function setRole(db: Db, { project_id, user_id, role }: Omit<MemberRow, 'joined_at'>) {
  await db
    .updateTable('project_members')
    .set({ role })
    .where('project_id', '=', project_id)
    .where('user_id', '=', user_id)
    .execute()
}

export async function remove(db: Db, project_id: string, user_ids: string[]): Promise<void> {
  await db
    .deleteFrom('project_members')
    .where('project_id', '=', project_id)
    .where('user_id', 'in', user_ids)
    .execute()
}

/** Selects users whose account is neither disabled nor about to be deleted. */
const activeUsers = (db: Db) =>
  db.selectFrom('users').where('status', '=', 'active').where('delete_at', 'is', null)

/** Returns the ids of those of the users whose account is active; only these can be added to a project. */
export async function filterActive(db: Db, user_ids: string[]): Promise<string[]> {
  const rows = await activeUsers(db).select('id').where('id', 'in', user_ids).execute()
  return rows.map((row) => row.id)
}

/** Finds active users outside of a project by name or account; never by e-mail address or phone number. */
export function findPeople(db: Db, project_id: string, keyword: string, limit: number) {
  const contains = (column: 'nick_name' | 'account_key') => containsText(sql.ref(column), keyword)
  return activeUsers(db)
    .select(['id as user_id', 'nick_name', 'account', 'avatar_url', 'organization'])
    .where(({ or }) => or([contains('nick_name'), contains('account_key')]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('project_members')
            .select('user_id')
            .where('project_id', '=', project_id)
            .whereRef('project_members.user_id', '=', 'users.id'),
        ),
      ),
    )
    .orderBy('nick_name')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/**
 * Returns the successor of a leaving owner: active members first, then the highest role, then the longest membership.
 * Undefined when nobody else is a member.
 */
export function findSuccessor(
  db: Db,
  project_id: string,
  leaving_id: string,
): Promise<MemberRow | undefined> {
  return memberUsers(db)
    .selectAll('project_members')
    .where('project_id', '=', project_id)
    .where('user_id', '<>', leaving_id)
    .orderBy(sql`case when users.delete_at is null and users.status = 'active' then 0 else 1 end`)
    .orderBy('role')
    .orderBy('joined_at')
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst()
}
