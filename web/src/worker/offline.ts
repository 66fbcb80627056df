// The address still holds the screen's hash, so a reload returns to the screen the user was on.
const POLL_MS = 3_000

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
