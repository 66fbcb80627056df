import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useId } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useWrite } from '../api/use-write.ts'
import cards from '../ui/card.module.css'
import { Icon } from '../ui/icons/icon.tsx'
import { toast } from '../ui/toasts/toast.state.ts'
import styles from './applications.module.css'
import type { Application, Category } from './applications.ts'

/** Renders applications in a grid. */
export function CardGrid({ list, label }: { list: readonly Application[]; label: string }) {
  return (
    <ul className={cards.grid} aria-label={label}>
      {list.map((application) => (
        <li key={application.id}>
          <ApplicationCard application={application} />
        </li>
      ))}
    </ul>
  )
}

interface GroupsProps {
  list: readonly Application[]
  categories: readonly Category[]
}

/** Renders all applications by category; those without a known category come last. */
export function CardGroups({ list, categories }: GroupsProps) {
  const categoryIds = new Set(categories.map(({ id }) => id))
  const groups = [
    ...categories.map(({ id, name }) => ({
      id,
      name,
      applications: list.filter(({ category_id }) => category_id === id),
    })),
    { id: '', name: '其他', applications: list.filter(({ category_id }) => !categoryIds.has(category_id)) },
  ].filter(({ applications }) => applications.length > 0)
  return groups.map(({ id, name, applications }) => (
    <section key={id} className={styles.group} aria-label={name}>
      {groups.length > 1 && <h2>{name}</h2>}
      <CardGrid list={applications} label={name} />
    </section>
  ))
}

/** Renders placeholders of cards that are loading. */
export function CardsSkeleton() {
  return (
    <div className={cards.grid} role="status" aria-label="正在加载应用">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className={cards.waiting} />
      ))}
    </div>
  )
}

/** Renders one application: its purpose, why it is shown, and whether it is saved. The whole card opens it. */
function ApplicationCard({ application }: { application: Application }) {
  const { id, name, icon, description, marked, needs_model, model_missing, reason, screen } = application
  const [params] = useSearchParams()
  const setSaved = useSetSaved()
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
          {/* An application with a screen of its own opens that, others their form over this screen. */}
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
        onClick={() => void setSaved(application, !marked)}
      >
        <Icon name="bookmark" />
      </button>
    </article>
  )
}

/** Returns a function that saves an application or removes it from the saved ones; the toast can undo the change. */
function useSetSaved() {
  const setMark = useWrite(api.tools.setMark, {
    refreshes: [api.tools.list, api.tools.mine, api.tools.recommended],
  })
  const change = async (tool_id: string, marked: boolean, doneText: string, undo?: () => void) => {
    const answer = await setMark.mutateAsync({ tool_id, marked })
    if (!answer.success) return toast(`没有改动：${answer.message}`, { tone: 'bad' })
    toast(doneText, undo && { undo })
  }
  return ({ id, name }: Pick<Application, 'id' | 'name'>, marked: boolean) => {
    const doneText = marked ? `已收藏${inCorners(name)}` : `已取消收藏${inCorners(name)}`
    return change(id, marked, doneText, () => void change(id, !marked, '已撤销'))
  }
}
