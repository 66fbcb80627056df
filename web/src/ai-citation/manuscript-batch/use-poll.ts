import { usePolling } from '../../api/use-polling.ts'

const POLL_INTERVAL_MS = 3_000
const INTERVAL_AFTER_FAILURE_MS = 30_000

interface Query {
  refetch: (options: { cancelRefetch: boolean }) => unknown
  isError: boolean
}

/**
 * Reads a query again while `isOn` and the tab is active, every 3 s or, after a failure, every 30 s. For
 * anything but a query, see `usePolling`.
 */
export function usePoll({ refetch, isError }: Query, isOn: boolean): void {
  // A read that is still under way is left to finish.
  const poll = () => void refetch({ cancelRefetch: false })
  usePolling(isOn, poll, isError ? INTERVAL_AFTER_FAILURE_MS : POLL_INTERVAL_MS)
}
