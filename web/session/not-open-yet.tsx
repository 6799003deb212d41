import { ArrowLeft, TrafficCone } from '#web/ui/icons.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Gate } from './gate.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Icon } from '#web/ui/icon.tsx'

/** The page of promotions, which can't be bought yet. */
export const Component = () => (
  <Gate>
    <div className="wrap grid justify-items-start gap-5 pt-12 md:pt-16">
      <h1 className="disp text-[44px] md:text-[64px]">Promotions</h1>
      <p className="flex max-w-150 items-start gap-3 text-lg text-soft">
        <Icon of={TrafficCone} size={24} className="mt-0.5 flex-none" />
        <span>This page is not open yet. Here you will promote what you sell.</span>
      </p>
      <Link to={paths.home()} className={buttonClass({ look: 'rail' })}>
        <Icon of={ArrowLeft} size={18} />
        Back to Home
      </Link>
    </div>
  </Gate>
)
