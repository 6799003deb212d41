import { useEffect, useRef, useState } from 'react'
import { call } from '#web/api/call.ts'
import { subscribe } from '#web/live/live.ts'

/** A sign of typing counts for this long. */
const LASTS = 6_000
const BETWEEN_SIGNS = 3_000

/** The people who are typing to this account now. */
export function useTyping(self: number) {
  const [typing, setTyping] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    const timers = new Map<number, ReturnType<typeof setTimeout>>()
    const end = (partner: number) => {
      clearTimeout(timers.get(partner))
      timers.delete(partner)
      setTyping(new Set(timers.keys()))
    }
    const stops = [
      subscribe('typing', ({ userId, partnerId }) => {
        if (userId !== self) return
        clearTimeout(timers.get(partnerId))
        timers.set(
          partnerId,
          setTimeout(() => end(partnerId), LASTS),
        )
        setTyping(new Set(timers.keys()))
      }),
      subscribe('message', ({ senderId }) => end(senderId)),
    ]
    return () => {
      for (const stop of stops) stop()
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [self])
  return typing
}

/** Tells the partner now and then that one is typing. Nobody learns of a failure. */
export function useTypingSigns(self: number, partner: number) {
  const last = useRef(0)
  return () => {
    if (Date.now() - last.current < BETWEEN_SIGNS) return
    last.current = Date.now()
    call('POST /chat/typing', { body: { senderId: self, receiverId: partner } }).catch(() => {})
  }
}
