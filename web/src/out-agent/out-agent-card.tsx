import cards from '../ui/card.module.css'
import { Icon } from '../ui/icons/icon.tsx'
import styles from './out-agent.module.css'
import { hostOf, type OutAgent } from './out-agents.ts'

interface Props {
  agent: OutAgent
  onLeave: () => void
}

/** One agent of another site: what it is for, and where it lives. */
export function OutAgentCard({ agent: { name, icon, description, url }, onLeave }: Props) {
  const host = hostOf(url)
  return (
    <article className={cards.card} data-off={!host}>
      <span className={cards.sign}>
        <Icon name={icon} />
      </span>
      <div className={cards.words}>
        <h3>
          {host ? (
            <button type="button" aria-haspopup="dialog" onClick={onLeave}>
              {name}
            </button>
          ) : (
            name
          )}
        </h3>
        <p className={styles.about}>{description}</p>
        <p className={styles.host}>
          {host ?? '没有可以打开的地址'}
          {host && <Icon name="external" size={14} />}
        </p>
      </div>
    </article>
  )
}
