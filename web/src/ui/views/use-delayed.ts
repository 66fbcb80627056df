import { useEffect, useState } from 'react'

/** Turns true once `milliseconds` have passed: what is quicker than that needs no skeleton. */
export function useDelayed(milliseconds: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return late
}
