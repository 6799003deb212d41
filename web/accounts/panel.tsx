import type { ReactNode } from 'react'
import { Icon, type Drawing } from '#web/ui/icon.tsx'

type Props = { icon: Drawing; title: string; text: string; state?: ReactNode; children: ReactNode }

/** A part of the Safety tab. */
export const Panel = ({ icon, title, text, state, children }: Props) => (
  <section aria-label={title} className="rounded-md bg-curb p-5">
    <div className="flex flex-wrap items-start gap-3.5">
      <Icon of={icon} size={24} className="text-soft" />
      <div className="min-w-0 flex-1 basis-50">
        <h2 className="text-xl font-bold">{title}</h2>
        <p className="mt-1 text-[14px] text-soft">{text}</p>
      </div>
      {state}
    </div>
    {children}
  </section>
)
