// The script of offline.html, which the service worker shows while the server does not respond.

/** Interval at which the server is asked again, in milliseconds. */
const POLL_MS = 3_000

/** Returns to the screen the user was on: the address still holds its hash. */
const reload = () => location.reload()

/**
 * Reloads as soon as the server responds. Polls, because the network may be up before the server is, and nothing
 * announces that.
 */
async function reloadWhenBack(): Promise<void> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) reload()
  else setTimeout(reloadWhenBack, POLL_MS)
}

document.getElementById('retry')?.addEventListener('click', reload)
addEventListener('online', reload)
setTimeout(reloadWhenBack, POLL_MS)

export {}
