import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  agreeToHosts,
  declineHosts,
  findOutsideNotice,
  type OutsideModelNotice,
} from '../../api/outside-models.ts'
import { toast } from '../../ui/toasts/toast.state.ts'

/** A question that waits for the user's consent. */
interface PendingQuestion {
  /** Sends it to the model with this id, or to the selected one. */
  send: (model?: string) => void
  /** Called instead of `send` when the question is not sent; may put its text back into the field. */
  hold: () => void
  /** Id of the model of this one question; by default the selected one. */
  model_id?: string | undefined
}

/** The model that answers the next question. */
interface ModelSelection {
  application_id: string
  /** Id of the chosen model; empty for the application's default. */
  model: string
  /** Selects the model from now on. */
  onModel: (model: string) => void
}

/**
 * Returns `pass`, which sends a question at once or, when it would go to an outside model for the first time, after the
 * user has agreed; and the `notice` to show while a question waits for that, otherwise undefined.
 */
export function useOutsideNotice({ application_id, model, onModel }: ModelSelection) {
  const cache = useQueryClient()
  const [shown, setShown] = useState<{ outside: OutsideModelNotice; question: PendingQuestion }>()

  /** Whether a question is being checked; another one is ignored meanwhile. */
  const isChecking = useRef(false)

  const pass = async (question: PendingQuestion): Promise<void> => {
    if (isChecking.current) return
    isChecking.current = true
    try {
      const outside = await findOutsideNotice(cache, application_id, question.model_id ?? model)
      if (outside) setShown({ outside, question })
      else question.send(question.model_id)
    } catch (error) {
      question.hold()
      toast(`没有发送：${error instanceof Error ? error.message : '没有取到模型列表'}`, { tone: 'bad' })
    } finally {
      isChecking.current = false
    }
  }
  /** Creates the handler of a choice: it closes the notice and decides about the waiting question. */
  const decide = (choice: (question: PendingQuestion, outside: OutsideModelNotice) => void) => () => {
    setShown(undefined)
    if (shown) choice(shown.question, shown.outside)
  }
  const actions = {
    onAgree: decide((question, { hosts, model }) => {
      // The server sends nothing out before it has stored the consent.
      void agreeToHosts(cache, hosts).then((isStored) => {
        if (isStored) return question.send(model.id)
        question.hold()
        toast('没有发送：您的同意没有记下来，请再试一次', { tone: 'bad' })
      })
    }),
    onLocal: decide((question, { local, model }) => {
      if (!local) return question.hold()
      declineHosts(cache, model.search_hosts)
      if (local !== model) onModel(local.id)
      question.send(local.id)
    }),
    onClose: decide((question) => question.hold()),
  }
  return { pass, notice: shown && { outside: shown.outside, ...actions } }
}
