import { api, type OutputOf } from '@scinav/contract'
import { useNavigate } from 'react-router'
import { usePolling } from '../../api/use-polling.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import buttons from '../../ui/buttons/buttons.module.css'
import { type MenuAction, MenuButton } from '../../ui/buttons/menu-button.tsx'
import { Icon, type IconName } from '../../ui/icons/icon.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './top-bar.module.css'

type Notice = OutputOf<typeof api.notices.list>['list'][number]

/** Number of notices shown, the newest ones. */
const MAX_NOTICES = 8
/** Interval at which the notices are read, in milliseconds. */
const POLL_INTERVAL_MS = 60_000

/** The icon of each kind of notice. */
const ICONS: Record<Notice['kind'], IconName> = {
  project: 'users',
  research: 'compass',
  import: 'download',
  document: 'warning',
  dataset: 'copy',
  papers: 'file-text',
  retraction: 'warning',
}

/** Renders the bell with notices of what happened in the background, each with a link to it. */
export function NoticesButton() {
  const navigate = useNavigate()
  const notices = useRead(api.notices.list, { page_size: MAX_NOTICES })
  const { mutateAsync: markRead } = useWrite(api.notices.read, { refreshes: [api.notices.list] })
  usePolling(true, () => void notices.refetch(), POLL_INTERVAL_MS)
  const { list = [], unread = 0 } = notices.data ?? {}
  const open = ({ id, route }: Notice) => {
    void markRead({ ids: [id] })
    if (route) void navigate(route)
  }
  const noticeAction = (notice: Notice): MenuAction => ({
    id: notice.id,
    name: notice.text,
    icon: ICONS[notice.kind],
    note: (
      <>
        {!notice.is_read && '未读 · '}
        <RelativeTime at={notice.created_at} />
      </>
    ),
    isNew: !notice.is_read,
    run: () => open(notice),
  })
  /** The places that a notice names, each as an action below the notice itself. */
  const placeActions = (notice: Notice): MenuAction[] =>
    notice.places.map(({ name, route }, at) => ({
      id: `${notice.id} ${at}`,
      name,
      icon: 'right',
      isUnder: true,
      run: () => open({ ...notice, route }),
    }))
  const actions: MenuAction[] = list.flatMap((notice) => [noticeAction(notice), ...placeActions(notice)])
  if (unread > 0)
    actions.push({
      name: '全部标为已读',
      icon: 'check',
      startsGroup: true,
      // No ids stand for all notices.
      run: () => void markRead({ ids: [] }),
    })
  return (
    <MenuButton
      label={unread > 0 ? `通知，${unread} 条未读` : '通知'}
      button={
        <span className={`${buttons.icon} ${styles.bell}`} data-unread={unread > 0}>
          <Icon name="bell" size={20} />
        </span>
      }
      head={list.length === 0 ? '还没有通知' : '通知'}
      actions={actions}
      wide
    />
  )
}
