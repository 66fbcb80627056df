import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useUser } from '../api/user-info.state.ts'
import { DeletionNotice } from '../ui/deletion-notice.tsx'
import { AgentCards } from './agent-cards.tsx'
import { HomeFilters } from './home-filters.tsx'
import styles from './home-screen.module.css'
import { PreferenceInvitation } from './preference-invitation.tsx'
import { RecentList } from './recent.tsx'
import { Recommended } from './recommended.tsx'
import { type Filters, resultsAddress, searchFor } from './search.ts'
import { SearchBox } from './search-box.tsx'
import { StartList } from './start-list.tsx'
import { SystemState } from './system-state.tsx'
import { useAskAtOnce } from './use-ask-at-once.ts'

/** Where a person lands: one box to search with, papers for them, what they did last. */
export function HomeScreen() {
  const user = useUser()
  const navigate = useNavigate()
  const ask = useAskAtOnce()
  const [filters, setFilters] = useState<Filters>({})
  if (!user) return null
  return (
    <div className={styles.home}>
      <h1 className={styles.heading}>检索学术文献</h1>
      <div className={styles.columns}>
        <div className={styles.box}>
          <SearchBox
            large
            value=""
            onSearch={(q) => void navigate(resultsAddress(searchFor(q, filters)))}
            onAsk={ask}
          >
            <HomeFilters filters={filters} onChange={setFilters} />
          </SearchBox>
          {user.delete_at && <DeletionNotice at={user.delete_at} />}
        </div>
        <div className={styles.main}>
          <AgentCards />
          <PreferenceInvitation />
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
