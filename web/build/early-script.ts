import type { Plugin } from 'vite'

/**
 * Inserts the hashed name of `src/app/early.ts` into index.html as a plain blocking script. It sets the appearance
 * before the first paint; the content security policy allows no inline script.
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
