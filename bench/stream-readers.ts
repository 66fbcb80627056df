// node bench/stream-readers.ts URL READERS STREAMS: reads streams (JSON, path and cookie) side by side, of answers that say
// the time or of researches, whose events carry it; prints `connected` once all are, then what came and when.
import { request } from 'node:http'

const [url = '', readers, list = '[]'] = process.argv.slice(2)
const streams: { path: string; cookie: string }[] = JSON.parse(list)

interface Seen {
  last: number
  gaps: number
  words: number
  ended: boolean
  delays: number[]
}

let connected = 0

/** Reads one stream to its end. */
function read({ path, cookie }: { path: string; cookie: string }): Promise<Seen> {
  const seen: Seen = { last: 0, gaps: 0, words: 0, ended: false, delays: [] }
  return new Promise((resolve) => {
    const asked = request(url + path, { headers: { cookie }, agent: false }, (response) => {
      let waiting = ''
      connected += 1
      if (connected === Number(readers)) process.stdout.write('connected\n')
      const from = performance.timeOrigin + performance.now()
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        const now = performance.timeOrigin + performance.now()
        const blocks = (waiting + chunk).split('\n\n')
        waiting = blocks.pop() ?? ''
        for (const block of blocks) note(seen, block, { from, now })
      })
      response.on('close', () => resolve(seen))
    })
    asked.on('error', () => resolve(seen))
    asked.end()
  })
}

const END = /^event: (?:done|run\.end)$/m

function note(seen: Seen, block: string, { from, now }: { from: number; now: number }): void {
  const id = /^id: (\d+)$/m.exec(block)?.[1]
  if (id === undefined) return
  if (Number(id) !== seen.last + 1) seen.gaps += 1
  seen.last = Number(id)
  if (END.test(block)) seen.ended = true
  const stamp = Date.parse(/"ts":"([^"]+)"/.exec(block)?.[1] ?? '')
  // What had been said before somebody came was not late.
  if (stamp >= from) seen.delays.push(now - stamp)
  for (const [, word, said] of block.matchAll(/(\d+)@([\d.]+) /g)) {
    if (Number(word) !== seen.words) seen.gaps += 1
    seen.words += 1
    if (Number(said) >= from) seen.delays.push(now - Number(said))
  }
}

const all = await Promise.all(
  Array.from({ length: Number(readers) }, (_, index) =>
    read(streams[index % streams.length] ?? { path: '', cookie: '' }),
  ),
)
const delays = all.flatMap((each) => each.delays).toSorted((a, b) => a - b)
const at = (share: number) =>
  delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? Number.NaN
console.log(
  JSON.stringify({
    events: all.reduce((sum, each) => sum + each.last, 0),
    words: all.reduce((sum, each) => sum + each.words, 0),
    gaps: all.reduce((sum, each) => sum + each.gaps, 0),
    unfinished: all.filter((each) => !each.ended).length,
    p50: at(0.5),
    p99: at(0.99),
    most: at(1),
  }),
)
