// Checks the imports of the whole tree against .dependency-cruiser.cjs, and that no folders import each other. One run
// of dependency-cruiser serves both, because it takes most of the time.
import { cruise, findFolderCycles } from './layers.ts'
import { repoRoot } from './node24.mjs'
import { shippedSources } from './workspaces.ts'

/** A run that saw fewer modules has missed parts of the tree. */
const MIN_MODULES = 1_000

const sources = [...shippedSources, 'server/migrations', 'scripts', 'tools', 'e2e', 'bench']
const { violations, modules } = cruise(repoRoot, sources)
const cycles = ['web/src', 'server/src'].flatMap((root) => findFolderCycles(modules, root))
const faults = [
  ...violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`),
  ...cycles.map((cycle) => `folders import each other: ${cycle}`),
  ...(modules.length < MIN_MODULES ? [`only ${modules.length} modules were seen`] : []),
]
for (const fault of faults) console.error(fault)
console.log(`${modules.length} modules, ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
