import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileKernels, KERNELS } from './kernels.ts'
import { repoRoot } from './node24.mjs'

test('the kernels that are loaded are those of the text', async () => {
  const loaded = readFileSync(join(repoRoot, `${KERNELS}.wasm`))
  expect(loaded.equals(await compileKernels()), 'run npm run kernels').toBe(true)
})
