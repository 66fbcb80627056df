import { api } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { agreeTo } from '../../api/outside-models.ts'
import { useWrite } from '../../api/use-write.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import type { Paper } from '../paper.ts'

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)

/** Whether a paper says something in another language that its record does not have in Chinese. */
export function isForeign({ title, title_zh, abstract, abstract_zh }: Paper): boolean {
  const lacks = (text: string | null, chinese: string | null) => Boolean(text && !chinese && !isChinese(text))
  return lacks(title, title_zh) || lacks(abstract, abstract_zh)
}

/**
 * The Chinese of a paper's title and abstract, made when it is first wanted; the server keeps it. Where it would be made
 * outside, `outside` says by whom, and waits for the person's word.
 */
export function useTranslation({ id }: Paper) {
  const cache = useQueryClient()
  const [open, setOpen] = useState(false)
  const { mutateAsync, data: answer, isPending } = useWrite(api.translate.paper)
  const run = () => void mutateAsync({ paper_id: id, fields: ['title', 'abstract'], target: 'zh' })
  const failure = answer && !answer.success ? answer : undefined
  const outside = open && !isPending ? failure?.outside : undefined
  return {
    open,
    isPending,
    made: answer?.success ? answer.data : undefined,
    failure: outside ? undefined : failure,
    outside,
    toggle: () => {
      setOpen((now) => !now)
      if (!open && !answer?.success) run()
    },
    again: run,
    agree: async () => {
      if (!outside) return
      if (await agreeTo(cache, [outside.host])) run()
      else toast('没有翻译：您的同意没有记下来，请再试一次', { tone: 'bad' })
    },
    close: () => setOpen(false),
  }
}

export type TranslationState = ReturnType<typeof useTranslation>
