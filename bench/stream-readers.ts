// node bench/stream-readers.ts URL READERS STREAMS: reads streams (JSON, path and cookie) in parallel, of answers that
// contain the time or of research runs, whose events carry it; prints `connected` once all are connected, then what was
// received and when.
import { request } from 'node:http'

const [url = '', readers, list = '[]'] = process.argv.slice(2)
const streams: { path: string; cookie: string }[] = JSON.parse(list)

interface StreamFigures {
  last: number
  gaps: number
  words: number
  ended: boolean
  delays: number[]
}

let connectedCount = 0

/** Reads one stream to its end. */
function readStream({ path, cookie }: { path: string; cookie: string }): Promise<StreamFigures> {
  const seen: StreamFigures = { last: 0, gaps: 0, words: 0, ended: false, delays: [] }
  return new Promise((resolve) => {
    const asked = request(url + path, { headers: { cookie }, agent: false }, (response) => {
      let waiting = ''
      connectedCount += 1
      if (connectedCount === Number(readers)) process.stdout.write('connected\n')
      const from = performance.timeOrigin + performance.now()
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        const now = performance.timeOrigin + performance.now()
        const blocks = (waiting + chunk).split('\n\n')
        waiting = blocks.pop() ?? ''
        for (const block of blocks) recordEvents(seen, block, { from, now })
      })
      response.on('close', () => resolve(seen))
    })
    asked.on('error', () => resolve(seen))
    asked.end()
  })
}

const END_EVENT = /^event: (?:done|run\.end)$/m

function recordEvents(
  seen: StreamFigures,
  block: string,
  { from, now }: { from: number; now: number },
): void {
  const id = /^id: (\d+)$/m.exec(block)?.[1]
  if (id === undefined) return
  if (Number(id) !== seen.last + 1) seen.gaps += 1
  seen.last = Number(id)
  if (END_EVENT.test(block)) seen.ended = true
  const stamp = Date.parse(/"ts":"([^"]+)"/.exec(block)?.[1] ?? '')
  // Events from before the reader connected do not count as delayed.
  if (stamp >= from) seen.delays.push(now - stamp)
  for (const [, word, said] of block.matchAll(/(\d+)@([\d.]+) /g)) {
    if (Number(word) !== seen.words) seen.gaps += 1
    seen.words += 1
    if (Number(said) >= from) seen.delays.push(now - Number(said))
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
