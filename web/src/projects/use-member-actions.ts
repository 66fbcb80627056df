import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useUser } from '../api/session.state.ts'
import { useWrite } from '../api/use-write.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import { type Member, OWNER_ROLE, type Project, type ProjectRole, roleName } from './projects.ts'

const { projects, datasets } = api
/** The reads that list a user's projects and their content. */
const projectLists = [projects.mine, projects.joined, projects.joinedAll, datasets.all, datasets.projectTree]
/** The reads that a change of the members makes stale. */
const refreshes = [...projectLists, projects.members, projects.one, projects.findUsers]

/** Reports a failure in a toast; `what` says what did not happen. */
const showFailure = (what: string, message: string) => toast(`${what}：${message}`, { tone: 'bad' })

/**
 * Returns the actions on a project's members. `setRole` and `removeMember` report their results in a toast; `invite`,
 * `leave` and `handOver` resolve to the call's answer, which their dialogs show.
 */
export function useMemberActions({ id: project_id, name: project_name }: Pick<Project, 'id' | 'name'>) {
  const me = useUser()
  const add = useWrite(projects.addMembers, { refreshes })
  const assign = useWrite(projects.assignRole, { refreshes })
  const remove = useWrite(projects.removeMembers, { refreshes })
  const transfer = useWrite(projects.handOver, { refreshes })
  // A user who leaves is still on the project's screen, where a refresh would report an unknown project.
  const removeSelf = useWrite(projects.removeMembers, { refreshes: projectLists })

  /**
   * Changes a role and resolves to whether that succeeded. The toast can undo it, unless the change is final or makes
   * an owner, whose role the user can no longer change.
   */
  const setRole = async (member: Member, role: ProjectRole, { isFinal = false } = {}): Promise<boolean> => {
    const answer = await assign.mutateAsync({ project_id, user_id: member.user_id, role })
    if (!answer.success) {
      showFailure('没有更改', answer.message)
      return false
    }
    const before = member.role as ProjectRole
    const undo = () => void setRole(answer.data, before, { isFinal: true })
    toast(`${member.nick_name}现在是${roleName(role)}`, isFinal || role === OWNER_ROLE ? {} : { undo })
    return true
  }
  const restoreMember = async ({ user_id, nick_name, role }: Member) => {
    const answer = await add.mutateAsync({ project_id, user_ids: [user_id], role })
    if (answer.success) toast(`${nick_name}又是${roleName(role)}了`)
    else showFailure('没有恢复', answer.message)
  }
  const removeMember = async (member: Member) => {
    const answer = await remove.mutateAsync({ project_id, user_ids: [member.user_id] })
    if (answer.success)
      toast(`已把${member.nick_name}移出${inCorners(project_name)}`, {
        undo: () => void restoreMember(member),
      })
    else showFailure('没有移出', answer.message)
  }
  const invite = (user_ids: string[], role: ProjectRole) => add.mutateAsync({ project_id, user_ids, role })
  const leave = () => removeSelf.mutateAsync({ project_id, user_ids: [me?.id ?? ''] })
  const handOver = (user_id: string) => transfer.mutateAsync({ project_id, user_id })
  return { setRole, removeMember, invite, leave, handOver }
}
