import { usePolling } from '../../api/use-polling.ts'

const POLL_INTERVAL_MS = 3_000
const INTERVAL_AFTER_FAILURE_MS = 30_000

interface Query {
  refetch: (options: { cancelRefetch: boolean }) => unknown
  isError: boolean
}

/** Reads a query again every three seconds while `isOn` and the tab is active, less often after a failure. */
export function usePoll({ refetch, isError }: Query, isOn: boolean): void {
  const poll = () => void refetch({ cancelRefetch: false })
  usePolling(isOn, poll, isError ? INTERVAL_AFTER_FAILURE_MS : POLL_INTERVAL_MS)
}
