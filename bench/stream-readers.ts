// node bench/stream-readers.ts URL READERS STREAMS: reads streams (JSON, path and cookie) in parallel, of answers that
// contain the time or of research runs, whose events carry it; prints `connected` once all are connected, then what was
// received and when.
import { request } from 'node:http'

const [url = '', readers, list = '[]'] = process.argv.slice(2)
const streams: { path: string; cookie: string }[] = JSON.parse(list)

/** What was received of one stream. */
interface StreamFigures {
  /** The number of the last event. */
  last: number
  /** Events and words that were lost or came out of order. */
  gaps: number
  words: number
  ended: boolean
  /** Times from when events and words were written to when they were read, in milliseconds. */
  delays: number[]
}

let connectedCount = 0

/** Reads one stream to its end. */
function readStream({ path, cookie }: { path: string; cookie: string }): Promise<StreamFigures> {
  const figures: StreamFigures = { last: 0, gaps: 0, words: 0, ended: false, delays: [] }
  return new Promise((resolve) => {
    const outgoing = request(url + path, { headers: { cookie }, agent: false }, (response) => {
      /** The beginning of an event whose end has not arrived. */
      let unfinished = ''
      connectedCount += 1
      if (connectedCount === Number(readers)) process.stdout.write('connected\n')
      const from = performance.timeOrigin + performance.now()
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        const now = performance.timeOrigin + performance.now()
        const blocks = (unfinished + chunk).split('\n\n')
        unfinished = blocks.pop() ?? ''
        for (const block of blocks) recordEvents(figures, block, { from, now })
      })
      response.on('close', () => resolve(figures))
    })
    outgoing.on('error', () => resolve(figures))
    outgoing.end()
  })
}

/** Matches the last event of an answer or of a research run. */
const END_EVENT = /^event: (?:done|run\.end)$/m

/** Counts an event and its words: `12@1764500000000.125 ` is word 12 with the time when it was written. */
function recordEvents(
  figures: StreamFigures,
  block: string,
  { from, now }: { from: number; now: number },
): void {
  const id = /^id: (\d+)$/m.exec(block)?.[1]
  if (id === undefined) return
  if (Number(id) !== figures.last + 1) figures.gaps += 1
  figures.last = Number(id)
  if (END_EVENT.test(block)) figures.ended = true
  const stamp = Date.parse(/"ts":"([^"]+)"/.exec(block)?.[1] ?? '')
  // Events from before the reader connected do not count as delayed.
  if (stamp >= from) figures.delays.push(now - stamp)
  for (const [, word, said] of block.matchAll(/(\d+)@([\d.]+) /g)) {
    if (Number(word) !== figures.words) figures.gaps += 1
    figures.words += 1
    if (Number(said) >= from) figures.delays.push(now - Number(said))
  }
}

const streamFigures = await Promise.all(
  Array.from({ length: Number(readers) }, (_, index) =>
    readStream(streams[index % streams.length] ?? { path: '', cookie: '' }),
  ),
)
const delays = streamFigures.flatMap((each) => each.delays).toSorted((a, b) => a - b)
const quantile = (share: number) =>
  delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? Number.NaN
console.log(
  JSON.stringify({
    events: streamFigures.reduce((sum, each) => sum + each.last, 0),
    words: streamFigures.reduce((sum, each) => sum + each.words, 0),
    gaps: streamFigures.reduce((sum, each) => sum + each.gaps, 0),
    unfinished: streamFigures.filter((each) => !each.ended).length,
    p50: quantile(0.5),
    p99: quantile(0.99),
    most: quantile(1),
  }),
)
