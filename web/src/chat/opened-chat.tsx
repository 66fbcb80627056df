import { api } from '@scinav/contract'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call, type Failure } from '../api/call.ts'
import { RowsSkeleton } from '../ui/views/rows-skeleton.tsx'
import { FailedView } from '../ui/views/state-view.tsx'

interface Props {
  /** Why the chat could not be opened; undefined while it is being opened. */
  failure: Failure | undefined
  /** Tries again. */
  again: () => void
}

/** Renders a placeholder while a chat is being opened, and the failure when it could not be. */
export function ChatOpening({ failure, again }: Props) {
  if (!failure) return <RowsSkeleton />
  return <FailedView title="对话没有打开" note={failure.message} action={{ name: '重试', run: again }} />
}

/**
 * Returns the chat that the address describes: its `chat_id` (without one, a chat is created and its id put there), its
 * first `question` (the parameter `question` or `q`), and the `paper_id_list` it is about. `chat_id` is `''` until the
 * chat exists. `forget` removes the question from the address, so that a reload does not ask it again; `again` repeats
 * a failed creation; `choosePapers` replaces the papers.
 */
export function useOpenedChat(application_id: string) {
  const [params, setParams] = useSearchParams()
  const chat_id = params.get('chat_id') ?? ''
  const [failure, setFailure] = useState<Failure>()
  /** Counts the attempts to create a chat. */
  const [round, setRound] = useState(0)
  const paper_id_list = params.getAll('paper_id_list')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the papers belong to the chat that is opened; `round` repeats the attempt
  useEffect(() => {
    if (!application_id || chat_id) return
    let isUnmounted = false
    void call(api.chat.open, { application_id, paper_id_list }).then((answer) => {
      if (isUnmounted) return
      if (!answer.success) return setFailure(answer)
      setFailure(undefined)
      setParams(withParam('chat_id', answer.data.chat_id), { replace: true })
    })
    return () => {
      isUnmounted = true
    }
  }, [application_id, chat_id, round])

  const forget = () => setParams((now) => withoutParams(now, 'question', 'q'), { replace: true })
  const question = params.get('question') ?? params.get('q') ?? undefined
  const again = () => setRound((now) => now + 1)
  const choosePapers = (ids: readonly string[]) =>
    setParams(
      (now) => {
        const next = withoutParams(now, 'paper_id_list')
        for (const id of ids) next.append('paper_id_list', id)
        return next
      },
      { replace: true },
    )
  return { chat_id, question, paper_id_list, failure, again, forget, choosePapers }
}

/** Returns a change of the address that sets one parameter. */
const withParam = (name: string, value: string) => (before: URLSearchParams) => {
  const next = new URLSearchParams(before)
  next.set(name, value)
  return next
}

/** Returns the parameters of an address without some of them. */
function withoutParams(before: URLSearchParams, ...names: string[]): URLSearchParams {
  const next = new URLSearchParams(before)
  for (const name of names) next.delete(name)
  return next
}
