import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  agreeToHosts,
  declineHosts,
  findOutsideNotice,
  type OutsideModelNotice,
} from '../../api/outside-models.ts'
import { toast } from '../../ui/toasts/toast.state.ts'

/** A question that waits to be sent. */
interface PendingQuestion {
  /** Sends it to the model with this id, or to the selected one. */
  send: (model?: string) => void
  /** Returns it to its origin, unsent. */
  hold: () => void
}

interface ModelSelection {
  application_id: string
  /** Id of the chosen model; empty for the application's default. */
  model: string
  /** Selects the model from now on. */
  onModel: (model: string) => void
}

/** Passes questions through; the first one that would go to an outside model waits for the user's decision. */
export function useOutsideNotice({ application_id, model, onModel }: ModelSelection) {
  const cache = useQueryClient()
  const [told, setTold] = useState<{ outside: OutsideModelNotice; waiting: PendingQuestion }>()

  const busy = useRef(false)

  const through = async (waiting: PendingQuestion): Promise<void> => {
    if (busy.current) return
    busy.current = true
    try {
      const outside = await findOutsideNotice(cache, application_id, model)
      if (outside) setTold({ outside, waiting })
      else waiting.send()
    } catch (error) {
      waiting.hold()
      toast(`没有发送：${error instanceof Error ? error.message : '没有取到模型列表'}`, { tone: 'bad' })
    } finally {
      busy.current = false
    }
  }
  const decide = (action: (waiting: PendingQuestion) => void) => () => {
    setTold(undefined)
    if (told) action(told.waiting)
  }
  const local = told?.outside.local
  const actions = {
    onAgree: decide((waiting) => {
      if (!told) return
      // The server sends nothing out before it has stored the consent.
      void agreeToHosts(cache, told.outside.hosts).then((stored) => {
        if (stored) return waiting.send(told.outside.model.id)
        waiting.hold()
        toast('没有发送：您的同意没有记下来，请再试一次', { tone: 'bad' })
      })
    }),
    onLocal: decide((waiting) => {
      if (!local) return waiting.hold()
      declineHosts(cache, told?.outside.model.search_hosts ?? [])
      if (local !== told?.outside.model) onModel(local.id)
      waiting.send(local.id)
    }),
    onClose: decide((waiting) => waiting.hold()),
  }
  return { through, notice: told && { outside: told.outside, ...actions } }
}
