// The thread of npm run bench -- hostile that reads hostile texts: whatever never ends here is ended from outside.
import { parentPort, workerData } from 'node:worker_threads'
import type { Input } from './hostile-files.ts'
import { inputs } from './hostile-inputs.ts'
import { cook, nameOf, type Recipe, recipesOf } from './hostile-texts.ts'

/** What is known of an input so far; the last one counts. */
export interface Told {
  worst: string
  length: number
  /** Milliseconds at `length`. */
  longest: number
  /** Of the time from half of the length to all of it; null where it is too short to tell. */
  exponent: number | null
  done: boolean
}

/** The first look at every pattern, and how many of the slowest are looked at again. */
const FIRST_LENGTH = 1_000
const MOST_FIRST_MS = 2_500
const SLOWEST = 10
/** Shorter times are noise. */
const TELLING_MS = 6
const RUNS = 3
/** No longer text is tried where one took so long. */
const ENOUGH_MS = 1_000

async function attack({ limit, signs, read }: Input): Promise<void> {
  for (const recipe of await slowest(signs, limit, read)) await stretch(recipe, limit, read)
  tell({ done: true })
}

const best: Told = { worst: '', length: 0, longest: 0, exponent: null, done: false }
const tell = (told: Partial<Told>) => parentPort?.postMessage(Object.assign(best, told))

/** Doubles a text up to the limit, or until it takes too long. */
async function stretch(recipe: Recipe, limit: number, read: (text: string) => unknown): Promise<void> {
  let before = 0
  for (let length = Math.min(FIRST_LENGTH, limit); ; length = Math.min(limit, length * 2)) {
    // Should this one not end, it is known what it was.
    parentPort?.postMessage({ ...best, worst: nameOf(recipe), length })
    const took = await least(recipe, length, read)
    note(recipe, length, took, before > TELLING_MS ? Math.log2(took / before) : null)
    if (length === limit || took > ENOUGH_MS) return
    before = length * 2 <= limit ? took : 0
  }
}

function note(recipe: Recipe, length: number, took: number, exponent: number | null): void {
  const isSteeper = (exponent ?? 0) > Math.max(1.3, best.exponent ?? 0)
  if (took <= best.longest && !isSteeper) return
  const longest = Math.max(took, best.longest)
  const steepest = Math.max(exponent ?? 0, best.exponent ?? 0)
  tell({ worst: nameOf(recipe), length, longest, exponent: steepest === 0 ? null : steepest })
}

/** Milliseconds of this thread alone, so that a busy machine does not count; of the clock where a kernel counts ticks. */
const clock = countsFinely()
  ? () => {
      const { user, system } = process.threadCpuUsage()
      return (user + system) / 1_000
    }
  : () => performance.now()

/** Whether two milliseconds of work are seen as about two, not as none or as a tick of four. */
function countsFinely(): boolean {
  const seen = Array.from({ length: 8 }, () => {
    const { user, system } = process.threadCpuUsage()
    for (const until = performance.now() + 2; performance.now() < until; );
    const { user: user_now, system: system_now } = process.threadCpuUsage()
    return user_now + system_now - user - system
  })
  return Math.min(...seen) > 0 && Math.max(...seen) < 3_500
}

async function timed(text: string, read: (text: string) => unknown): Promise<number> {
  const before = clock()
  try {
    await read(text)
  } catch {
    // What is refused is read too.
  }
  return clock() - before
}

/** The shortest of some runs: what is collected or compiled in others only makes them longer. */
async function least(recipe: Recipe, length: number, read: (text: string) => unknown): Promise<number> {
  const text = cook(recipe, length)
  let shortest = await timed(text, read)
  for (let run = 1; run < RUNS && shortest > TELLING_MS && shortest < ENOUGH_MS; run += 1)
    shortest = Math.min(shortest, await timed(text, read))
  return shortest
}

async function slowest(signs: string, limit: number, read: (text: string) => unknown): Promise<Recipe[]> {
  const all = recipesOf(signs)
  // What the first call loads counts for nobody.
  await timed('warm 中文', read)
  const until = performance.now() + MOST_FIRST_MS
  // In an order that has something of all lengths early, should time run out.
  const step = 7
  const order = Array.from({ length: step }, (_, from) => all.filter((_, at) => at % step === from)).flat()
  const times: { recipe: Recipe; took: number }[] = []
  for (const recipe of order) {
    if (performance.now() > until) break
    parentPort?.postMessage({
      worst: nameOf(recipe),
      length: FIRST_LENGTH,
      longest: 0,
      exponent: null,
      done: false,
    })
    times.push({ recipe, took: await timed(cook(recipe, Math.min(FIRST_LENGTH, limit)), read) })
  }
  return times
    .sort((a, b) => b.took - a.took)
    .slice(0, SLOWEST)
    .map(({ recipe }) => recipe)
}

const input = inputs[workerData as number]
if (input) await attack(input)
