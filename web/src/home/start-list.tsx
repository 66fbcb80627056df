import { api } from '@scinav/contract'
import { Link } from 'react-router'
import type { User } from '../api/session.state.ts'
import { useHomeState } from '../api/specified.state.ts'
import { useRead } from '../api/use-read.ts'
import { Icon } from '../ui/icons/icon.tsx'
import styles from './home-screen.module.css'

/** A step with which a new user begins. */
interface Step {
  title: string
  /** What the step brings, shown until it is done. */
  note: string
  /** What has been done; null while nothing has. */
  done: string | null
  /** The address where it is done. */
  to: string
}

/** Renders the first steps of a new user with their state; nothing once all are done. */
export function StartList({ user }: { user: User }) {
  const steps = useSteps(user)
  if (!steps?.some(({ done }) => done === null)) return null
  return (
    <section className={styles.start} aria-labelledby="start-title">
      <h2 id="start-title">开始使用</h2>
      <ul>
        {steps.map((step) => (
          <StepRow key={step.to} {...step} />
        ))}
      </ul>
    </section>
  )
}

/** Returns the steps whose screens the user may open; undefined until their state is known. */
function useSteps({ organization }: User): Step[] | undefined {
  /** Addresses of the screens that the user may not open. */
  const forbidden = useHomeState((state) => state.noAuthMenus)
  const mayFollow = !forbidden.includes('/subscribe')
  const datasets = useRead(api.datasets.all, {})
  const subscriptions = useRead(api.preferences.subscriptions, {}, { enabled: mayFollow })
  if (!datasets.data || (mayFollow && !subscriptions.data)) return undefined
  const { readingDataset, projectDataset: projects } = datasets.data
  const documentCount = readingDataset.reduce((sum, { document_count }) => sum + document_count, 0)
  const subscriptionCount = subscriptions.data?.length ?? 0
  const steps: Step[] = [
    {
      title: '放入自己的文献',
      note: 'PDF、Word 等拖入即可检索和提问',
      done: documentCount > 0 ? `已有 ${documentCount} 篇` : null,
      to: '/knowledgeBase',
    },
    {
      title: '订阅关心的主题',
      note: '有新文献时告诉您',
      done: subscriptionCount > 0 ? `已订阅 ${subscriptionCount} 个` : null,
      to: '/subscribe',
    },
    {
      title: '和同事一起做',
      note: '建一个项目，共用知识库',
      done: projects.length > 0 ? `已有 ${projects.length} 个项目` : null,
      to: '/project',
    },
    {
      title: '完善个人资料',
      note: '填写单位，便于同事认出您',
      done: organization,
      to: '/home?panel=settings&tab=profile',
    },
  ]
  return steps.filter(({ to }) => !forbidden.includes(to))
}

/** Renders a step as a link, ticked once it is done. */
function StepRow({ title, note, done, to }: Step) {
  return (
    <li>
      <Link className={styles.step} data-done={done !== null} to={to}>
        <Icon name={done === null ? 'circle' : 'check'} />
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          {done !== null && <span className="sr-only">（已完成）</span>}
          <span className={styles.note}>{done ?? note}</span>
        </span>
        <Icon name="right" size={16} />
      </Link>
    </li>
  )
}
