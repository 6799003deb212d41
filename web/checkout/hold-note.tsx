import { useEffect, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { Timer } from '#web/ui/icons.ts'

/** Counts down the time in which nobody else can buy an exclusive license, also while the device sleeps. */
export function HoldNote({ seconds, onEnd }: { seconds: number; onEnd: () => void }) {
  const [began] = useState(() => Date.now())
  const [now, setNow] = useState(began)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.ceil(seconds - (now - began) / 1_000))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) onEnd()
  }, [isOver, onEnd])
  return (
    <p className="num mt-1 flex items-start gap-1.5 text-sm text-soft">
      <Icon of={Timer} size={16} className="mt-0.5 flex-none" />
      <span>
        Held for you for <b className="text-ink">{clock(left)}</b>. Nobody else can buy it meanwhile.
      </span>
    </p>
  )
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
