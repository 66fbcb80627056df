import { api } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import styles from './preferences.module.css'
import type { Preferences, StoredPreferences } from './steps.tsx'
import { DisciplineStep, JournalStep, TopicStep } from './steps.tsx'

interface Props {
  stored: StoredPreferences
  /** Called when the choices have been saved. */
  onDone?: () => void
  /** Called on 稍后, to postpone the choice; when absent, there is no such button. */
  onLater?: () => void
}

/** The steps of the wizard in their order. */
const steps = [
  { name: '学科', Step: DisciplineStep },
  { name: '主题', Step: TopicStep },
  { name: '期刊', Step: JournalStep },
] as const

/** Maximum number of choices of each kind, as many as the server accepts. */
const MAX_CHOICES = 50

/**
 * Renders the form of a user's fields of research in three steps: disciplines, topics, journals. Each may stay empty.
 */
export function PreferenceWizard({ stored, onDone, onLater }: Props) {
  /** Index of the open step. */
  const [stepIndex, setStepIndex] = useState(0)
  const { subject_codes, keywords, journals, authors } = stored
  /** The choices of all steps, not saved before 完成. Authors are not asked for and stay as they are. */
  const [chosen, setChosen] = useState<Preferences>({ subject_codes, keywords, journals, authors })
  const save = useWrite(api.preferences.savePreferences, {
    refreshes: [api.preferences.preferences, api.papers.recommend],
  })
  const step = steps[stepIndex] ?? steps[0]

  const change = (to: Partial<Preferences>) => {
    const next = { ...chosen, ...to }
    if (Object.values(next).some((list) => list.length > MAX_CHOICES))
      toast(`每类最多选 ${MAX_CHOICES} 项`, { tone: 'bad' })
    else setChosen(next)
  }
  const finish = async () => {
    const answer = await save.mutateAsync(chosen)
    if (!answer.success) return toast(`没有保存：${answer.message}`, { tone: 'bad' })
    toast('已保存，推荐文献会随之更新')
    onDone?.()
  }
  return (
    <>
      <ol className={styles.steps}>
        {steps.map(({ name }, index) => (
          <li key={name} aria-current={index === stepIndex ? 'step' : undefined}>
            <button type="button" onClick={() => setStepIndex(index)}>
              {index + 1} {name}
            </button>
          </li>
        ))}
      </ol>
      <step.Step chosen={chosen} onChange={change} />
      <div className={styles.foot}>
        {onLater && <QuietButton onPress={onLater}>稍后</QuietButton>}
        <span className={styles.gap} />
        {stepIndex > 0 && <ActionButton name="上一步" onPress={() => setStepIndex(stepIndex - 1)} />}
        {stepIndex < steps.length - 1 && (
          <ActionButton name="下一步" onPress={() => setStepIndex(stepIndex + 1)} />
        )}
        {stepIndex > 0 && (
          <ActionButton
            name="完成"
            onPress={() => void finish()}
            busy={save.isPending}
            primary={stepIndex === steps.length - 1}
          />
        )}
      </div>
    </>
  )
}

/** Asks a new user for their fields of research. 稍后 postpones that for seven days. */
export function PreferenceInvitation() {
  const preferences = useRead(api.preferences.preferences, {})
  const postponing = useWrite(api.preferences.askLater, { refreshes: [api.preferences.preferences] })
  const { data } = preferences
  if (!data || data.saved || isPostponed(data.later_until)) return null
  const postpone = async () => {
    const answer = await postponing.mutateAsync({})
    toast(
      answer.success ? '7 天后再提醒' : `没有记住：${answer.message}`,
      answer.success ? {} : { tone: 'bad' },
    )
  }
  return (
    <section className={styles.card} aria-labelledby="wizard-title">
      <h2 id="wizard-title">您的研究方向</h2>
      <p className={styles.note}>选好研究方向，推荐和排序会更合您的需要。随时可以改。</p>
      <PreferenceWizard stored={data} onLater={() => void postpone()} />
    </section>
  )
}

/** Returns whether the time until which the user put off the wizard is still to come. */
const isPostponed = (until: string | null): boolean => until !== null && Date.parse(until) > Date.now()
