// What the user may do in a dataset, by the role there. A lower number is a role with more rights: 1 owner, 2 manager,
// 3 member, 4 viewer.
const MANAGER_ROLE = 2
const MEMBER_ROLE = 3

interface WithRole {
  /** The user's role in the dataset. */
  my_role: number
}

/** Whether the user may add papers and sort them into folders. */
export const mayEdit = ({ my_role }: WithRole): boolean => my_role <= MEMBER_ROLE

/** Whether the user may change everything in a dataset, and the dataset itself. */
export const mayManage = ({ my_role }: WithRole): boolean => my_role <= MANAGER_ROLE

/** Whether the user may move or remove a document; members may do so with those they added. */
export const mayChange = (
  dataset: WithRole,
  document: { creator_id: string },
  user_id: string | undefined,
): boolean => mayManage(dataset) || (mayEdit(dataset) && document.creator_id === user_id)
