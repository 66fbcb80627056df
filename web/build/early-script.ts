import type { Plugin } from 'vite'

/**
 * Replaces the source path `src/app/early.ts` in index.html by the hashed name of its built script; the development
 * server, which has no bundle, keeps the source path. The script blocks, because it sets the appearance before the
 * first paint, and is a file, because the content security policy allows no inline script.
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
        return early ? html.replace('/src/app/early.ts', `/${early.fileName}`) : html
      },
    },
  }
}
