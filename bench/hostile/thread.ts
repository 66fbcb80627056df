// The worker thread of npm run bench -- hostile that parses hostile texts; a parse that never ends is terminated from
// outside.
import { parentPort, workerData } from 'node:worker_threads'
import type { HostileInput } from './files.ts'
import { hostileInputs } from './inputs.ts'
import { createRecipes, type HostileRecipe, recipeName, renderRecipe } from './texts.ts'

/** The results of an input so far; the last message counts. */
export interface AttackResult {
  worst: string
  length: number
  /** Milliseconds at `length`. */
  longest: number
  /** Growth exponent of the time from half the length to the full one; null when it is too short to measure. */
  exponent: number | null
  done: boolean
}

/** Text length and time limit of the first pass over all patterns, and the number of slowest ones tried further. */
const FIRST_LENGTH = 1_000
const MAX_FIRST_PASS_MS = 2_500
const SLOWEST_COUNT = 10
/** Shorter times are noise. */
const MIN_SIGNIFICANT_MS = 6
const RUNS = 3
/** Longer texts are not tried after a run of this duration. */
const MAX_RUN_MS = 1_000

async function attack({ limit, signs, read }: HostileInput): Promise<void> {
  for (const recipe of await findSlowestRecipes(signs, limit, read)) await growText(recipe, limit, read)
  postResult({ done: true })
}

const worstResult: AttackResult = { worst: '', length: 0, longest: 0, exponent: null, done: false }
const postResult = (result: Partial<AttackResult>) =>
  parentPort?.postMessage(Object.assign(worstResult, result))

/** Doubles the length of a text up to the limit, or until it takes too long. */
async function growText(
  recipe: HostileRecipe,
  limit: number,
  read: (text: string) => unknown,
): Promise<void> {
  let before = 0
  for (let length = Math.min(FIRST_LENGTH, limit); ; length = Math.min(limit, length * 2)) {
    // Reported in advance, so that a run that never ends is known.
    parentPort?.postMessage({ ...worstResult, worst: recipeName(recipe), length })
    const duration = await shortestRun(recipe, length, read)
    recordRun(recipe, length, duration, before > MIN_SIGNIFICANT_MS ? Math.log2(duration / before) : null)
    if (length === limit || duration > MAX_RUN_MS) return
    before = length * 2 <= limit ? duration : 0
  }
}

function recordRun(recipe: HostileRecipe, length: number, duration: number, exponent: number | null): void {
  const isSteeper = (exponent ?? 0) > Math.max(1.3, worstResult.exponent ?? 0)
  if (duration <= worstResult.longest && !isSteeper) return
  const longest = Math.max(duration, worstResult.longest)
  const steepest = Math.max(exponent ?? 0, worstResult.exponent ?? 0)
  postResult({ worst: recipeName(recipe), length, longest, exponent: steepest === 0 ? null : steepest })
}

/**
 * Returns the processor time of this thread in milliseconds, so that other load does not count; wall-clock time where
 * the kernel only counts ticks.
 */
const threadTime = hasFineCpuClock()
  ? () => {
      const { user, system } = process.threadCpuUsage()
      return (user + system) / 1_000
    }
  : () => performance.now()

/** Whether the processor clock resolves two milliseconds of work, rather than reporting none or a tick of four. */
function hasFineCpuClock(): boolean {
  const seen = Array.from({ length: 8 }, () => {
    const before = process.threadCpuUsage()
    for (const until = performance.now() + 2; performance.now() < until; );
    const after = process.threadCpuUsage()
    return after.user + after.system - before.user - before.system
  })
  return Math.min(...seen) > 0 && Math.max(...seen) < 3_500
}

async function measureRun(text: string, read: (text: string) => unknown): Promise<number> {
  const before = threadTime()
  try {
    await read(text)
  } catch {
    // Rejected texts are parsed too.
  }
  return threadTime() - before
}

/** Returns the shortest of several runs, because garbage collection and compilation only make the others longer. */
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
  // Warms up, so that loading does not count.
  await measureRun('warm 中文', read)
  const until = performance.now() + MAX_FIRST_PASS_MS
  // An order that covers all lengths early, in case time runs out.
  const step = 7
  const order = Array.from({ length: step }, (_, from) => all.filter((_, at) => at % step === from)).flat()
  const times: { recipe: HostileRecipe; duration: number }[] = []
  for (const recipe of order) {
    if (performance.now() > until) break
    parentPort?.postMessage({
      worst: recipeName(recipe),
      length: FIRST_LENGTH,
      longest: 0,
      exponent: null,
      done: false,
    })
    times.push({
      recipe,
      duration: await measureRun(renderRecipe(recipe, Math.min(FIRST_LENGTH, limit)), read),
    })
  }
  return times
    .sort((a, b) => b.duration - a.duration)
    .slice(0, SLOWEST_COUNT)
    .map(({ recipe }) => recipe)
}

const input = hostileInputs[workerData as number]
if (input) await attack(input)
