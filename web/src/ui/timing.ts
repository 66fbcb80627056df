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

/** Turns true once `milliseconds` have passed: what is quicker than that needs no skeleton. */
export function useDelayed(milliseconds: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return late
}
