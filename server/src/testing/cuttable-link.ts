import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * State of a link: `open`; `shut`, with all connections broken and new ones refused; `silent`, accepting connections
 * and data without forwarding anything.
 */
type LinkState = 'open' | 'shut' | 'silent'

/** A connection through the link; a deaf one forwards nothing. */
interface LinkConnection {
  near: Socket
  far: Socket
  isDeaf: boolean
}

/**
 * Time after which the far side closes a connection of a silent link, in milliseconds. It imitates keepalives, as
 * `postgresPool` sets them; without them, open transactions would hold their locks for ever.
 */
const KEEPALIVE_TIMEOUT_MS = 30_000

function stopForwarding(one: LinkConnection): void {
  one.isDeaf = true
  setTimeout(() => one.far.destroy(), KEEPALIVE_TIMEOUT_MS).unref()
}

/** Creates a network link that can be cut; `url` leads through it. */
export async function createCuttableLink(url: string) {
  const to = new URL(url)
  const all = new Set<LinkConnection>()
  let state: LinkState = 'open'
  let isSwallowing = false
  const server = createServer((near) => {
    if (state === 'shut') return void near.destroy()
    const far = connect(Number(to.port), to.hostname)
    const one: LinkConnection = { near, far, isDeaf: false }
    if (state === 'silent' || isSwallowing) stopForwarding(one)
    isSwallowing = false
    all.add(one)
    forwardData(one, near, far)
    forwardData(one, far, near)
    far.on('close', () => all.delete(one))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.port = String((server.address() as AddressInfo).port)
  const breakOff = () => {
    for (const { near, far } of all) for (const socket of [near, far]) socket.destroy()
  }
  const deafenAll = () => {
    for (const one of all) stopForwarding(one)
  }
  return {
    url: through.href.replace(/\/$/, ''),
    /** Breaks all connections and refuses new ones. */
    cut(): void {
      state = 'shut'
      breakOff()
    },
    /** Forwards nothing any more, without closing connections. */
    silence(): void {
      state = 'silent'
      deafenAll()
    },
    /** Forwards nothing on existing connections, without closing them; new connections work. */
    forget: deafenAll,
    /** Forwards nothing on the next new connection, without closing it; all others work. */
    swallow(): void {
      isSwallowing = true
    },
    /** Lets new connections work again; connections that were cut or silenced stay so. */
    mend(): void {
      state = 'open'
    },
    /** Returns the number of working connections. */
    open: () => [...all].filter(({ isDeaf }) => !isDeaf).length,
    async end(): Promise<void> {
      state = 'shut'
      breakOff()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function forwardData(one: LinkConnection, from: Socket, to: Socket): void {
  from.on('data', (bytes) => {
    if (!one.isDeaf) to.write(bytes)
  })
  from.on('error', () => {})
  from.on('close', () => {
    if (!one.isDeaf) to.destroy()
  })
}
