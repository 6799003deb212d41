import { ArrowLeft, TrafficCone } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'

/** Honest about what is still being built: nothing here pretends to work. */
export const NotOpenYet = ({ title, children }: { title: string; children: string }) => (
  <div className="wrap grid justify-items-start gap-5 pt-12 md:pt-16">
    <h1 className="disp text-[44px] md:text-[64px]">{title}</h1>
    <p className="flex max-w-150 items-start gap-3 text-lg text-soft">
      <TrafficCone size={24} className="mt-0.5 flex-none" aria-hidden />
      <span>This page is not open yet. {children}</span>
    </p>
    <Link to={paths.home()} className={buttonClass({ look: 'rail' })}>
      <ArrowLeft size={18} aria-hidden />
      Back to Home
    </Link>
  </div>
)
