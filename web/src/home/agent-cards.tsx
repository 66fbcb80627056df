import { Link } from 'react-router'
import { useHomeState } from '../ui/home.state.ts'
import { Icon } from '../ui/icons/icon.tsx'
import styles from './agent-cards.module.css'
import screen from './home-screen.module.css'

/** The agents of the home screen, each a way into a chat with it. Nothing where there are none. */
export function AgentCards() {
  const agents = useHomeState((state) => state.agentList)
  if (agents.length === 0) return null
  return (
    <section className={styles.agents} aria-labelledby="agents-title">
      <div className={screen.head}>
        <h2 id="agents-title">AI 应用</h2>
        <Link to="/aiApplications">全部</Link>
      </div>
      <ul>
        {agents.map(({ id, name, icon, description }) => (
          <li key={id}>
            <Link className={styles.agent} to={`/agent?${new URLSearchParams({ application_id: id })}`}>
              <Icon name={icon} />
              <span>
                <span className={styles.name}>{name}</span>
                <span className={styles.note}>{description}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
