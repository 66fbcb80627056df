// npm run bench -- hostile [NAME]: feeds hostile texts (repetitions of every one, two and three significant characters)
// to all parsers, and to every text field of the contract over HTTP; prints the longest times and their growth.
import { Worker } from 'node:worker_threads'
import { attackCalls } from './hostile/calls.ts'
import { hostileInputs } from './hostile/inputs.ts'
import type { AttackResult } from './hostile/thread.ts'

const MAX_READ_MS = 50
const MAX_EXPONENT = 1.3
/** A parse that takes longer is reported as endless, in milliseconds. */
const ATTACK_TIMEOUT_MS = 20_000

const [only = ''] = process.argv.slice(3)

/** Attacks one input in a worker thread, which is terminated when it does not finish. */
function attackInput(at: number): Promise<AttackResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./hostile/thread.ts', import.meta.url), { workerData: at })
    let last: AttackResult = { worst: '', length: 0, longest: 0, exponent: null, done: false }
    const finish = (result: AttackResult) => {
      clearTimeout(timer)
      void worker.terminate()
      resolve(result)
    }
    const giveUp = () => finish({ ...last, longest: ATTACK_TIMEOUT_MS, exponent: Number.POSITIVE_INFINITY })
    let timer = setTimeout(giveUp, ATTACK_TIMEOUT_MS)
    worker.on('message', (result: AttackResult) => {
      last = result
      clearTimeout(timer)
      timer = setTimeout(giveUp, ATTACK_TIMEOUT_MS)
      if (result.done) finish(result)
    })
    worker.on('error', reject)
  })
}

function resultLine(name: string, { worst, length, longest, exponent }: AttackResult): string {
  const grows = exponent === null ? '–' : exponent.toFixed(2)
  const bad = longest > MAX_READ_MS || (exponent ?? 0) > MAX_EXPONENT ? ' ✗' : ''
  return `| ${name} | ${worst.replaceAll('|', '\\|')} | ${length} | ${longest.toFixed(1)} | ${grows}${bad} |`
}

console.log('| reads | worst pattern | characters | ms | exponent |\n|---|---|---|---|---|')
const failures: string[] = []
for (const [at, { name }] of hostileInputs.entries()) {
  if (!name.includes(only)) continue
  const row = resultLine(name, await attackInput(at))
  console.log(row)
  if (row.includes('✗')) failures.push(name)
}
if (only === '' || only === 'calls') {
  console.log('\n| call | text | characters | longest pause of the main thread, ms |\n|---|---|---|---|')
  for (const { call, text, length, pause } of await attackCalls()) {
    console.log(`| ${call} | ${text} | ${length} | ${pause.toFixed(0)}${pause > MAX_READ_MS ? ' ✗' : ''} |`)
    if (pause > MAX_READ_MS) failures.push(call)
  }
}
console.log(
  failures.length === 0
    ? `\nnone over ${MAX_READ_MS} ms or ${MAX_EXPONENT}`
    : `\nover the goal: ${failures.join(', ')}`,
)
process.exit()
