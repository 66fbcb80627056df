/** Host names that address this machine only. */
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])

/** The settings that determine the address of the product. */
interface AddressSettings {
  PUBLIC_URL?: string | undefined
  HOST: string
  PORT: number
  TRUST_PROXY?: string | undefined
}

/**
 * Returns the address under which people open the product, without a trailing slash; null when it cannot be derived
 * from the settings.
 */
export function siteAddress({ PUBLIC_URL, HOST, PORT }: Omit<AddressSettings, 'TRUST_PROXY'>): string | null {
  if (PUBLIC_URL) return PUBLIC_URL.replace(/\/$/, '')
  return LOOPBACK_HOSTS.has(HOST) ? `http://localhost:${PORT}` : null
}

/**
 * Returns whether other machines are meant to reach the server. If so, a request from this machine may have come
 * through a proxy that does not identify itself, so it deserves no special trust.
 */
export const isReachableByOthers = ({
  HOST,
  PUBLIC_URL,
  TRUST_PROXY = 'false',
}: Omit<AddressSettings, 'PORT'>): boolean =>
  PUBLIC_URL !== undefined || TRUST_PROXY !== 'false' || !LOOPBACK_HOSTS.has(HOST)
