import { api, chipKey, type UnderstoodChip } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, type Failure } from '../api/call.ts'
import { readOptions, useRead } from '../api/use-read.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import { type ChatAttachment, markAsked, sendableAttachments } from './attachments/attachments.state.ts'
import type { ChatQuestion } from './composer/composer.tsx'
import { type ChatRecord, isRunning, type ShownAnswer, toShownAnswer } from './run/run.ts'
import { useRun } from './run/use-run.ts'

const NEWEST = { page: 1, rows: 50 }

/** Where a chat stands that has just got its title. */
const chatLists = [api.chat.pinned, api.chat.recent, api.chat.ofApplication]

/** What every question of a chat takes along: papers, documents, engines, form inputs. */
export interface ChatScope {
  paper_id_list?: string[]
  /** Documents are of this dataset. */
  dataset_id?: string
  document_ids?: string[]
  engines?: string[]
  inputs?: Record<string, string>
}

interface ChatKey {
  application_id: string
  chat_id: string
}

/** A question asked again or in other words. */
export interface SiblingOptions {
  mode?: 'regenerate' | 'edit'
  parent_id?: string
  /** What was understood and is to be left out, as `chipKey` names it. */
  without_chips?: string[]
}

/** The records of a chat, the answer that is being written, and what can be done with them. */
export function useChat({ application_id, chat_id }: ChatKey, scope: ChatScope) {
  const where = { application_id, chat_id }
  const [through, setThrough] = useState<string>()
  const [replaced, setReplaced] = useState<string>()
  const [model, setModel] = useSelectedModel(chat_id)
  const allowedTools = useAllowedTools()
  const records = useRead(api.chat.records, { ...where, ...NEWEST, ...(through && { through }) })
  const { refetch } = records
  const cache = useQueryClient()
  const onEnd = useCallback(async () => {
    for (const { path } of chatLists) void cache.invalidateQueries({ queryKey: [path] })
    // Other answers to the same place now have one more beside them.
    void cache.invalidateQueries({ queryKey: [api.chat.records.path], refetchType: 'none' })
    return (await refetch()).isSuccess
  }, [refetch, cache])
  const run = useRun(onEnd)
  const list = records.data?.list ?? []
  const live = list.find(isRunning)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer under way is taken up once
  useEffect(() => {
    if (live && !run.shown) run.resume({ ...where, chat_record_id: live.id }, live)
  }, [live?.id])

  useRefreshedChatLists(run.shown?.id ?? '')

  /** `by` answers this one question; else the model chosen for the chat. What is asked `isOnce` is never asked twice. */
  const ask = (asked: ChatQuestion, sibling: SiblingOptions = {}, by = model, isOnce = false) => {
    setThrough(undefined)
    setReplaced(sibling.parent_id)
    const using = { ...(by && { model: by }), ...sibling }
    // What is only answered once more is about what it was about.
    const along = sibling.mode === 'regenerate' ? [] : sendableAttachments(chat_id)
    if (along.length > 0) markAsked(chat_id)
    void allowedTools().then((mcp_ids) =>
      run.send(
        { chat_id, ...scope, ...asked, ...attachmentIds(along, scope, sibling), mcp_ids, ...using },
        along.map(({ kind, id, name }) => ({ kind, id, name })),
        isOnce,
      ),
    )
  }
  const again = ({ id, question }: ChatRecord, by?: string, general_knowledge = false) =>
    ask({ message: question, general_knowledge }, { mode: 'regenerate', parent_id: id }, by)
  const without = ({ id, question }: ChatRecord, chip: UnderstoodChip, by?: string) =>
    ask(
      { message: question, general_knowledge: false },
      { mode: 'regenerate', parent_id: id, without_chips: [chipKey(chip)] },
      by,
    )
  const stop = () => {
    const chat_record_id = run.shown?.id || live?.id
    if (!chat_record_id) return
    void call(api.chat.cancel, { chat_id, chat_record_id }).then((answer) => {
      if (!answer.success) toast(`没有停下：${answer.message}`, { tone: 'bad' })
    })
  }
  const shown = run.shown && run.failure ? failedAnswer(run.shown, run.failure) : run.shown
  // What is asked again or in other words gives its place to the new answer, and so does what came after it.
  const at = shown && !run.failure ? list.findIndex(({ id }) => id === replaced) : -1
  const stored = (at === -1 ? list : list.slice(0, at)).filter(({ id }) => id !== shown?.id)
  const newest = stored.at(-1)
  const last = shown ?? (newest && toShownAnswer(newest))
  const actions = { ask, again, without, stop, retry: run.again, seeSibling: setThrough, setModel }
  return { ...actions, records, ready: records.isSuccess, stored, shown, last, model }
}

