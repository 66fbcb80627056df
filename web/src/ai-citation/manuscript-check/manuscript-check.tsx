import { useNavigate, useSearchParams } from 'react-router'
import { checkAddress } from './check-address.ts'
import { CheckRun } from './check-run.tsx'
import { StartCheck } from './start-check.tsx'

/** Renders the check that the address names by `?check_id=`, or the beginning of a new one. */
export function ManuscriptCheck() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const check_id = params.get('check_id')
  const open = (id: string) => void navigate(checkAddress(id))
  if (!check_id) return <StartCheck onBegun={open} />
  return <CheckRun key={check_id} check_id={check_id} onOther={open} />
}
