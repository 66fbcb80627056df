import { cleanup } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { press, showAt } from './show.tsx'

afterEach(cleanup)

test('what took the place of a button after it was found is pressed', async () => {
  const chosen = vi.fn()
  showAt('/', <Replaced onPress={chosen} />)
  await press('选择')
  expect(chosen).toHaveBeenCalledTimes(1)
})

/** A button that is another one as soon as it has been seen. */
function Replaced({ onPress }: { onPress: () => void }) {
  const [replaced, setReplaced] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => flushSync(() => setReplaced(true)))
    return () => clearTimeout(timer)
  }, [])
  return (
    <button key={String(replaced)} type="button" onClick={replaced ? onPress : undefined}>
      选择
    </button>
  )
}
