import { api } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { agreeToHosts, useTranslator } from '../../api/outside-models.ts'
import { useWrite } from '../../api/use-write.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { OutsideQuestion } from '../../ui/dialogs/outside-question.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { plainText } from '../highlight/markup.ts'
import type { Paper } from '../paper.ts'
import styles from './paper-row.module.css'

interface ButtonProps {
  paper: Paper
  translation: TranslationState
}

/**
 * Renders the button that shows and hides the Chinese translation of a paper; nothing when the record has one or no
 * model can translate.
 */
export function TranslateButton({ paper, translation: { open, toggle } }: ButtonProps) {
  const isForeign = needsTranslation(paper)
  const hasTranslator = useTranslator(isForeign)
  if (!isForeign || hasTranslator === false) return null
  const name = open ? '收起译文' : '翻译'
  return (
    <QuietButton onPress={toggle} expanded={open} label={`${name}：${plainText(paper.title)}`}>
      {name}
    </QuietButton>
  )
}

/** Renders the Chinese translation of a paper's title and abstract, or why there is none. */
export function Translation({ translation }: { translation: TranslationState }) {
  const { open, isPending, translated, failure, again } = translation
  if (!open) return null
  return (
    <section className={styles.translation} aria-label="译文" aria-busy={isPending}>
      {isPending && <p role="status">正在翻译…</p>}
      {!isPending && failure && (
        <Notice tone="warning" action={<ActionButton name="重试" onPress={again} />}>
          翻译失败：{failure.message}
        </Notice>
      )}
      {translated?.title && <p className={styles.translatedTitle}>{translated.title}</p>}
      {translated?.abstract && <p>{translated.abstract}</p>}
      {translated?.model && <p className={styles.quiet}>AI 翻译，请核实（{translated.model}）</p>}
      <TranslationQuestion translation={translation} />
    </section>
  )
}

/** Renders the consent dialog before a title and an abstract are first sent out. */
function TranslationQuestion({ translation }: { translation: TranslationState }) {
  const { outside, agree, close } = translation
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

/** Returns whether a text contains a Chinese character. */
const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)

/** Whether the title or abstract is in another language and the record has no Chinese version. */
function needsTranslation({ title, title_zh, abstract, abstract_zh }: Paper): boolean {
  const lacksChinese = (text: string | null, chinese: string | null) =>
    Boolean(text && !chinese && !isChinese(text))
  return lacksChinese(title, title_zh) || lacksChinese(abstract, abstract_zh)
}

/**
 * Returns the state of a paper's translation into Chinese and the actions on it: `toggle` shows or hides it and, on
 * first use, requests it; the server stores the result. When an outside model would translate, `outside` names it until
 * the user has agreed (`agree`) or declined (`close`).
 */
export function useTranslation({ id }: Paper) {
  const cache = useQueryClient()
  const [open, setOpen] = useState(false)
  const { mutateAsync, data: answer, isPending } = useWrite(api.translate.paper)
  const translate = () => void mutateAsync({ paper_id: id, fields: ['title', 'abstract'], target: 'zh' })
  const failure = answer && !answer.success ? answer : undefined
  const outside = open && !isPending ? failure?.outside : undefined
  return {
    open,
    isPending,
    translated: answer?.success ? answer.data : undefined,
    failure: outside ? undefined : failure,
    outside,
    toggle: () => {
      setOpen((now) => !now)
      if (!open && !answer?.success) translate()
    },
    again: translate,
    agree: async () => {
      if (!outside) return
      if (await agreeToHosts(cache, [outside.host])) translate()
      else toast('没有翻译：您的同意没有记下来，请再试一次', { tone: 'bad' })
    },
    close: () => setOpen(false),
  }
}

/** The translation of an abstract and its control. */
type TranslationState = ReturnType<typeof useTranslation>
