import { useEffect, useRef, useState } from 'react'
import type { Told } from './hash-worker.ts'

export type Check =
  | { state: 'idle' }
  | { state: 'reading'; name: string; read: number }
  | { state: 'done'; name: string; sha256: string }
  | { state: 'failed'; name: string }

/** Hashes a file in a worker, so that the page stays alive. A new file ends the one before. */
export function useFileCheck() {
  const [check, setCheck] = useState<Check>({ state: 'idle' })
  const worker = useRef<Worker>(null)
  const end = () => {
    worker.current?.terminate()
    worker.current = null
  }
  useEffect(() => end, [])

  function start(file: File) {
    const { name } = file
    const finish = (to: Check) => {
      end()
      setCheck(to)
    }
    end()
    setCheck({ state: 'reading', name, read: 0 })
    worker.current = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
    worker.current.addEventListener('error', () => finish({ state: 'failed', name }))
    worker.current.addEventListener('message', ({ data }: MessageEvent<Told>) => {
      if ('read' in data) return setCheck({ state: 'reading', name, read: data.read })
      finish('sha256' in data ? { state: 'done', name, sha256: data.sha256 } : { state: 'failed', name })
    })
    worker.current.postMessage(file)
  }
  const reset = () => {
    end()
    setCheck({ state: 'idle' })
  }
  return { check, start, reset }
}
