import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { repoRoot } from '../scripts/node24.mjs'

/** The scope of our own packages, which a copy must contain itself. */
const WORKSPACE_SCOPE = '@scinav'

/**
 * Copies the files that git tracks, and untracked ones, except pictures, to a temporary folder. The copy uses the
 * packages of the real tree, but its own workspaces.
 */
export function copyTree(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '.', ':!docs/screens']
  const files = execFileSync('git', args, { cwd: repoRoot, encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const file of new Set(files)) {
    if (!existsSync(join(repoRoot, file))) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(repoRoot, file), join(folder, file))
  }
  for (const workspace of ['.', ...readdirSync(join(repoRoot, 'node_modules', WORKSPACE_SCOPE))])
    linkPackages(folder, workspace)
  return folder
}

function linkPackages(folder: string, workspace: string): void {
  const [real, copy] = [repoRoot, folder].map((root) => join(root, workspace, 'node_modules'))
  if (!real || !copy || !existsSync(real)) return
  mkdirSync(copy)
  for (const entry of readdirSync(real).filter((entry) => entry !== WORKSPACE_SCOPE))
    symlinkSync(join(real, entry), join(copy, entry))
  if (workspace !== '.') return
  mkdirSync(join(copy, WORKSPACE_SCOPE))
  for (const own of readdirSync(join(real, WORKSPACE_SCOPE)))
    symlinkSync(join(folder, own), join(copy, WORKSPACE_SCOPE, own))
}
