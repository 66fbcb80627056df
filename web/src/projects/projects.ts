import type { api, OutputOf } from '@scinav/contract'

/** A project with the user's own role in it. */
export type Project = OutputOf<typeof api.projects.one>
/** A member of a project. */
export type Member = OutputOf<typeof api.projects.members>['list'][number]
/** A role in a project: 1 owner · 2 manager · 3 member · 4 viewer; a lower number has more rights. */
export type ProjectRole = 1 | 2 | 3 | 4

interface RoleName {
  value: ProjectRole
  name: string
  /** What the role permits. */
  note: string
}

/** The roles of a project, highest first. */
const projectRoles: readonly RoleName[] = [
  { value: 1, name: '创建者', note: '可以移交和删除项目、任命管理员' },
  { value: 2, name: '管理员', note: '可以管理成员和全部知识库' },
  { value: 3, name: '成员', note: '可以加入文献，修改自己加入的' },
  { value: 4, name: '访客', note: '只能查看' },
]

export const OWNER_ROLE = 1
export const MANAGER_ROLE = 2
/** The last role that may add documents. */
export const MEMBER_ROLE = 3

/** Returns the label of a role; `''` when it is unknown. */
export const roleName = (role: number): string => projectRoles.find(({ value }) => value === role)?.name ?? ''

/**
 * Returns the roles that a user with the role `mine` may assign without confirmation: those with fewer rights than their
 * own.
 */
export const rolesBelow = (mine: number): RoleName[] =>
  projectRoles.filter(({ value }) => value > Math.max(mine, OWNER_ROLE))

/** Whether a user may change another member: managers those below them, owners all but other owners. */
export const mayManageMember = (mine: number, theirs: number): boolean =>
  mine <= MANAGER_ROLE && theirs > mine

/** Returns the address of a project's members and knowledge bases. */
export const projectAddress = (project_id: string): string =>
  `/project/member?${new URLSearchParams({ project_id })}`
