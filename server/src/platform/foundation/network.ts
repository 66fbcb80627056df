const IPV4_MAPPED = /^::ffff:(?<high>[\da-f]{1,4}):(?<low>[\da-f]{1,4})$/

/**
 * Returns what throttles count as one place: an IPv4 address as it is, also one mapped to IPv6, and of an IPv6 address
 * its /64, all of which one customer has.
 */
export function networkKey(ip: string): string {
  const address = ip.split('%', 1)[0] ?? ip
  if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return ip
  // In its shortest form, lower case, without dots.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const { high, low } = IPV4_MAPPED.exec(short)?.groups ?? {}
  if (high && low) return [...groupBytes(high), ...groupBytes(low)].join('.')
  const [head = '', tail] = short.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
  return `${groups.slice(0, 4).join(':')}::/64`
}

function groupBytes(group: string): [number, number] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}
