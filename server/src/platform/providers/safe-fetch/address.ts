import { BlockList, isIP } from 'node:net'

/** Creates a set of address ranges such as `10.0.0.0/8`. */
const createRanges = (family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList => {
  const blocks = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    blocks.addSubnet(address, Number(bits), family)
  }
  return blocks
}

/**
 * All of IPv4 that is not the public internet: IANA's special-purpose registry, and the internal address of a cloud.
 */
const NON_PUBLIC_IPV4 = createRanges('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // WireServer: reaches the host of virtual machines in Azure, although it looks public.
  '168.63.129.16/32',
])

/**
 * The only public part of IPv6, global unicast; mapped, NAT64, unique-local, link-local and multicast lie outside of
 * it.
 */
const GLOBAL_IPV6 = createRanges('ipv6', ['2000::/3'])
/**
 * Reserved inside global unicast: tunnels that carry an IPv4 address (Teredo, 6to4), documentation, protocol
 * assignments.
 */
const RESERVED_IPV6 = createRanges('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** Returns whether an address (not a name) lies on the public internet; false for anything that cannot be parsed. */
export function isPublicAddress(address: string): boolean {
  // Without the brackets of a URL and the zone of a link-local address: `[fe80::1%eth0]`.
  const bare = address.replace(/^\[|\]$/g, '').split('%', 1)[0] ?? ''
  const family = isIP(bare)
  if (family === 4) return !NON_PUBLIC_IPV4.check(bare, 'ipv4')
  return family === 6 && GLOBAL_IPV6.check(bare, 'ipv6') && !RESERVED_IPV6.check(bare, 'ipv6')
}