/** What is attached, as a message names it; beside what every question of the chat is about. */
function attachmentIds(
  along: readonly ChatAttachment[],
  { document_ids = [] }: ChatScope,
  { mode }: SiblingOptions,
) {
  const of = (kind: ChatAttachment['kind']) => along.flatMap((each) => (each.kind === kind ? each.id : []))
  if (mode === 'regenerate') return {}
  const all = [...new Set([...document_ids, ...of('document')])]
  return {
    ...(all.length > 0 && { document_ids: all }),
    ...(along.length > 0 && { file_ids: of('file') }),
    ...(mode === 'edit' && { attachments: 'given' as const }),
  }
}

/**
 * A chat stands in the lists as soon as its first question has a record; what was read of its records before is out of
 * date for whoever leaves it before the answer ends and comes back.
 */
function useRefreshedChatLists(record: string): void {
  const cache = useQueryClient()
  useEffect(() => {
    if (!record) return
    for (const { path } of chatLists) void cache.invalidateQueries({ queryKey: [path] })
    void cache.invalidateQueries({ queryKey: [api.chat.records.path], refetchType: 'none' })
  }, [record, cache])
}

/** Asks which servers of tools the person has switched on: none where that cannot be known. */
function useAllowedTools(): () => Promise<string[]> {
  const cache = useQueryClient()
  useRead(api.mcp.servers, {})
  return async () => {
    const servers = await cache.ensureQueryData(readOptions(api.mcp.servers, {})).catch(() => [])
    return servers.filter(({ enabled, state }) => enabled && state === 'ready').map(({ id }) => id)
  }
}

/** A stream that could not be followed any further. */
const failedAnswer = (shown: ShownAnswer, { problem, message }: Failure): ShownAnswer => ({
  ...shown,
  status: 'failed',
  error: { code: problem, message },
})

interface FirstQuestion {
  question: string | undefined
  send: (question: string) => void
  /** Called when the server has the question, or has refused it: a page that is loaded again need not send it. */
  onAsked: () => void
}

type ChatProgress = Pick<ReturnType<typeof useChat>, 'ready' | 'shown' | 'last'>

/** Sends the question the chat was opened with, once. */
export function useSendFirstQuestion(
  { question, send, onAsked }: FirstQuestion,
  { ready, shown, last }: ChatProgress,
): void {
  const sent = useRef(false)
  const wasUnderWay = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` is new at every render and always the same action
  useEffect(() => {
    if (!question || !ready || sent.current) return
    sent.current = true
    // The page was loaded again before the address had forgotten the question.
    if (last?.question === question) onAsked()
    else send(question)
  }, [question, ready])
  const isUnderWay = shown !== undefined && shown.id === '' && isRunning(shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onAsked` is new at every render and always the same action
  useEffect(() => {
    if (!question || !sent.current) return
    if (isUnderWay) wasUnderWay.current = true
    else if (wasUnderWay.current) onAsked()
  }, [question, isUnderWay])
}

/** The model that was chosen for a chat in this tab; empty for the application's own. It outlives a reload. */
function useSelectedModel(chat_id: string): [string, (model: string) => void] {
  const key = `scinav.model:${chat_id}`
  const [model, setModel] = useState(() => sessionStorage.getItem(key) ?? '')
  const choose = useCallback(
    (next: string) => {
      setModel(next)
      sessionStorage.setItem(key, next)
    },
    [key],
  )
  return [model, choose]
}
