// Runs dependency-cruiser, and finds folders that import each other.
import { spawnSync } from 'node:child_process'
import { join, posix } from 'node:path'
import { repoRoot } from './node24.mjs'

/** A module as dependency-cruiser reports it; paths are relative to the repository. */
export interface CruisedModule {
  source: string
  dependencies: { resolved: string }[]
}

/** An import that a rule forbids. */
export interface Violation {
  from: string
  to: string
  rule: { name: string }
}

/** Largest report in bytes. */
const MAX_REPORT_BYTES = 256 * 1024 * 1024

/** Checks folders below `cwd` against .dependency-cruiser.cjs. */
export function cruise(
  cwd: string,
  sources: readonly string[],
): { violations: Violation[]; modules: CruisedModule[] } {
  const program = join(repoRoot, 'node_modules', '.bin', 'depcruise')
  const config = join(repoRoot, '.dependency-cruiser.cjs')
  const args = ['--config', config, '--output-type', 'json', ...sources]
  const { stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: MAX_REPORT_BYTES })
  if (stdout === '') throw new Error(stderr)
  const { summary, modules } = JSON.parse(stdout)
  return { violations: summary.violations, modules }
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Finds cycles between the folders below `root`, each formatted as `a → b → a`: between its direct subfolders with all
 * their content, and between all folders by the files directly in them. dependency-cruiser's own folder rule includes
 * tests, which may import from anywhere; they are excluded here, as are command-line entry points, which nothing
 * imports.
 */
export function findFolderCycles(modules: readonly CruisedModule[], root: string): string[] {
  const inside = ({ source }: CruisedModule) =>
    source.startsWith(`${root}/`) && !/[.]test[.]tsx?$|-cli[.]ts$|\/testing\//.test(source)
  const shipped = modules.filter(inside)
  const first = (file: string) => file.slice(root.length + 1).replace(/\/.*/s, '')
  const graphs = [graphOf(shipped, root, first), graphOf(shipped, root, posix.dirname)]
  return graphs.flatMap(findCycles)
}

function graphOf(modules: readonly CruisedModule[], root: string, folderOf: (file: string) => string): Graph {
  const graph = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules)
    for (const { resolved } of dependencies) {
      if (!resolved.startsWith(`${root}/`)) continue
      const [from, to] = [folderOf(source), folderOf(resolved)]
      if (from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to))
    }
  return graph
}

/** Returns the shortest cycle through each folder that is on one. */
function findCycles(graph: Graph): string[] {
  return [...graph.keys()].flatMap((folder) => shortestCycle(graph, folder)?.join(' → ') ?? [])
}

function shortestCycle(graph: Graph, folder: string): string[] | undefined {
  const ways = new Map([[folder, [folder]]])
  // Iterating over a map also visits the entries added meanwhile, so this is a breadth-first search.
  for (const [at, way] of ways)
    for (const next of graph.get(at) ?? []) {
      if (next === folder) return [...way, folder]
      if (!ways.has(next)) ways.set(next, [...way, next])
    }
  return undefined
}
