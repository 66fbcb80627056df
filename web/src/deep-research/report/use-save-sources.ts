import { api, type ResearchReport } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useNavigate } from 'react-router'
import { useWrite } from '../../api/use-write.ts'
import { toast } from '../../ui/toasts/toast.state.ts'

/** Maximum length of a list's name. */
const MAX_NAME_CHARS = 60
const MAX_PAPERS = 500

/** Creates a knowledge base from the sources of a report that are in the library, cited or not. */
export function useSaveSources({ title, references, read_not_cited }: ResearchReport) {
  const navigate = useNavigate()
  const create = useWrite(api.datasets.create, { refreshes: [api.datasets.all] })
  const keep = useWrite(api.datasets.keepPapers, { refreshes: [api.datasets.all] })
  const papers = [
    ...new Set([...references, ...read_not_cited].flatMap(({ paper_id }) => paper_id ?? [])),
  ].slice(0, MAX_PAPERS)
  const make = async () => {
    const made = await create.mutateAsync({ kind: 'reading', name: title.slice(0, MAX_NAME_CHARS) })
    if (!made.success) return toast(`没有新建：${made.message}`, { tone: 'bad' })
    const dataset_id = made.data.id
    const added = await keep.mutateAsync({
      paper_id_list: papers,
      targets: [{ dataset_id, folder_id: null }],
    })
    if (!added.success) return toast(`知识库已新建，文献没有放进去：${added.message}`, { tone: 'bad' })
    const open = () => void navigate(`/knowledgeBase?${new URLSearchParams({ dataset_id })}`)
    toast(`已新建${inCorners(made.data.name)}，放入 ${added.data.added} 篇`, {
      more: { name: '打开', run: open },
    })
  }
  return { papers, make, isMaking: create.isPending || keep.isPending }
}
