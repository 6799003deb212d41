import { useEffect, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { Timer } from '#web/ui/icons.ts'

/** Counts down the time in which nobody else can buy an exclusive license. */
export function HoldNote({ until, onEnd }: { until: string; onEnd: () => void }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now) / 1_000))
  const isOver = seconds === 0
  useEffect(() => {
    if (isOver) onEnd()
  }, [isOver, onEnd])
  return (
    <p className="num mt-1 flex items-start gap-1.5 text-sm text-soft">
      <Icon of={Timer} size={16} className="mt-0.5 flex-none" />
      <span>
        Held for you for <b className="text-ink">{clock(seconds)}</b>. Nobody else can buy it meanwhile.
      </span>
    </p>
  )
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
