import type { Endpoint, InputOf } from '@scinav/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Answer, call } from './call.ts'
import { newIdempotencyKey } from './request.ts'

interface WriteSettings {
  /** The reads that the change makes stale. */
  refreshes?: Endpoint[]
}

/**
 * Returns a mutation that calls the endpoint and then refreshes every read named in `refreshes`. `mutateAsync` resolves
 * to the answer, success or failure, and never rejects.
 */
export function useWrite<E extends Endpoint>(endpoint: E, { refreshes = [] }: WriteSettings = {}) {
  const cache = useQueryClient()
  // An attempt whose response was lost is repeated under its own key, so that it cannot create twice.
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

const wasAnswered = (answer: Answer<unknown>) => answer.success || answer.code !== 0
