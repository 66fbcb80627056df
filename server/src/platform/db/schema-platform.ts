export interface ProjectsTable {
  id: string
  name: string
  description: string
  deleted_at: string | null
  created_at: string
  updated_at: string
}

export interface ProjectMembersTable {
  project_id: string
  user_id: string
  /** 1 owner, 2 manager, 3 member, 4 viewer. */
  role: 1 | 2 | 3 | 4
  joined_at: string
}

export interface ProjectTables {
  projects: ProjectsTable
  project_members: ProjectMembersTable
}
