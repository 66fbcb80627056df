import { api, chipKey, type UnderstoodChip } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, type Failure } from '../api/call.ts'
import { readOptions, useRead } from '../api/use-read.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import { type ChatAttachment, markAsked, sendableAttachments } from './attachments/attachments.state.ts'
import type { ChatQuestion } from './composer/composer.tsx'
import { type ChatRecord, isBeingChecked, isRunning, type ShownAnswer, toShownAnswer } from './run/run.ts'
import { useRun } from './run/use-run.ts'

/** The page of records that a chat shows: the latest ones. */
const NEWEST = { page: 1, rows: 50 }

/** The lists that show a chat once it has a title. */
const chatLists = [api.chat.pinned, api.chat.recent, api.chat.ofApplication]

/** What every question of a chat sends along: papers, documents, engines, form inputs. */
export interface ChatScope {
  paper_id_list?: string[]
  /** The dataset of the documents. */
  dataset_id?: string
  document_ids?: string[]
  engines?: string[]
  inputs?: Record<string, string>
}

/** The ids of a chat and of its application. */
interface ChatKey {
  application_id: string
  chat_id: string
}

/** How a question relates to the one it repeats or edits; both are siblings in the chat's tree of records. */
export interface SiblingOptions {
  mode?: 'regenerate' | 'edit'
  /** Id of the record it repeats or edits. */
  parent_id?: string
  /** Parts of the interpretation to leave out, as `chipKey` names them. */
  without_chips?: string[]
}

/** How a question is asked. */
interface AskOptions {
  sibling?: SiblingOptions
  /** Id of the model of this one question; by default the one chosen for the chat. */
  model_id?: string | undefined
  /** Sends an equal question only once, however often it is asked. */
  once?: boolean
}

/**
 * Returns a chat and the actions on it: `records` is the read of its stored records, `stored` those shown above the
 * followed answer, `shown` the answer being followed (undefined when none is), `complete` its record once only the
 * check of its citations is left, and `last` the last answer, followed or stored.
 */
