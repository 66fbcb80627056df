import { useUploads } from '../api/running-uploads.state.ts'
import { restoreUnsentText, storeUnsentText } from './unsent-text.ts'

/** Interval at which the browser checks for a new version, in milliseconds (specification §1). */
export const UPDATE_INTERVAL_MS = 2 * 60 * 60 * 1_000

/** Delay of the registration after the page has loaded, in milliseconds: what the worker fetches comes after the screen. */
export const REGISTRATION_DELAY_MS = 5_000

/** Returns whether a file is being uploaded, which a reload would interrupt. */
const isUploading = () => useUploads.getState().running > 0

/**
 * Registers the service worker and reloads once when a new one takes over. Browsers offer no service worker on plain
 * http at a LAN address; everything else works there.
 */
export function startWorker(): void {
  restoreUnsentText()
  if (!('serviceWorker' in navigator) || !window.isSecureContext || import.meta.env.DEV) return
  const workers = navigator.serviceWorker
  reloadOnTakeOver(workers)
  workers.addEventListener('message', ({ data, ports }) => {
    if (data === 'uploading?') ports[0]?.postMessage(isUploading())
  })
  const registerLater = () => setTimeout(() => void register(workers), REGISTRATION_DELAY_MS)
  if (document.readyState === 'complete') registerLater()
  else addEventListener('load', registerLater, { once: true })
}

/**
 * Registers the worker, checks for a new one at an interval, and lets a waiting one take over while nothing uploads.
 */
async function register(workers: ServiceWorkerContainer): Promise<void> {
  const registration = await workers.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
  if (!registration) return
  // Without a network the check fails; the next one follows two hours later.
  setInterval(() => void registration.update().catch(() => undefined), UPDATE_INTERVAL_MS)
  const requestTakeOver = () => registration.waiting?.postMessage('take-over-when-free')
  requestTakeOver()
  useUploads.subscribe(({ running }) => {
    if (running === 0) requestTakeOver()
  })
}

/** Reloads when another worker takes over, with typed text kept; while files upload, when the uploads have ended. */
function reloadOnTakeOver(workers: ServiceWorkerContainer): void {
  let isControlled = workers.controller !== null
  let isReloading = false
  const reload = () => {
    if (isReloading) return
    isReloading = true
    storeUnsentText()
    location.reload()
  }
  workers.addEventListener('controllerchange', () => {
    // The first worker takes over a page that was loaded without one, so nothing is out of date.
    if (!isControlled) {
      isControlled = true
      return
    }
    if (!isUploading()) return reload()
    useUploads.subscribe(({ running }) => {
      if (running === 0) reload()
    })
  })
}
