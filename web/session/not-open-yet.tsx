import { ArrowLeft, TrafficCone } from '#web/ui/icons.ts'
import type { ReactNode } from 'react'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { useView } from '#web/router/hooks.ts'
import { Gate } from './gate.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Descriptions of pages that don't exist yet, by path. */
const pages: Record<string, [title: string, sentence: string]> = {
  'payment/confirm': ['Payment', 'Here your payments will be confirmed.'],
  'order/complete': ['Order', 'Here you will find your finished orders.'],
  promos: ['Promotions', 'Here you will promote what you sell.'],
  'chat/:recipientId': ['Messages', 'Here you will write with producers, artists and the support.'],
}

/** The page for features that are not built yet. */
export function Component() {
  const { path, signedIn } = useView().page
  const [title, sentence] = pages[path] ?? ['Soon', '']
  const page = (
    <div className="wrap grid justify-items-start gap-5 pt-12 md:pt-16">
      <h1 className="disp text-[44px] md:text-[64px]">{title}</h1>
      <Notice>This page is not open yet. {sentence}</Notice>
      <Link to={paths.home()} className={buttonClass({ look: 'rail' })}>
        <Icon of={ArrowLeft} size={18} />
        Back to Home
      </Link>
    </div>
  )
  return signedIn ? <Gate>{page}</Gate> : page
}

/** The same notice in a tab. */
export const notOpenTab = (title: string, sentence: string) => () => (
  <div className="grid gap-4 py-4">
    <h2 className="text-xl font-bold">{title}</h2>
    <Notice>This tab is not open yet. {sentence}</Notice>
  </div>
)

const Notice = ({ children }: { children: ReactNode }) => (
  <p className="flex max-w-150 items-start gap-3 text-lg text-soft">
    <Icon of={TrafficCone} size={24} className="mt-0.5 flex-none" />
    <span>{children}</span>
  </p>
)
