import cards from '../ui/card.module.css'
import { ApplicationCard } from './application-card.tsx'
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
  const known = new Set(categories.map(({ id }) => id))
  const groups = [
    ...categories.map(({ id, name }) => ({ id, name, of: list.filter((each) => each.category_id === id) })),
    { id: '', name: '其他', of: list.filter(({ category_id }) => !known.has(category_id)) },
  ].filter(({ of }) => of.length > 0)
  return groups.map(({ id, name, of }) => (
    <section key={id} className={styles.group} aria-label={name}>
      {groups.length > 1 && <h2>{name}</h2>}
      <CardGrid list={of} label={name} />
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
