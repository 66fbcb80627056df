// The address bar still holds the screen's hash, so a reload leads back to where the person was.
const LOOK_AGAIN_MS = 3_000

const again = () => location.reload()

/** Goes on as soon as the server answers: the network may be there before it, and tells nobody. */
async function goOnWhenBack(): Promise<void> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) again()
  else setTimeout(goOnWhenBack, LOOK_AGAIN_MS)
}

document.getElementById('retry')?.addEventListener('click', again)
addEventListener('online', again)
setTimeout(goOnWhenBack, LOOK_AGAIN_MS)

export {}
