import { api, type InputOf } from '@scinav/contract'
import { useEffect, useState } from 'react'
import type { Failure } from '../api/call.ts'
import { useWrite } from '../api/use-write.ts'

/** Minimum time between two codes, in seconds. */
const RESEND_PAUSE_SECONDS = 60

type Scene = InputOf<typeof api.user.sendCode>['scene']

/** Returns the function that sends a code to an address, and the seconds until the next one may be requested. */
export function useCodeSending(scene: Scene) {
  const sendCode = useWrite(api.user.sendCode)
  const [freeAt, setFreeAt] = useState(0)
  const [notice, setNotice] = useState('')
  const left = useSecondsUntil(freeAt)

  const pause = (seconds: number) => setFreeAt(Date.now() + seconds * 1_000)
  const send = async (target: string): Promise<Failure | undefined> => {
    const answer = await sendCode.mutateAsync({ target, scene })
    if (!answer.success) {
      if (answer.retry_after) pause(answer.retry_after)
      return answer
    }
    pause(RESEND_PAUSE_SECONDS)
    setNotice(answer.data.notice ?? `验证码已发送，${Math.round(answer.data.expires_in / 60)} 分钟内有效`)
    return undefined
  }
  return { send, left, notice, busy: sendCode.isPending }
}

function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    if (moment <= Date.now()) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= moment) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [moment])
  return Math.max(0, Math.ceil((moment - now) / 1_000))
}
