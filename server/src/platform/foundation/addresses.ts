/** Host names that only this very machine answers to. */
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])

/** The settings that say from where the product is reached. */
interface AddressSettings {
  PUBLIC_URL?: string | undefined
  HOST: string
  PORT: number
  TRUST_PROXY?: string | undefined
}

/** Where people open the product, without a slash at its end; null where only somebody outside knows it. */
export function siteAddress({ PUBLIC_URL, HOST, PORT }: Omit<AddressSettings, 'TRUST_PROXY'>): string | null {
  if (PUBLIC_URL) return PUBLIC_URL.replace(/\/$/, '')
  return LOOPBACK_HOSTS.has(HOST) ? `http://localhost:${PORT}` : null
}

/**
 * Returns whether others than this machine are to reach the server. What comes from this machine may then come from a
 * proxy, which need not say so, and earns no trust.
 */
export const isReachableByOthers = ({
  HOST,
  PUBLIC_URL,
  TRUST_PROXY = 'false',
}: Omit<AddressSettings, 'PORT'>): boolean =>
  PUBLIC_URL !== undefined || TRUST_PROXY !== 'false' || !LOOPBACK_HOSTS.has(HOST)
