// npm run kernels: compiles search/src/kernels/kernels.wat to kernels.wasm.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileKernels, KERNELS } from './kernels-compile.ts'
import { repoRoot } from './node24.mjs'

writeFileSync(join(repoRoot, `${KERNELS}.wasm`), await compileKernels())
