import { useSearchParams } from 'react-router'
import { parseQuery } from '../api/query-string.ts'

/** The set-up token an address carries as `?setup`: undefined without one, `''` when it is to be typed. */
export function useSetupToken(): string | undefined {
  const [params] = useSearchParams()
  return params.get('setup') ?? parseQuery(location.search).setup
}
