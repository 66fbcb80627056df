import type { Plugin } from 'vite'

/**
 * Puts the hashed name of `src/app/early.ts` into index.html as a plain blocking script: it sets the
 * appearance before the first paint, and the content policy allows no inline script that could.
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
