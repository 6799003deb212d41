import { useEffect } from 'react'
import { call } from '#web/api/call.ts'

/** The server makes no notices of new messages for a minute after each sign. */
const AGAIN = 40_000

/** While the conversation is looked at, it is read up to its newest message. A sign that fails is followed by the next. */
export function useReading(self: number, partner: number, newest: number) {
  useEffect(() => {
    const tell = (looking: boolean) => {
      const body = { userId: self, partnerId: partner, upTo: looking ? newest : 0, looking }
      call('POST /chat/read', { body }).catch(() => {})
    }
    const look = () => tell(!document.hidden)
    if (!document.hidden) tell(true)
    const timer = setInterval(() => document.hidden || tell(true), AGAIN)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [self, partner, newest])
  useEffect(
    () => () => {
      call('POST /chat/read', { body: { userId: self, partnerId: partner, upTo: 0 } }).catch(() => {})
    },
    [self, partner],
  )
}
