import type { Endpoint, InputOf } from '@scinav/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Answer, call, NO_RESPONSE } from './call.ts'
import { newIdempotencyKey } from './request.ts'

interface WriteSettings {
  /** The reads that the change makes stale. */
  refreshes?: Endpoint[]
}

/**
 * Returns a mutation that calls the endpoint and then refreshes every read named in `refreshes`. `mutateAsync` resolves
 * to the answer, success or failure, and never rejects. Calls that create something carry an idempotency key, which an
 * equal call repeats until one is answered: a creation whose response was lost does not happen twice.
 */
export function useWrite<E extends Endpoint>(endpoint: E, { refreshes = [] }: WriteSettings = {}) {
  const cache = useQueryClient()
  /** The last attempt that has not been answered yet, with its idempotency key. */
  const unanswered = useRef<{ input: string; key: string }>(undefined)

  return useMutation({
    mutationFn: async (input: InputOf<E>) => {
      if (!endpoint.creates) return call(endpoint, input)
      const text = JSON.stringify(input)
      const key = unanswered.current?.input === text ? unanswered.current.key : newIdempotencyKey()
      unanswered.current = { input: text, key }
      const answer = await call(endpoint, input, { idempotencyKey: key })
      if (wasAnswered(answer)) unanswered.current = undefined
      return answer
    },
    onSuccess: async (answer) => {
      if (!answer.success) return
      await Promise.all(refreshes.map(({ path }) => cache.invalidateQueries({ queryKey: [path] })))
    },
  })
}

const wasAnswered = (answer: Answer<unknown>) => answer.success || answer.code !== NO_RESPONSE
