import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repoRoot } from '../node24.mjs'

/** The workspaces of a build are its own; all other packages come from the present node_modules. */
const WORKSPACE_SCOPE = '@scinav'

/**
 * Extracts the program of a commit into its own folder, over the present dependencies. Returns its main file and a
 * function that removes the folder.
 *
 * @throws when the repository lacks the commit, as a shallow clone may
 */
export function extractBuild(commit: string): { main: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'scinav-older-'))
  const archive = join(folder, 'build.tar')
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: repoRoot })
  execFileSync('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
  for (const place of ['', 'server', 'web']) linkModules(join(repoRoot, place), join(folder, place))
  const workspaces = join(folder, 'node_modules', WORKSPACE_SCOPE)
  mkdirSync(workspaces)
  for (const name of readdirSync(join(repoRoot, 'node_modules', WORKSPACE_SCOPE)))
    if (existsSync(join(folder, name))) symlinkSync(join(folder, name), join(workspaces, name))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  return { main: join(folder, 'server', 'src', 'main.ts'), remove }
}

function linkModules(from: string, to: string): void {
  const modules = join(from, 'node_modules')
  if (!existsSync(modules)) return
  mkdirSync(join(to, 'node_modules'))
  for (const name of readdirSync(modules))
    if (name !== WORKSPACE_SCOPE) symlinkSync(join(modules, name), join(to, 'node_modules', name))
}
