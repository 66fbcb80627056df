import { api } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import { langOf } from '../../paper/paper.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { useReading } from '../state/reading.state.ts'
import styles from './panels.module.css'
import { TranslationFailure } from './translation-failure.tsx'

/** Renders the translation of the selection. */
export function PassageTranslation({ text, target }: { text: string; target: 'zh' | 'en' }) {
  const made = useRead(api.translate.paper, { text, target })
  return (
    <section className={styles.passage} aria-label="所选文字的译文" aria-busy={made.isPending}>
      <div className={styles.line}>
        <h3>所选文字</h3>
        <QuietButton icon="close" label="收起" onPress={() => useReading.setState({ passage: '' })} />
      </div>
      <blockquote lang={langOf(text)}>{text}</blockquote>
      {made.isPending && <p role="status">正在翻译…</p>}
      {made.error && <TranslationFailure failure={made.error.failure} again={() => void made.refetch()} />}
      {made.data?.text && <p lang={target}>{made.data.text}</p>}
      {made.data?.model && <p className={styles.small}>AI 翻译，请核实（{made.data.model}）</p>}
    </section>
  )
}
