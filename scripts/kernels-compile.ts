import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import wabt from 'wabt'
import { repoRoot } from './node24.mjs'

/** The kernels of the search core, as text and as the product loads them. */
export const KERNELS = 'search/src/kernels/kernels'

/** What the kernels use beyond the first version of WebAssembly. */
const FEATURES = { multi_memory: true, threads: true, simd: true, bulk_memory: true }

/** The kernels' text as a module. @throws what is wrong with the text, and where. */
export async function compileKernels(): Promise<Uint8Array> {
  const { parseWat } = await wabt()
  const module = parseWat('kernels.wat', readFileSync(join(repoRoot, `${KERNELS}.wat`), 'utf8'), FEATURES)
  const { buffer } = module.toBinary({})
  module.destroy()
  return buffer
}