export function useChat({ application_id, chat_id }: ChatKey, scope: ChatScope) {
  const chatKey = { application_id, chat_id }
  /** Id of a record on the branch of the chat that is shown; undefined for the newest branch. */
  const [through, setThrough] = useState<string>()
  /** Id of the record that the question being answered repeats or edits. */
  const [replacedId, setReplacedId] = useState<string>()
  const [model, setModel] = useSelectedModel(chat_id)
  const allowedTools = useAllowedTools()
  const records = useRead(api.chat.records, { ...chatKey, ...NEWEST, ...(through && { through }) })
  const { refetch } = records
  const cache = useQueryClient()
  const onEnd = useCallback(async () => {
    for (const { path } of [...chatLists, api.chat.usage]) void cache.invalidateQueries({ queryKey: [path] })
    // The records of sibling answers now count one more sibling.
    void cache.invalidateQueries({ queryKey: [api.chat.records.path], refetchType: 'none' })
    return (await refetch()).isSuccess
  }, [refetch, cache])
  const run = useRun(onEnd)
  const list = records.data?.list ?? []
  /** The answer to follow: one being written, otherwise the latest one while its citations are checked. */
  const running = list.find(isRunning) ?? list.slice(-1).find(isBeingChecked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a running answer is followed once
  useEffect(() => {
    if (running && !run.shown) run.resume({ ...chatKey, chat_record_id: running.id }, running)
  }, [running?.id])

  useRefreshedChatLists(run.shown?.id ?? '')
  useCheckedRecords(list, run.shown, refetch)

  const ask = (question: ChatQuestion, { sibling = {}, model_id = model, once = false }: AskOptions = {}) => {
    setThrough(undefined)
    setReplacedId(sibling.parent_id)
    const answering = { ...(model_id && { model: model_id }), ...sibling }
    // A regenerated answer keeps the attachments of its question.
    const attached = sibling.mode === 'regenerate' ? [] : sendableAttachments(chat_id)
    if (attached.length > 0) markAsked(chat_id)
    void allowedTools().then((mcp_ids) =>
      run.send(
        { chat_id, ...scope, ...question, ...attachmentIds(attached, scope, sibling), mcp_ids, ...answering },
        attached.map(({ kind, id, name }) => ({ kind, id, name })),
        once,
      ),
    )
  }
  /** Answers a question again, if wanted with another model or from general knowledge. */
  const again = ({ id, question }: ChatRecord, model_id?: string, general_knowledge = false) =>
    ask(
      { message: question, general_knowledge },
      { sibling: { mode: 'regenerate', parent_id: id }, model_id },
    )
  /** Answers a question again without one part of its interpretation. */
  const without = ({ id, question }: ChatRecord, chip: UnderstoodChip, model_id?: string) =>
    ask(
      { message: question, general_knowledge: false },
      { sibling: { mode: 'regenerate', parent_id: id, without_chips: [chipKey(chip)] }, model_id },
    )
  /** Stops the answer that is being written. */
  const stop = () => {
    const chat_record_id = run.shown?.id || running?.id
    if (!chat_record_id) return
    void call(api.chat.cancel, { chat_id, chat_record_id }).then((answer) => {
      if (!answer.success) toast(`没有停下：${answer.message}`, { tone: 'bad' })
    })
  }
  const shown = run.shown && run.failure ? failedAnswer(run.shown, run.failure) : run.shown
  const stored = recordsAbove(list, shown, run.failure ? undefined : replacedId)
  const newest = stored.at(-1)
  const last = shown ?? (newest && toShownAnswer(newest))
  const complete = list.find((record) => record.id === shown?.id && isBeingChecked(record))
  const actions = { ask, again, without, stop, retry: run.again, seeSibling: setThrough, setModel }
  return { ...actions, records, ready: records.isSuccess, stored, complete, shown, last, model }
}

/**
 * Returns the records above the followed answer. The answer replaces the record that its question repeats or edits, and
 * everything after that record.
 */
function recordsAbove(
  list: readonly ChatRecord[],
  shown: ShownAnswer | undefined,
  replacedId: string | undefined,
): ChatRecord[] {
  const replacedIndex = shown ? list.findIndex(({ id }) => id === replacedId) : -1
  const unreplaced = replacedIndex === -1 ? list : list.slice(0, replacedIndex)
  return unreplaced.filter(({ id }) => id !== shown?.id)
}

/**
 * Returns the ids of the attachments as a message lists them, together with the documents every question of the chat is
 * about; none for a regenerated answer.
 */
function attachmentIds(
  attached: readonly ChatAttachment[],
  { document_ids = [] }: ChatScope,
  { mode }: SiblingOptions,
) {
  const idsOfKind = (kind: ChatAttachment['kind']) =>
    attached.flatMap((attachment) => (attachment.kind === kind ? attachment.id : []))
  if (mode === 'regenerate') return {}
  const documentIds = [...new Set([...document_ids, ...idsOfKind('document')])]
  return {
    ...(documentIds.length > 0 && { document_ids: documentIds }),
    ...(attached.length > 0 && { file_ids: idsOfKind('file') }),
    ...(mode === 'edit' && { attachments: 'given' as const }),
  }
}

/**
 * Refreshes the lists of chats as soon as the first question has a record, and marks the read records as stale for a
 * user who leaves the chat before the answer ends and returns.
 */
function useRefreshedChatLists(recordId: string): void {
  const cache = useQueryClient()
  useEffect(() => {
    if (!recordId) return
    for (const { path } of chatLists) void cache.invalidateQueries({ queryKey: [path] })
    void cache.invalidateQueries({ queryKey: [api.chat.records.path], refetchType: 'none' })
  }, [recordId, cache])
}

/** Interval at which the records are read while answers that are not followed are being checked, in milliseconds. */
const CHECKED_POLL_MS = 2_000

/**
 * Reads the records again once when the followed answer is complete, so that it can be used while its citations are
 * checked, and at an interval until the checks of all other answers have ended.
 */
function useCheckedRecords(
  list: readonly ChatRecord[],
  shown: ShownAnswer | undefined,
  refetch: () => Promise<unknown>,
): void {
  const isComplete = shown !== undefined && isBeingChecked(shown)
  useEffect(() => {
    if (isComplete) void refetch()
  }, [isComplete, refetch])
  const areOthersBeingChecked = list.some((record) => record.id !== shown?.id && isBeingChecked(record))
  useEffect(() => {
    if (!areOthersBeingChecked) return
    const timer = setInterval(() => void refetch(), CHECKED_POLL_MS)
    return () => clearInterval(timer)
  }, [areOthersBeingChecked, refetch])
}

/** Returns a function that reads which MCP servers the user has enabled; none when that cannot be read. */
function useAllowedTools(): () => Promise<string[]> {
  const cache = useQueryClient()
  useRead(api.mcp.servers, {})
  return async () => {
    const servers = await cache.ensureQueryData(readOptions(api.mcp.servers, {})).catch(() => [])
    return servers.filter(({ enabled, state }) => enabled && state === 'ready').map(({ id }) => id)
  }
}

/** Returns the failed state of an answer whose stream could not be followed. */
const failedAnswer = (shown: ShownAnswer, { problem, message }: Failure): ShownAnswer => ({
  ...shown,
  status: 'failed',
  error: { code: problem, message },
})

/** The question that the chat was opened with, and how it is sent. */
interface FirstQuestion {
  question: string | undefined
  send: (question: string) => void
  /** Called when the server has accepted or refused the question, so that a reload does not send it again. */
  onAsked: () => void
}

/** The parts of a chat that tell whether its first question was sent. */
type ChatProgress = Pick<ReturnType<typeof useChat>, 'ready' | 'shown' | 'last'>

/** Sends the question the chat was opened with, once. */
export function useSendFirstQuestion(
  { question, send, onAsked }: FirstQuestion,
  { ready, shown, last }: ChatProgress,
): void {
  const wasSent = useRef(false)
  const wasUnderWay = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` is new at every render and always the same action
  useEffect(() => {
    if (!question || !ready || wasSent.current) return
    wasSent.current = true
    // The page was reloaded before the question had been removed from the address.
    if (last?.question === question) onAsked()
    else send(question)
  }, [question, ready])
  // Sent, but the server has not yet assigned a record to it.
  const isUnderWay = shown !== undefined && shown.id === '' && isRunning(shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onAsked` is new at every render and always the same action
  useEffect(() => {
    if (!question || !wasSent.current) return
    if (isUnderWay) wasUnderWay.current = true
    else if (wasUnderWay.current) onAsked()
  }, [question, isUnderWay])
}

/** Returns the id of the model chosen for a chat in this tab; `''` for the application's default. Survives a reload. */
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
