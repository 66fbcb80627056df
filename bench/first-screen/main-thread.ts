// Reads from a trace of Chromium what the main thread of a page has spent its processor time on.

/** One event of a trace; times in microseconds. */
export interface TraceEvent {
  name: string
  ph: string
  ts: number
  dur?: number
  /** Processor time of the thread. */
  tdur?: number
  pid: number
  tid: number
  args?: { name?: string; data?: { url?: string; type?: string } }
}

/** What work of the main thread is done for. */
export const CAUSES = ['compile', 'run', 'collect', 'style', 'layout', 'paint', 'parse', 'other'] as const
export type Cause = (typeof CAUSES)[number]

const CAUSE_PATTERNS: [Exclude<Cause, 'other'>, RegExp][] = [
  ['compile', /^(?:v8\.compile|V8\.Compile|v8\.produceCache|V8\.Parse)/],
  ['collect', /^(?:MinorGC|MajorGC|V8\.GC|BlinkGC|CppGC)/],
  ['style', /^(?:UpdateLayoutTree|RecalculateStyles|ParseAuthorStyleSheet|Document::updateStyle)/],
  ['layout', /^(?:Layout|UpdateLayerTree|IntersectionObserver)/],
  ['paint', /^(?:Paint|PrePaint|Layerize|Commit|Decode|Composite|RasterTask)/],
  ['parse', /^ParseHTML/],
  [
    'run',
    /^(?:EvaluateScript|FunctionCall|v8\.|V8\.|TimerFire|EventDispatch|FireAnimationFrame|RunMicrotasks|XHR)/,
  ],
]

const causeOf = (name: string): Cause | undefined =>
  CAUSE_PATTERNS.find(([, pattern]) => pattern.test(name))?.[0]

/** Returns what began between two moments on the main thread that has done most in the trace, in order. */
function mainThreadEvents(events: readonly TraceEvent[], from: number, until: number): TraceEvent[] {
  const threads = events
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map(({ pid, tid }) =>
      events.filter((event) => event.ph === 'X' && event.pid === pid && event.tid === tid),
    )
  const [busiest = []] = threads.toSorted((a, b) => b.length - a.length)
  return busiest
    .filter(({ ts }) => ts >= from && ts <= until)
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
}

/** What the main thread has spent its time on between two moments. */
export interface MainThreadCosts {
  /** Milliseconds of processor time by cause. */
  byCause: Record<Cause, number>
  /** Tasks of more than 50 ms. */
  longTasks: number
}

const LONG_TASK_US = 50_000

/**
 * Returns the processor time of the main thread by cause, each event without those inside it. An event of no known
 * cause counts for the one around it.
 *
 * @param from when the page was requested, in microseconds of the trace
 * @param until when its content was shown
 */
export function mainThreadCosts(events: readonly TraceEvent[], from: number, until: number): MainThreadCosts {
  const byCause = Object.fromEntries(CAUSES.map((cause) => [cause, 0])) as Record<Cause, number>
  const open: { end: number; cause: Cause }[] = []
  let longTasks = 0
  for (const { name, ts, dur = 0, tdur = 0 } of mainThreadEvents(events, from, until)) {
    while (isOver(open.at(-1), ts)) open.pop()
    const around = open.at(-1)
    const cause = causeOf(name) ?? around?.cause ?? 'other'
    byCause[cause] += tdur / 1_000
    if (around) byCause[around.cause] -= tdur / 1_000
    else if (dur > LONG_TASK_US) longTasks += 1
    open.push({ end: ts + dur, cause })
  }
  return { byCause, longTasks }
}

const isOver = (event: { end: number } | undefined, at: number): boolean =>
  event !== undefined && event.end <= at
