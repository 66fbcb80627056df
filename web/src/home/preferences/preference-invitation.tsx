import { api } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { PreferenceWizard } from './preference-wizard.tsx'
import styles from './preferences.module.css'

/** Asks a newcomer what they work on. 稍后 puts that off for seven days. */
export function PreferenceInvitation() {
  const preferences = useRead(api.preferences.preferences, {})
  const later = useWrite(api.preferences.askLater, { refreshes: [api.preferences.preferences] })
  const { data } = preferences
  if (!data || data.saved || isLater(data.later_until)) return null
  const putOff = async () => {
    const answer = await later.mutateAsync({})
    toast(
      answer.success ? '七天后再问您' : `没有记住：${answer.message}`,
      answer.success ? {} : { tone: 'bad' },
    )
  }
  return (
    <section className={styles.card} aria-labelledby="wizard-title">
      <h2 id="wizard-title">您研究什么</h2>
      <p className={styles.note}>选好研究方向，推荐和排序会更合您的需要。随时可以改。</p>
      <PreferenceWizard stored={data} onLater={() => void putOff()} />
    </section>
  )
}

const isLater = (until: string | null): boolean => until !== null && Date.parse(until) > Date.now()
