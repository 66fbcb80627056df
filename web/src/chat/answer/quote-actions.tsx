import { api } from '@scinav/contract'
import { useTranslator } from '../../api/outside-models.ts'
import { useWrite } from '../../api/use-write.ts'
import { LinkButton } from '../../ui/buttons/quiet-button.tsx'
import type { ShownCitation } from '../run/run.ts'
import styles from './quote-actions.module.css'

interface Props {
  /** Quotes of one paper, in text order. */
  quotes: readonly ShownCitation[]
  onOpen: (citation: ShownCitation) => void
}

const HAN_CHARACTER = /\p{Script=Han}/u

/**
 * Renders the actions on quotes: opening their source, and translating foreign ones into Chinese where a model is
 * available.
 */
export function QuoteActions({ quotes, onOpen }: Props) {
  const [first] = quotes
  const text = quotes.map(({ quote }) => quote).join('\n')
  const isForeign = !HAN_CHARACTER.test(text)
  const hasModel = useTranslator(isForeign)
  const { mutateAsync, data: answer, isPending } = useWrite(api.translate.paper)
  if (!first) return null
  return (
    <span className={styles.quoteActions}>
      <LinkButton name="查看出处" label={`查看出处：${first.title}`} onPress={() => onOpen(first)} />
      {isForeign && hasModel && !answer?.success && (
        <LinkButton
          name={isPending ? '正在翻译' : '翻译'}
          onPress={() => void mutateAsync({ text, fields: [], target: 'zh' })}
        />
      )}
      {answer?.success && <span className={styles.translated}>{answer.data.text}</span>}
      {answer && !answer.success && <span>没有翻译：{answer.message}</span>}
    </span>
  )
}
