import { useUser } from '../api/user-info.state.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { DeletionNotice } from './deletion-notice.tsx'
import { greetingAt } from './greeting.ts'
import styles from './home-screen.module.css'
import { StartList } from './start-list.tsx'
import { SystemState } from './system-state.tsx'

/** Where a person lands: what to do first, and for operators what the installation still lacks. */
export function HomeScreen() {
  const user = useUser()
  if (!user) return null
  return (
    <div className={styles.home}>
      <PageHeader
        title={`${greetingAt(new Date().getHours())}，${user.nick_name}`}
        note={user.organization}
      />
      {user.delete_at && <DeletionNotice at={user.delete_at} />}
      <div className={styles.columns}>
        <StartList user={user} />
        {user.is_admin && <SystemState />}
      </div>
    </div>
  )
}
