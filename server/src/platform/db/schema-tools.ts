export interface ToolMarksTable {
  user_id: string
  /** An application, or an agent of another site; both come from the configuration. */
  tool_id: string
  created_at: string
}

export interface UserPromptsTable {
  id: string
  user_id: string
  name: string
  content: string
  type: string
  created_at: string
  updated_at: string
}

/** A text that a person had checked for references. */
export interface ManuscriptsTable {
  id: string
  user_id: string
  title: string
  /** JSON of the page state. */
  state: string
  created_at: string
  updated_at: string
}

export interface ToolTables {
  tool_marks: ToolMarksTable
  user_prompts: UserPromptsTable
  manuscripts: ManuscriptsTable
}
