import type { api, OutputOf } from '@scinav/contract'

export type OutAgent = OutputOf<typeof api.tools.external>[number]['list'][number]

/** The host of a web address, as a person reads it; nothing for what is no web address. */
export function hostOf(url: string | null): string | undefined {
  if (!url || !URL.canParse(url)) return
  const { protocol, host } = new URL(url)
  return /^https?:$/.test(protocol) ? host.replace(/^www\./, '') : undefined
}
