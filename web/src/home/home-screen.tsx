import { useUser } from '../api/session.state.ts'
import { DeletionNotice } from '../ui/views/deletion-notice.tsx'
import { AgentCards } from './agent-cards.tsx'
import { HomeBox } from './home-box.tsx'
import styles from './home-screen.module.css'
import { PreferenceInvitation } from './preferences/preference-wizard.tsx'
import { RecentList } from './recent.tsx'
import { Recommended } from './recommended.tsx'
import { StartList } from './start-list.tsx'
import { SystemState } from './system-state.tsx'

/** Renders the home screen: the box for a search or question, AI applications, recommended papers, recent activity. */
export function HomeScreen() {
  const user = useUser()
  if (!user) return null
  return (
    <div className={styles.home}>
      <div className={styles.columns}>
        <div className={styles.box}>
          <HomeBox />
          {user.delete_at && <DeletionNotice at={user.delete_at} />}
        </div>
        <div className={styles.main}>
          <PreferenceInvitation />
          <AgentCards />
          <Recommended />
        </div>
        <div className={styles.beside}>
          <RecentList />
          <StartList user={user} />
          {user.is_admin && <SystemState />}
        </div>
      </div>
    </div>
  )
}
