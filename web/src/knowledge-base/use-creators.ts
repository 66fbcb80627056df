import { api } from '@scinav/contract'
import { useUser } from '../api/session.state.ts'
import { useRead } from '../api/use-read.ts'
import type { Dataset } from './list/lists.ts'

/** Returns a function from user ids to names: 我, a member's name, or '' when it is unknown. */
export function useCreators({ project_id }: Dataset): (user_id: string) => string {
  const me = useUser()?.id
  const members = useRead(
    api.projects.members,
    { project_id: project_id ?? '', page_num: 1, page_size: 100 },
    { enabled: project_id !== null },
  )
  const names = new Map(members.data?.list.map(({ user_id, nick_name }) => [user_id, nick_name]))
  return (user_id) => (user_id === me ? '我' : (names.get(user_id) ?? ''))
}
