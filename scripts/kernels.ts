// npm run kernels: compiles search/src/kernels/kernels.wat to kernels.wasm.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import wabt from 'wabt'
import { repoRoot } from './node24.mjs'

/** Path of the search core's kernels, as text and as the compiled module, without extension. */
export const KERNELS = 'search/src/kernels/kernels'

/** WebAssembly features beyond the first version that the kernels use. */
const FEATURES = { multi_memory: true, threads: true, simd: true, bulk_memory: true }

/**
 * Compiles the kernels' text to a module.
 *
 * @throws with the fault and its position in the text
 */
export async function compileKernels(): Promise<Uint8Array> {
  const { parseWat } = await wabt()
  const module = parseWat('kernels.wat', readFileSync(join(repoRoot, `${KERNELS}.wat`), 'utf8'), FEATURES)
  const { buffer } = module.toBinary({})
  module.destroy()
  return buffer
}

if (import.meta.main) writeFileSync(join(repoRoot, `${KERNELS}.wasm`), await compileKernels())
