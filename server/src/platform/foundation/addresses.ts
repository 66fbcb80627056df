/** Host names that address this machine only, also as URLs write IPv6. */
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

/** An IPv4 address mapped to IPv6, as the URL parser writes it: `::ffff:c000:201`. */
const IPV4_MAPPED = /^::ffff:(?<high>[\da-f]{1,4}):(?<low>[\da-f]{1,4})$/

/**
 * Returns the key under which rate limits count an address: an IPv4 address itself, also when mapped to IPv6, or the
 * /64 of an IPv6 address, all of which one customer has, such as `2001:db8:0:1::/64`. Text that is no IPv6 address is
 * returned as it is, and `''` for the missing address of a connection that has been closed.
 */
export function networkKey(ip: string | undefined): string {
  if (ip === undefined) return ''
  // A link-local address may end in a zone: `fe80::1%eth0`.
  const address = ip.split('%', 1)[0] ?? ip
  if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return ip
  // The URL parser yields the shortest form, in lower case and without dots.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const { high, low } = IPV4_MAPPED.exec(canonical)?.groups ?? {}
  if (high && low) return [...groupBytes(high), ...groupBytes(low)].join('.')
  return `${ipv6Groups(canonical).slice(0, NETWORK_GROUPS).join(':')}::/64`
}

const IPV6_GROUPS = 8
/** Groups of 16 bits that make a /64. */
const NETWORK_GROUPS = 4

/** Returns the eight groups of an IPv6 address, in which `::` stands for as many zeros as are missing. */
function ipv6Groups(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : IPV6_GROUPS - first.length - last.length
  return [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
}

/** Returns the two bytes of a group of four hexadecimal digits. */
function groupBytes(group: string): [number, number] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}
