import { useEffect, useState } from 'react'

const MINUTE = 60_000

/** The time to the minute, for words like '5m ago'. */
export function useNow() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  return now
}
