import { api } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { toast } from '../toast.state.ts'
import type { Asked } from './composer.tsx'
import { type ChatRecord, isRunning, type Shown, shownOf } from './run.ts'
import { useChosenModel } from './use-chosen-model.ts'
import { useRun } from './use-run.ts'

const NEWEST = { page: 1, rows: 50 }

/** Where a chat stands that has just got its title. */
const lists = [api.chat.pinned, api.chat.recent, api.chat.ofApplication]

/** What every question of a chat takes along: papers, engines, form inputs. */
export interface ChatScope {
  paper_id_list?: string[]
  engines?: string[]
  inputs?: Record<string, string>
}

interface Where {
  application_id: string
  chat_id: string
}

/** A question asked again or in other words. */
interface Sibling {
  mode?: 'regenerate' | 'edit'
  parent_id?: string
}

/** The records of a chat, the answer that is being written, and what can be done with them. */
export function useChat({ application_id, chat_id }: Where, scope: ChatScope) {
  const where = { application_id, chat_id }
  const [through, setThrough] = useState<string>()
  const [replaced, setReplaced] = useState<string>()
  const [model, setModel] = useChosenModel(chat_id)
  const tools = useTools()
  const records = useRead(api.chat.records, { ...where, ...NEWEST, ...(through && { through }) })
  const { refetch } = records
  const cache = useQueryClient()
  const onEnd = useCallback(async () => {
    for (const { path } of lists) void cache.invalidateQueries({ queryKey: [path] })
    return (await refetch()).isSuccess
  }, [refetch, cache])
  const run = useRun(onEnd)
  const list = records.data?.list ?? []
  const live = list.find(isRunning)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer under way is taken up once
  useEffect(() => {
    if (live && !run.shown) run.resume({ ...where, chat_record_id: live.id }, live)
  }, [live?.id])

  const ask = (asked: Asked, sibling: Sibling = {}) => {
    setThrough(undefined)
    setReplaced(sibling.parent_id)
    const using = { mcp_ids: tools.ids, ...(model && { model }) }
    run.send({ chat_id, ...scope, ...asked, ...using, ...sibling }, asked.message)
  }
  const again = ({ id, question }: ChatRecord) =>
    ask({ message: question, general_knowledge: false }, { mode: 'regenerate', parent_id: id })
  const stop = () => {
    const chat_record_id = run.shown?.id || live?.id
    if (!chat_record_id) return
    void call(api.chat.cancel, { chat_id, chat_record_id }).then((answer) => {
      if (!answer.success) toast(`没有停下：${answer.message}`, { tone: 'bad' })
    })
  }
  const shown = run.shown && run.failure ? broken(run.shown, run.failure.message) : run.shown
  // What is asked again or in other words gives its place to the new answer, and so does what came after it.
  const at = shown && !run.failure ? list.findIndex(({ id }) => id === replaced) : -1
  const kept = (at === -1 ? list : list.slice(0, at)).filter(({ id }) => id !== shown?.id)
  const newest = kept.at(-1)
  const last = shown ?? (newest && shownOf(newest))
  const deeds = { ask, again, stop, retry: run.again, seeSibling: setThrough, setModel }
  return { ...deeds, records, ready: records.isSuccess && tools.settled, kept, shown, last, model }
}

/** The servers of tools that the person has switched on, and whether that is known. */
function useTools() {
  const servers = useRead(api.mcp.servers, {})
  const usable = (servers.data ?? []).filter(({ enabled, state }) => enabled && state === 'ready')
  return { ids: usable.map(({ id }) => id), settled: !servers.isPending }
}

/** A stream that could not be followed any further. */
const broken = (shown: Shown, message: string): Shown => ({
  ...shown,
  status: 'failed',
  error: { code: 'interrupted', message, retryable: true },
})

/** Sends the question the chat was opened with, once. */
export function useFirst(
  question: string | undefined,
  ready: boolean,
  send: (question: string) => void,
): void {
  const sent = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` is new at every render and always the same deed
  useEffect(() => {
    if (!question || !ready || sent.current) return
    sent.current = true
    send(question)
  }, [question, ready])
}
