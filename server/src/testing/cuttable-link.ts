import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** How a line is: open; shut, everything broken off and nobody let through; or silent, taking all and passing nothing on. */
type LinkState = 'open' | 'shut' | 'silent'

/** A connection by way of the line; a deaf one passes nothing on. */
interface LinkConnection {
  near: Socket
  far: Socket
  isDeaf: boolean
}

/**
 * So long after the line fell silent the other side ends a connection: it asks whether anybody is there (keepalives, as
 * `postgresPool` sets them) and hears nothing. Else what was begun there would hold its locks for ever, as it does nowhere.
 */
const KEEPALIVE_TIMEOUT_MS = 30_000

function stopForwarding(one: LinkConnection): void {
  one.isDeaf = true
  setTimeout(() => one.far.destroy(), KEEPALIVE_TIMEOUT_MS).unref()
}

/** A way to another machine that can be cut; `url` leads through it. */
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
    /** Everything that is under way breaks off, and nobody gets through. */
    cut(): void {
      state = 'shut'
      breakOff()
    },
    /** Nothing gets through any more, and nobody is told. */
    silence(): void {
      state = 'silent'
      deafenAll()
    },
    /** What is connected gets nothing through any more, and is not told; who connects anew gets through. */
    forget: deafenAll,
    /** The next one that connects gets nothing through, and is not told; all others do. */
    swallow(): void {
      isSwallowing = true
    },
    /** Who connects anew gets through; what was cut or silenced stays so. */
    mend(): void {
      state = 'open'
    },
    /** Connections that are through. */
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
