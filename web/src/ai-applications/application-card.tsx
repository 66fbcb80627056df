import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useId } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useWrite } from '../api/use-write.ts'
import cards from '../ui/card.module.css'
import { Icon } from '../ui/icons/icon.tsx'
import { toast } from '../ui/toasts/toast.state.ts'
import styles from './applications.module.css'
import type { Application } from './applications.ts'

/** Renders one application: its purpose, why it is shown, and whether it is saved. The whole card opens it. */
export function ApplicationCard({ application }: { application: Application }) {
  const { id, name, icon, description, marked, needs_model, model_missing, reason, screen } = application
  const [params] = useSearchParams()
  const mark = useToggleSaved()
  const titleId = useId()
  const search = new URLSearchParams(params)
  search.set('open', id)
  return (
    <article className={cards.card} aria-labelledby={titleId}>
      <span className={cards.sign}>
        <Icon name={icon} />
      </span>
      <div className={cards.words}>
        <h3 id={titleId} className={styles.name}>
          <Link to={screen || { search: String(search) }}>{name}</Link>
        </h3>
        <p className={styles.about}>{description}</p>
        {(reason || needs_model) && (
          <p className={styles.foot}>
            {reason && <span>{reason}</span>}
            {needs_model && (
              <span className={styles.badge} data-missing={model_missing}>
                {model_missing ? '未配置模型' : '需要模型'}
              </span>
            )}
          </p>
        )}
      </div>
      <button
        type="button"
        className={styles.mark}
        aria-pressed={marked}
        aria-label={`收藏：${name}`}
        title={marked ? '取消收藏' : '收藏'}
        onClick={() => void mark(application, !marked)}
      >
        <Icon name="bookmark" />
      </button>
    </article>
  )
}

/** Returns a function that saves an application or removes it from the saved ones; the toast can undo the change. */
function useToggleSaved() {
  const set = useWrite(api.tools.setMark, {
    refreshes: [api.tools.list, api.tools.mine, api.tools.recommended],
  })
  const mark = async ({ id, name }: Pick<Application, 'id' | 'name'>, marked: boolean, undoing = false) => {
    const answer = await set.mutateAsync({ tool_id: id, marked })
    if (!answer.success) return toast(`没有改动：${answer.message}`, { tone: 'bad' })
    if (undoing) return toast('已撤销')
    toast(marked ? `已收藏${inCorners(name)}` : `已取消收藏${inCorners(name)}`, {
      undo: () => void mark({ id, name }, !marked, true),
    })
  }
  return mark
}
