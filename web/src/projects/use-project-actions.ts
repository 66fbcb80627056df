import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useWrite } from '../api/use-write.ts'
import { toast, undoBy } from '../ui/toasts/toast.state.ts'
import type { Project } from './projects.ts'

const { projects, datasets } = api
/** The reads that list projects and their content. */
const projectLists = [
  projects.mine,
  projects.joined,
  projects.bin,
  projects.joinedAll,
  datasets.all,
  datasets.projectTree,
]
/** The reads that a change of a project makes stale. */
const refreshes = [...projectLists, projects.one]

/** The fields of the form for a project. */
interface Values {
  name: string
  description: string
}

/**
 * Returns the actions on projects. Each reports its success in a toast; `edit` and `moveToBin` can be undone there.
 * `create`, `edit` and `moveToBin` resolve to the call's answer, whose failure their dialogs show.
 */
export function useProjectActions() {
  const add = useWrite(projects.add, { refreshes })
  const update = useWrite(projects.update, { refreshes })
  // A user who deletes a project may be on its screen, where a refresh would report an unknown project.
  const remove = useWrite(projects.remove, { refreshes: projectLists })
  const restoration = useWrite(projects.restore, { refreshes })

  const create = async (values: Values) => {
    const answer = await add.mutateAsync(values)
    if (answer.success) toast(`已新建${inCorners(answer.data.name)}`)
    return answer
  }
  const edit = async (project: Project, values: Values) => {
    const answer = await update.mutateAsync({ project_id: project.id, ...values })
    if (!answer.success) return answer
    const { name, description } = project
    toast(`已保存${inCorners(answer.data.name)}`, {
      undo: undoBy(() => edit(answer.data, { name, description })),
    })
    return answer
  }
  const restore = async ({ id, name }: Pick<Project, 'id' | 'name'>) => {
    const answer = await restoration.mutateAsync({ project_id: id })
    if (answer.success) toast(`已恢复${inCorners(name)}`)
    else toast(`没有恢复：${answer.message}`, { tone: 'bad' })
    return answer.success
  }
  const moveToBin = async (project: Project, confirm_name: string) => {
    const answer = await remove.mutateAsync({ project_id: project.id, confirm_name })
    if (answer.success)
      toast(`${inCorners(project.name)}已移到回收站，30 天内可以恢复`, {
        undo: () => void restore(project),
      })
    return answer
  }
  return { create, edit, moveToBin, restore }
}
