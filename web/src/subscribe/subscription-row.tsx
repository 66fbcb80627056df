import { Link } from 'react-router'
import { MenuButton } from '../ui/buttons/menu-button.tsx'
import fields from '../ui/fields/field.module.css'
import { formatCount } from '../ui/figures.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { toast } from '../ui/toasts/toast.state.ts'
import styles from './subscribe.module.css'
import {
  frequencies,
  kindInfo,
  type Notify,
  type Subscription,
  useSubscriptionActions,
} from './subscriptions.ts'

interface Props {
  subscription: Subscription
  /** Called to open the form of the subscription. */
  onEdit: () => void
}

/** Renders one subscription: its subject, its new papers, its mail frequency. */
export function SubscriptionRow({ subscription, onEdit }: Props) {
  const { id, kind, name, value, new_count, notify } = subscription
  const { change, end } = useSubscriptionActions()
  const kindLabel = kindInfo(kind)
  const setNotify = async (to: Notify) => {
    const answer = await change(subscription, { notify: to })
    if (!answer.success) toast(`没有改动：${answer.message}`, { tone: 'bad' })
  }
  return (
    <li className={styles.row}>
      <Icon name={kindLabel?.icon ?? 'bell'} />
      <div className={styles.words}>
        <h3>
          <Link to={`/subscribe/searchResult?${new URLSearchParams({ id })}`}>{name || value}</Link>
          {new_count > 0 && <span className={styles.fresh}>{formatCount(new_count)} 篇新文献</span>}
        </h3>
        <p className={styles.quiet}>
          {kindLabel?.name}
          {value !== name && name !== '' && <span className={styles.value}>{value}</span>}
          <LastVisit subscription={subscription} />
        </p>
      </div>
      <select
        className={fields.choice}
        aria-label={`邮件提醒：${name}`}
        value={notify}
        // The options are exactly these frequencies.
        onChange={({ target }) => void setNotify(target.value as Notify)}
      >
        {frequencies.map(({ value: frequency, label }) => (
          <option key={frequency} value={frequency}>
            {frequency === 'none' ? label : `${label}邮件`}
          </option>
        ))}
      </select>
      <MenuButton
        label={`更多操作：${name}`}
        button={<Icon name="more" />}
        actions={[
          { name: '编辑', icon: 'edit', run: onEdit },
          { name: '取消订阅', icon: 'trash', startsGroup: true, run: () => void end(subscription) },
        ]}
      />
    </li>
  )
}

/** Renders when the papers were last marked as read. Subscribing sets that time too, which then counts as no visit. */
function LastVisit({ subscription: { looked_at, created_at } }: { subscription: Subscription }) {
  if (looked_at <= created_at) return <span>还没有看过</span>
  return (
    <span>
      <RelativeTime at={looked_at} />
      看过
    </span>
  )
}
