import { type AnswerEvent, api, type InputOf } from '@scinav/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../api/call.ts'
import { idempotencyKeyOf, newIdempotencyKey } from '../../api/request.ts'
import { followStream, type StreamPosition } from '../../api/stream.ts'
import { useTabActive } from '../../api/use-tab-active.ts'
import {
  applyEvent,
  type ChatRecord,
  isLastEvent,
  newAnswer,
  newAnswerFor,
  type ShownAnswer,
  toShownAnswer,
} from './run.ts'

/** The input of the call that sends a question. */
type SendInput = InputOf<typeof api.chat.send>
/** The input of the call that follows an answer. */
type ResumeInput = InputOf<typeof api.chat.resume>

/**
 * The followed stream: of a message being sent, or of an answer started before the page was loaded. `shown` is the
 * answer so far, replaced at every event.
 */
type RunTarget = StreamPosition & { shown: ShownAnswer } & (
    | { kind: 'send'; message: SendInput }
    | { kind: 'resume'; input: ResumeInput; record: ChatRecord }
  )

/** Interval at which received events are rendered, in milliseconds. */
const RENDER_INTERVAL_MS = 50

/**
 * Follows one answer at a time: of a question that `send` sends, or one under way (`resume`). `shown` is the answer so
 * far, undefined when none is followed; `failure` is why the stream could not be followed, until `again` reconnects.
 *
 * A stream that was cut, or closed in a hidden tab, resumes after its last event. The idempotency key of a question
 * lets a repeated POST join the answer that the first one started; with `once`, equal questions have the same key.
 * `onEnd` is called after the last event and reads the record; when it resolves to false, the followed answer stays
 * visible.
 */
export function useRun(onEnd: () => Promise<boolean>) {
  const [target, setTarget] = useState<RunTarget>()
  const [shown, setShown] = useState<ShownAnswer>()
  const [failure, setFailure] = useState<Failure>()
  /** Counts the reconnections that `again` requested. */
  const [round, setRound] = useState(0)
  const isActive = useTabActive()
  const latestOnEnd = useRef(onEnd)
  latestOnEnd.current = onEnd
  const latestTarget = useRef<RunTarget>(undefined)

  const begin = useCallback((next: RunTarget) => {
    latestTarget.current = next
    setFailure(undefined)
    setShown(displayedAnswer(next))
    setTarget(next)
  }, [])
  const send = useCallback(
    (message: SendInput, attachments: ShownAnswer['attachments'], once = false) =>
      begin(newSendTarget(message, attachments, once)),
    [begin],
  )
  const resume = useCallback(
    (input: ResumeInput, record: ChatRecord) =>
      begin({ kind: 'resume', input, record, shown: newAnswerFor(record), lastEventId: '' }),
    [begin],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` reconnects
  useEffect(() => {
    if (!target || !isActive) return
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout> | undefined
    const render = () => {
      timer = undefined
      setShown(displayedAnswer(target))
    }
    const onEvent = (event: AnswerEvent) => {
      if (signal.aborted) return
      target.shown = applyEvent(target.shown, event)
      timer ??= setTimeout(render, RENDER_INTERVAL_MS)
    }
    const finish = async (failed: Failure | undefined) => {
      if (signal.aborted) return
      clearTimeout(timer)
      render()
      if (failed) return setFailure(failed)
      const isRead = await latestOnEnd.current()
      if (signal.aborted || !isRead || latestTarget.current !== target) return
      setTarget(undefined)
      setShown(undefined)
    }
    void followTarget(target, onEvent, signal).then(finish)
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [target, isActive, round])

  const again = useCallback(() => {
    setFailure(undefined)
    setRound((current) => current + 1)
  }, [])
  return { shown, failure, send, resume, again }
}

/** Returns the target of a new question. */
const newSendTarget = (
  message: SendInput,
  attachments: ShownAnswer['attachments'],
  once: boolean,
): RunTarget => ({
  kind: 'send',
  message,
  shown: newAnswer(message.message ?? '', '', attachments),
  lastEventId: '',
  idempotencyKey: once ? idempotencyKeyOf(message) : newIdempotencyKey(),
})

/** Returns the answer received so far. A resumed answer shows its record until the events have caught up with it. */
function displayedAnswer(target: RunTarget): ShownAnswer {
  const { shown } = target
  if (target.kind === 'send' || shown.answer.length >= target.record.answer.length) return shown
  const { answer, reasoning, citations, engine, model, notices } = toShownAnswer(target.record)
  return { ...shown, answer, reasoning, citations, engine, model, notices }
}

/** Follows the stream of a target; resolves when it has ended, with the failure if it could not be followed. */
function followTarget(target: RunTarget, onEvent: (event: AnswerEvent) => void, signal: AbortSignal) {
  const listener = { onEvent, isLast: isLastEvent }
  if (target.kind === 'send') return followStream(api.chat.send, target.message, target, listener, signal)
  return followStream(api.chat.resume, target.input, target, listener, signal)
}
