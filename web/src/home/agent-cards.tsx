import { api } from '@scinav/contract'
import { Link } from 'react-router'
import { useHomeState } from '../api/specified.state.ts'
import { useRead } from '../api/use-read.ts'
import { startAddress } from '../chat/start/addresses.ts'
import { Icon } from '../ui/icons/icon.tsx'
import styles from './home-screen.module.css'

/** Renders the agents of the home screen as links to their chats; nothing when there are none. */
export function AgentCards() {
  const listed = useHomeState((state) => state.agentList)
  // Read again, because models may be added and removed while the user is logged in.
  const agents = useRead(api.tools.agents, { index_flag: true }).data ?? listed
  if (agents.length === 0) return null
  return (
    <section className={styles.agents} aria-labelledby="agents-title">
      <div className={styles.head}>
        <h2 id="agents-title">AI 应用</h2>
        <Link to="/aiApplications">全部</Link>
      </div>
      <ul>
        {agents.map(({ id, screen, name, icon, description, model_missing }) => (
          <li key={id}>
            <Link className={styles.agent} to={startAddress({ id, screen })}>
              <Icon name={icon} />
              <span>
                <span className={styles.name}>{name}</span>
                {model_missing && <span className={styles.badge}>未配置模型</span>}
                <span className={styles.cardNote}>{description}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
