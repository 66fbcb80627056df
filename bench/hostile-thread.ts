// The thread of npm run bench -- hostile that reads hostile texts: whatever never ends here is ended from outside.
import { parentPort, workerData } from 'node:worker_threads'
import type { HostileInput } from './hostile-files.ts'
import { hostileInputs } from './hostile-inputs.ts'
import { createRecipes, type HostileRecipe, recipeName, renderRecipe } from './hostile-texts.ts'

/** What is known of an input so far; the last one counts. */
export interface AttackResult {
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
const MAX_FIRST_PASS_MS = 2_500
const SLOWEST_COUNT = 10
/** Shorter times are noise. */
const MIN_SIGNIFICANT_MS = 6
const RUNS = 3
/** No longer text is tried where one took so long. */
const MAX_RUN_MS = 1_000

async function attack({ limit, signs, read }: HostileInput): Promise<void> {
  for (const recipe of await findSlowestRecipes(signs, limit, read)) await growText(recipe, limit, read)
  postResult({ done: true })
}

const worstResult: AttackResult = { worst: '', length: 0, longest: 0, exponent: null, done: false }
const postResult = (told: Partial<AttackResult>) => parentPort?.postMessage(Object.assign(worstResult, told))

/** Doubles a text up to the limit, or until it takes too long. */
async function growText(
  recipe: HostileRecipe,
  limit: number,
  read: (text: string) => unknown,
): Promise<void> {
  let before = 0
  for (let length = Math.min(FIRST_LENGTH, limit); ; length = Math.min(limit, length * 2)) {
    // Should this one not end, it is known what it was.
    parentPort?.postMessage({ ...worstResult, worst: recipeName(recipe), length })
    const took = await shortestRun(recipe, length, read)
    recordRun(recipe, length, took, before > MIN_SIGNIFICANT_MS ? Math.log2(took / before) : null)
    if (length === limit || took > MAX_RUN_MS) return
    before = length * 2 <= limit ? took : 0
  }
}

function recordRun(recipe: HostileRecipe, length: number, took: number, exponent: number | null): void {
  const isSteeper = (exponent ?? 0) > Math.max(1.3, worstResult.exponent ?? 0)
  if (took <= worstResult.longest && !isSteeper) return
  const longest = Math.max(took, worstResult.longest)
  const steepest = Math.max(exponent ?? 0, worstResult.exponent ?? 0)
  postResult({ worst: recipeName(recipe), length, longest, exponent: steepest === 0 ? null : steepest })
}

/** Milliseconds of this thread alone, so that a busy machine does not count; of the clock where a kernel counts ticks. */
const threadTime = hasFineCpuClock()
  ? () => {
      const { user, system } = process.threadCpuUsage()
      return (user + system) / 1_000
    }
  : () => performance.now()

/** Whether two milliseconds of work are seen as about two, not as none or as a tick of four. */
function hasFineCpuClock(): boolean {
  const seen = Array.from({ length: 8 }, () => {
    const { user, system } = process.threadCpuUsage()
    for (const until = performance.now() + 2; performance.now() < until; );
    const { user: user_now, system: system_now } = process.threadCpuUsage()
    return user_now + system_now - user - system
  })
  return Math.min(...seen) > 0 && Math.max(...seen) < 3_500
}

async function measureRun(text: string, read: (text: string) => unknown): Promise<number> {
  const before = threadTime()
  try {
    await read(text)
  } catch {
    // What is refused is read too.
  }
  return threadTime() - before
}

/** The shortest of some runs: what is collected or compiled in others only makes them longer. */
async function shortestRun(
  recipe: HostileRecipe,
  length: number,
  read: (text: string) => unknown,
): Promise<number> {
  const text = renderRecipe(recipe, length)
  let shortest = await measureRun(text, read)
  for (let run = 1; run < RUNS && shortest > MIN_SIGNIFICANT_MS && shortest < MAX_RUN_MS; run += 1)
    shortest = Math.min(shortest, await measureRun(text, read))
  return shortest
}

async function findSlowestRecipes(
  signs: string,
  limit: number,
  read: (text: string) => unknown,
): Promise<HostileRecipe[]> {
  const all = createRecipes(signs)
  // What the first call loads counts for nobody.
  await measureRun('warm 中文', read)
  const until = performance.now() + MAX_FIRST_PASS_MS
  // In an order that has something of all lengths early, should time run out.
  const step = 7
  const order = Array.from({ length: step }, (_, from) => all.filter((_, at) => at % step === from)).flat()
  const times: { recipe: HostileRecipe; took: number }[] = []
  for (const recipe of order) {
    if (performance.now() > until) break
    parentPort?.postMessage({
      worst: recipeName(recipe),
      length: FIRST_LENGTH,
      longest: 0,
      exponent: null,
      done: false,
    })
    times.push({ recipe, took: await measureRun(renderRecipe(recipe, Math.min(FIRST_LENGTH, limit)), read) })
  }
  return times
    .sort((a, b) => b.took - a.took)
    .slice(0, SLOWEST_COUNT)
    .map(({ recipe }) => recipe)
}

const input = hostileInputs[workerData as number]
if (input) await attack(input)
