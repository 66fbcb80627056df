// The address bar still holds the screen's hash, so a reload leads back to where the person was.
const POLL_MS = 3_000

const again = () => location.reload()

/** Goes on as soon as the server answers: the network may be there before it, and tells nobody. */
async function reloadWhenBack(): Promise<void> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) again()
  else setTimeout(reloadWhenBack, POLL_MS)
}

document.getElementById('retry')?.addEventListener('click', again)
addEventListener('online', again)
setTimeout(reloadWhenBack, POLL_MS)

export {}
