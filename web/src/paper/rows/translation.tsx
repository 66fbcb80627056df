import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { OutsideQuestion } from '../../ui/dialogs/outside-question.tsx'
import { Notice } from '../../ui/views/notice.tsx'
import { plainText } from '../highlight/plain-text.ts'
import type { Paper } from '../paper.ts'
import styles from './translation.module.css'
import { isForeign, type TranslationState } from './use-translation.ts'

interface ButtonProps {
  paper: Paper
  translation: TranslationState
}

/** Shows and hides the Chinese of a paper; nothing where its record has it. */
export function TranslateButton({ paper, translation: { open, toggle } }: ButtonProps) {
  if (!isForeign(paper)) return null
  const name = open ? '收起译文' : '翻译'
  return (
    <QuietButton onPress={toggle} expanded={open} label={`${name}：${plainText(paper.title)}`}>
      {name}
    </QuietButton>
  )
}

/** The Chinese of a paper's title and abstract, or why there is none. */
export function Translation({ of }: { of: TranslationState }) {
  const { open, isPending, made, failure, again } = of
  if (!open) return null
  return (
    <section className={styles.translation} aria-label="译文" aria-busy={isPending}>
      {isPending && <p role="status">正在翻译…</p>}
      {!isPending && failure && (
        <Notice tone="warning" action={<ActionButton name="重试" onPress={again} />}>
          没有译出：{failure.message}
        </Notice>
      )}
      {made?.title && <p className={styles.title}>{made.title}</p>}
      {made?.abstract && <p>{made.abstract}</p>}
      {made?.model && <p className={styles.quiet}>AI 翻译，请核实（{made.model}）</p>}
      <TranslationQuestion of={of} />
    </section>
  )
}

/** Asks before a title and an abstract leave for the first time. */
function TranslationQuestion({ of: { outside, agree, close } }: { of: TranslationState }) {
  if (!outside) return null
  const { model, host } = outside
  return (
    <OutsideQuestion
      title="题名和摘要会发到站外"
      onClose={close}
      actions={
        <>
          <ActionButton name="同意并翻译" onPress={() => void agree()} primary />
          <ActionButton name="先不翻译" onPress={close} />
        </>
      }
    >
      <p>
        翻译用的模型「{model}」由 <strong>{host}</strong>{' '}
        提供，不在本站。会发送的是文献的题名和摘要；账号、姓名不会发送。同意后不再提示。
      </p>
    </OutsideQuestion>
  )
}
