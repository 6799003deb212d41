import { useEffect, useRef } from 'react'

/** A list that comes in above the part that the address names would move it out of sight. */
export function useKeptTarget(isLoading: boolean) {
  const wasLoading = useRef(isLoading)
  useEffect(() => {
    const hasLoaded = wasLoading.current && !isLoading
    wasLoading.current = isLoading
    const { hash } = window.location
    if (hasLoaded && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [isLoading])
}
