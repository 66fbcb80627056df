import { api, type OutputOf } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { Button } from 'antd'
import { useRead } from '../api/use-read.ts'
import { useWrite } from '../api/use-write.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { toast } from '../ui/toasts/toast.state.ts'
import { ReadView } from '../ui/views/read-view.tsx'
import styles from './settings.module.css'

type Session = OutputOf<typeof api.user.sessions>[number]

/** Renders the devices that are logged in; every other one can be logged out. */
export function SessionList() {
  const sessions = useRead(api.user.sessions, {})
  const endSession = useWrite(api.user.endSession, { refreshes: [api.user.sessions] })

  const end = async (done: string, session_id?: string) => {
    const answer = await endSession.mutateAsync({ session_id })
    if (answer.success) toast(done)
    else toast(`没有退出：${answer.message}`, { tone: 'bad' })
  }
  return (
    <ReadView of={sessions} what="登录记录">
      {(list) => (
        <>
          <ul>
            {list.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                onEnd={() => void end(`已退出${inCorners(session.device)}`, session.id)}
              />
            ))}
          </ul>
          {list.length > 1 && (
            <Button className={styles.below ?? ''} onClick={() => void end('已退出其他所有设备')}>
              退出其他所有设备
            </Button>
          )}
        </>
      )}
    </ReadView>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  return (
    <li className={styles.session}>
      <div>
        {session.device}
        {session.current && <span className={styles.now}>本机</span>}
        <small>
          {session.ip}，<RelativeTime at={session.last_seen_at} />
          活动
        </small>
      </div>
      {!session.current && (
        <Button aria-label={`退出${inCorners(session.device)}`} onClick={onEnd}>
          退出
        </Button>
      )}
    </li>
  )
}
