import { useId } from 'react'
import { Link, useSearchParams } from 'react-router'
import cards from '../ui/card.module.css'
import { Icon } from '../ui/icons/icon.tsx'
import styles from './applications.module.css'
import type { Application } from './applications.ts'
import { useMarking } from './use-marking.ts'

/** One application: what it is for, why it is shown, and whether it is kept. The whole card opens it. */
export function ApplicationCard({ application }: { application: Application }) {
  const { id, name, icon, description, marked, needs_model, model_missing, reason } = application
  const [params] = useSearchParams()
  const mark = useMarking()
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
          <Link to={{ search: String(search) }}>{name}</Link>
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
