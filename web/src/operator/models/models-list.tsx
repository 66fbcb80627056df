import styles from '../operator.module.css'
import { type Model, modelKinds } from './models.ts'
import { ModelsRow } from './models-row.tsx'

interface Props {
  models: readonly Model[]
  onEdit: (model: Model) => void
}

/** Models by kind; kinds without any say what is missing for it. */
export function ModelsList({ models, onEdit }: Props) {
  return modelKinds.map(({ value, name, about }) => {
    const own = models.filter(({ kind }) => kind === value)
    return (
      <section key={value} className={styles.group} aria-label={name}>
        <h3>{name}</h3>
        <p className={styles.quiet}>{about}</p>
        {own.length === 0 && <p className={styles.none}>没有配置</p>}
        <ul>
          {own.map((model) => (
            <ModelsRow key={model.id} model={model} onEdit={() => onEdit(model)} />
          ))}
        </ul>
      </section>
    )
  })
}
