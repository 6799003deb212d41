import { Check } from '#web/ui/icons.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Icon } from '#web/ui/icon.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'

const audiences = [
  {
    name: 'Producers',
    text: 'Sell single beats, whole packs and sound kits at your own price.',
    points: [
      'Four licenses a beat, each with a price of its own',
      'Previews, waveforms and 320 kbit/s MP3s made for you',
      'Paid out weekly through PayPal',
      'Promotions, discount codes and referrals when you grow',
    ],
    action: { name: 'Start selling', to: paths.signup() },
  },
  {
    name: 'Artists',
    text: 'Find the beat for your sixteen, license it, record tonight.',
    points: [
      'Search by scene, tempo, mood and price',
      'Whole previews with a bar ruler, free to hear',
      'Files and license PDF in your library at once',
      'Exclusive rights that take the beat off the market',
    ],
    action: { name: 'Find a beat', to: paths.browse({ type: 'beats' }) },
  },
  {
    name: 'Fans',
    text: 'Hear where drill is going, from thirteen scenes, for nothing.',
    points: [
      'Charts made of real plays, likes and sales',
      'A playlist and a player that follow you through the site',
      'Follow, like and comment on who you rate',
      'Credits for the friends you bring',
    ],
    action: { name: 'Hear the charts', to: paths.charts() },
  },
]

export const Audiences = () => (
  <section aria-labelledby="audiences" className="wrap pt-16 md:pt-24">
    <SectionHeading id="audiences" className="mb-6">
      Who it is for
    </SectionHeading>
    <ul className="grid gap-5 lg:grid-cols-3">
      {audiences.map(({ name, text, points, action }) => (
        <li key={name} className="flex flex-col items-start rounded-sm bg-curb p-5 md:p-7 forced-colors:border">
          <h3 className="disp text-[36px] md:text-[44px]">{name}</h3>
          <p className="mt-3 max-w-[40ch] text-lg">{text}</p>
          <ul className="mt-5 mb-7 grid gap-2.5 text-base text-soft">
            {points.map((point) => (
              <li key={point} className="flex items-start gap-2.5">
                <Icon of={Check} size={18} className="stroke-[2.4] mt-[3px] flex-none text-dim" />
                {point}
              </li>
            ))}
          </ul>
          <Link to={action.to} className={buttonClass({ look: 'rail' }, 'mt-auto')}>
            {action.name}
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
