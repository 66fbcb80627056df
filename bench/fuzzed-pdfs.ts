import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { UnreadableDocument } from '../documents/src/index.ts'
import { createParserPool } from '../server/src/documents/parser/index.ts'
import { mutateFile, readSeedFiles } from './pdf-mutations.ts'
import { createRandom } from './random.ts'

const MB = 1024 * 1024
const LIMITS = { timeout_s: 120, step_ms: 60_000, memory_bytes: 1024 * MB }

/**
 * Parses broken PDFs as a server does, in monitored processes. Each must end with a text or with a reason for its
 * owner. Those whose process had to be killed are reported by their number, from which the same file can be generated
 * again.
 */
export async function fuzzBench(folder: string, count: number, seed: number): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const parsing = createParserPool({ out: join(folder, 'out'), limits: LIMITS })
  const seeds = readSeedFiles()
  const outcomes = new Map<string, number>()
  const faults: string[] = []
  let [slowest, slowestAt] = [0, 0]
  const delays = monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  const one = async (number: number) => {
    const path = join(folder, `${number}.pdf`)
    writeFileSync(path, mutateFile(seeds, createRandom(seed * 1_000_003 + number)))
    const began = performance.now()
    const outcome = await parseOutcome(() =>
      parsing.parse({ id: String(number), owner_id: 'fuzz', path, name: 'a.pdf' }),
    )
    const took = performance.now() - began
    if (took > slowest) [slowest, slowestAt] = [took, number]
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (PROCESS_FAILURES.has(outcome) || outcome.startsWith('!'))
      faults.push(`${number}: ${outcome} after ${took.toFixed(0)} ms`)
    rmSync(path)
  }
  // One after the other, because waiting for a turn is not part of a file's time.
  for (let number = 0; number < count; number += 1) await one(number)
  delays.disable()
  parsing.close()
  console.log(
    `\n${count} files, seed ${seed}, of ${seeds.length} to begin with\n\n| outcome | files |\n|---|---|`,
  )
  for (const [outcome, files] of [...outcomes].toSorted((a, b) => b[1] - a[1]))
    console.log(`| ${outcome} | ${files} |`)
  console.log(
    `\nslowest: ${slowest.toFixed(0)} ms (${slowestAt}); longest pause of this process ${(delays.max / 1e6).toFixed(0)} ms`,
  )
  console.log(faults.length === 0 ? 'no process had to be ended' : faults.join('\n'))
}

/** Outcomes in which the process was killed or crashed. */
const PROCESS_FAILURES: ReadonlySet<string> = new Set(['too-slow', 'too-much-memory', 'crashed'])

async function parseOutcome(
  parse: () => ReturnType<ReturnType<typeof createParserPool>['parse']>,
): Promise<string> {
  try {
    const file = await parse()
    await file.discard()
    return 'read'
  } catch (error) {
    if (error instanceof UnreadableDocument && error.cause) console.log(String(error.cause))
    return error instanceof UnreadableDocument ? error.kind : `! ${error}`
  }
}
