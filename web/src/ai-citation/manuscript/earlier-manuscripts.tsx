import { api } from '@scinav/contract'
import { useNavigate } from 'react-router'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import styles from './form.module.css'
import { useManuscript } from './manuscript.state.ts'
import { openSavedManuscript } from './saved-manuscripts.ts'

/** Renders the user's earlier manuscripts, from any tab or browser, to continue. */
export function EarlierManuscripts() {
  const { data: list = [] } = useRead(api.citing.manuscripts, {})
  const { mutateAsync } = useWrite(api.citing.removeManuscript, { refreshes: [api.citing.manuscripts] })
  const navigate = useNavigate()
  if (list.length === 0) return null
  const open = async (id: string) => {
    const problem = await openSavedManuscript(useManuscript, id)
    if (problem) return toast(`没有打开：${problem}`, { tone: 'bad' })
    void navigate('/aiCitation/citationResult')
  }
  const remove = async (id: string) => {
    const answer = await mutateAsync({ id })
    if (!answer.success) toast(`没有删除：${answer.message}`, { tone: 'bad' })
  }
  return (
    <section className={styles.earlier} aria-label="以前的文稿">
      <h2>以前的文稿</h2>
      <ul>
        {list.map(({ id, title, updated_at }) => (
          <li key={id}>
            <QuietButton icon="file" label={`打开：${title}`} onPress={() => void open(id)}>
              {title}
            </QuietButton>
            <span className={styles.quiet}>{new Date(updated_at).toLocaleDateString('zh-CN')}</span>
            <QuietButton icon="trash" label={`删除：${title}`} onPress={() => void remove(id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
