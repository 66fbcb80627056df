import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'

/** Where the build writes what the shell consists of, for whoever finds it too large. */
export const SHELL_CONTENTS = path.join(import.meta.dirname, '..', '..', '.scinav', 'shell-contents.txt')

/** Writes the characters of source in the shell by package, and by folder of our own code, largest first. */
export function shellContents(): Plugin {
  return {
    name: 'scinav-shell-contents',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const shell = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'shell')
      if (shell?.type !== 'chunk') return
      const sizes = new Map<string, number>()
      for (const [id, { renderedLength }] of Object.entries(shell.modules))
        sizes.set(partOf(id), (sizes.get(partOf(id)) ?? 0) + renderedLength)
      const lines = [...sizes]
        .toSorted(([, a], [, b]) => b - a)
        .map(([part, size]) => `${String(size).padStart(8)}  ${part}\n`)
      await mkdir(path.dirname(SHELL_CONTENTS), { recursive: true })
      await writeFile(SHELL_CONTENTS, lines.join(''))
    },
  }
}

/** Returns the package of a module, or its folder in this repository. */
function partOf(id: string): string {
  const [, dependency] = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id) ?? []
  if (dependency) return dependency
  return path.dirname(path.relative(path.join(import.meta.dirname, '..', '..'), id))
}
