// npm run bench -- hostile [NAME]: feeds hostile texts (repeats of every one, two and three signs that mean something) to all
// that reads text, and to every text of the contract over HTTP; prints the longest times and how they grow.
import { Worker } from 'node:worker_threads'
import { attackCalls } from './hostile-calls.ts'
import { inputs } from './hostile-inputs.ts'
import type { Told } from './hostile-thread.ts'

const MOST_MS = 50
const STEEPEST = 1.3
/** What takes longer is said never to end. */
const ENDLESS_MS = 20_000

const [only = ''] = process.argv.slice(3)

/** Tries one input in a thread, which is ended where nothing is heard of it. */
function attack(at: number): Promise<Told> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./hostile-thread.ts', import.meta.url), { workerData: at })
    let last: Told = { worst: '', length: 0, longest: 0, exponent: null, done: false }
    const finish = (told: Told) => {
      clearTimeout(timer)
      void worker.terminate()
      resolve(told)
    }
    const giveUp = () => finish({ ...last, longest: ENDLESS_MS, exponent: Number.POSITIVE_INFINITY })
    let timer = setTimeout(giveUp, ENDLESS_MS)
    worker.on('message', (told: Told) => {
      last = told
      clearTimeout(timer)
      timer = setTimeout(giveUp, ENDLESS_MS)
      if (told.done) finish(told)
    })
    worker.on('error', reject)
  })
}

function line(name: string, { worst, length, longest, exponent }: Told): string {
  const grows = exponent === null ? '–' : exponent.toFixed(2)
  const bad = longest > MOST_MS || (exponent ?? 0) > STEEPEST ? ' ✗' : ''
  return `| ${name} | ${worst.replaceAll('|', '\\|')} | ${length} | ${longest.toFixed(1)} | ${grows}${bad} |`
}

console.log('| reads | worst pattern | characters | ms | exponent |\n|---|---|---|---|---|')
const bad: string[] = []
for (const [at, { name }] of inputs.entries()) {
  if (!name.includes(only)) continue
  const row = line(name, await attack(at))
  console.log(row)
  if (row.includes('✗')) bad.push(name)
}
if (only === '' || only === 'calls') {
  console.log('\n| call | text | characters | longest pause of the main thread, ms |\n|---|---|---|---|')
  for (const { call, text, length, pause } of await attackCalls()) {
    console.log(`| ${call} | ${text} | ${length} | ${pause.toFixed(0)}${pause > MOST_MS ? ' ✗' : ''} |`)
    if (pause > MOST_MS) bad.push(call)
  }
}
console.log(
  bad.length === 0 ? `\nnone over ${MOST_MS} ms or ${STEEPEST}` : `\nover the goal: ${bad.join(', ')}`,
)
process.exit()
