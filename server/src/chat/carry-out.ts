import { answerFaults } from '@scinav/contract'
import type { AnswerPart } from '../answers/answer.service.ts'
import type { BaseContext } from '../context/context.ts'
import type { LiveRun, RunEnd, StopReason } from './live-run.ts'

/** Makes an answer, part by part; stops when the signal says so. */
export type Answering = (signal: AbortSignal) => AsyncIterable<AnswerPart>

/** Lets an answer be made and says how it ended. A run that was lost says nothing more. */
export async function carryOut(ctx: BaseContext, run: LiveRun, answering: Answering): Promise<void> {
  try {
    const parts = answering(run.signal)[Symbol.asyncIterator]()
    for (;;) {
      const { done, value } = await nextUnlessStopped(parts, run.signal)
      if (done) break
      await run.emit(value)
    }
    run.finish({ status: 'done', last: { event: 'done', data: {} } })
  } catch (error) {
    const end = run.signal.aborted ? endOfStopped(run.signal.reason) : endOfFailed(ctx, run, error)
    if (end) run.finish(end)
  }
}

/** The next part, or at once the reason to stop: what does not listen to the signal is left behind. */
function nextUnlessStopped<Part>(parts: AsyncIterator<Part>, signal: AbortSignal) {
  return new Promise<IteratorResult<Part>>((resolve, reject) => {
    const stop = () => {
      reject(signal.reason)
      parts.return?.().catch(() => {})
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop)
    parts
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop))
  })
}

const INTERRUPTED = {
  code: 'interrupted',
  message: '服务器重新启动，回答中断了；已经写出的内容保留着，可以重试。',
  retryable: true,
} as const

/** How a run ends whose process is gone, or about to go. */
export const interruptedEnd: RunEnd & { last: { event: 'error' } } = {
  status: 'failed',
  last: { event: 'error', data: INTERRUPTED },
}

function endOfStopped(reason: StopReason): RunEnd | null {
  if (reason === 'lost') return null
  if (reason === 'stopping') return interruptedEnd
  return { status: 'cancelled', last: { event: 'cancelled', data: {} } }
}

/** A fault that names a code keeps it; anything else is ours, and its own message stays out of sight. */
function endOfFailed(ctx: BaseContext, run: LiveRun, error: unknown): RunEnd {
  const { code, message, retryable } = error as Partial<Record<'code' | 'message' | 'retryable', unknown>>
  const known = answerFaults.find((each) => each === code)
  if (known && typeof message === 'string') {
    ctx.log.warn({ fault: known, chat_record_id: run.id }, 'an answer failed')
    return {
      status: 'failed',
      last: { event: 'error', data: { code: known, message, retryable: retryable === true } },
    }
  }
  ctx.log.error({ err: error, chat_record_id: run.id }, 'an answer failed')
  const data = { code: 'internal', message: '生成回答时出现内部错误，请重试。', retryable: true } as const
  return { status: 'failed', last: { event: 'error', data } }
}
