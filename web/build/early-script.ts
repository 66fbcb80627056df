import type { Plugin, Rolldown } from 'vite'

/** The modules that reading loads first. */
const READING_MODULE = /[\\/]reading[\\/](?:reading-screen|pdf[\\/]pdf-view)\.tsx$/

/**
 * Replaces the source path `src/app/early.ts` in index.html by the hashed name of its built script; the development
 * server, which has no bundle, keeps the source path. The script blocks, because it sets the appearance before the
 * first paint, and is a file, because the content security policy allows no inline script. With its name comes a list of
 * the scripts of reading, which it requests early.
 */
export function earlyScript(): Plugin {
  return {
    name: 'scinav-early-script',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const early = Object.values(bundle ?? {}).find(
          (file) => file.type === 'chunk' && file.name === 'early' && file.isEntry,
        )
        if (!bundle || !early) return html
        const scripts = readingScripts(bundle).join(' ')
        return html.replace('"/src/app/early.ts"', `"/${early.fileName}" data-reading="${scripts}"`)
      },
    },
  }
}

/** Returns the paths of the scripts that reading loads first, except those that index.html names itself. */
function readingScripts(bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>()
  const collect = (fileName: string) => {
    const chunk = bundle[fileName]
    if (chunk?.type !== 'chunk' || chunk.name === 'shell' || found.has(fileName)) return
    found.add(fileName)
    chunk.imports.forEach(collect)
  }
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.moduleIds.some((id) => READING_MODULE.test(id))) collect(file.fileName)
  return [...found].map((fileName) => `/${fileName}`)
}
