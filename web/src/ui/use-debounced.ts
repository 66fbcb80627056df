import { useEffect, useState } from 'react'

/** A value once it has rested for `milliseconds`: what is typed is asked for when the typing pauses. */
export function useDebounced<Value>(value: Value, milliseconds = 300): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
