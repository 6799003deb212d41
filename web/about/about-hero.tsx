import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { LineFan } from './line-fan.tsx'

export const AboutHero = () => (
  <section className="wrap grid grid-cols-1 items-center gap-x-16 gap-y-12 pt-10 md:pt-14 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
    <div>
      {/* line breaks by hand: a fallback font can't change the number of lines */}
      <h1 className="disp text-[clamp(3.25rem,17vw,5rem)] md:text-[clamp(5.5rem,9.6vw,8.6rem)]">
        13 scenes
        <br />
        zero
        <br />
        commission
      </h1>
      <p className="mt-7 max-w-[56ch] text-lg text-soft">
        Slide is a marketplace for drill music: beats, packs and sound kits, straight from the people who made them.
        Producers set the price, buyers pay it directly, and Slide takes nothing. Only the payment processor’s own fees
        apply.
      </p>
      <div className="mt-7 flex flex-wrap gap-3">
        <Link to={paths.signup()} className={buttonClass({ look: 'paper' })}>
          Sign up
        </Link>
        <Link to={paths.contact()} className={buttonClass({ look: 'rail' })}>
          Contact us
        </Link>
      </div>
    </div>
    <LineFan />
  </section>
)
