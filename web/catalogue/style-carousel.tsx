import { ChevronLeft, ChevronRight } from '#web/ui/icons.ts'
import { useRef, type MouseEvent } from 'react'
import type { Style } from '#contract/item.ts'
import { opensHere } from '#web/follow-links.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { useNavigate } from '#web/router/hooks.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { StylePicture } from './style-picture.tsx'

export function StyleCarousel({ styles }: { styles: Style[] }) {
  const list = useRef<HTMLUListElement>(null)
  const scroll = (direction: 1 | -1) =>
    list.current?.scrollBy({ left: direction * list.current.clientWidth * 0.8, behavior: 'smooth' })
  return (
    <section aria-label="Discover Drill Styles" className="wrap pt-12 md:pt-16">
      <SectionHeading
        action={
          <div className="flex gap-2 max-md:hidden">
            <Button className="size-10 px-0" aria-label="Previous styles" onClick={() => scroll(-1)}>
              <Icon of={ChevronLeft} size={20} />
            </Button>
            <Button className="size-10 px-0" aria-label="Next styles" onClick={() => scroll(1)}>
              <Icon of={ChevronRight} size={20} />
            </Button>
          </div>
        }
      >
        Discover Drill Styles
      </SectionHeading>
      <ul
        ref={list}
        className="shelf flex scroll-px-4 [scroll-snap-type:x_proximity] gap-3.5 p-0.5 max-md:-mx-4 max-md:px-4 md:-mr-8 md:pr-8"
      >
        {styles.map((style) => (
          <li key={style.slug} className="w-[140px] flex-none snap-start md:w-[176px]">
            <StyleCard style={style} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function StyleCard({ style }: { style: Style }) {
  const navigate = useNavigate()
  const to = paths.style(style.slug || style.title)
  function openWithStyle(event: MouseEvent<HTMLAnchorElement>) {
    if (!opensHere(event.nativeEvent, event.currentTarget)) return
    event.preventDefault()
    void navigate(to, { state: { style } })
  }
  return (
    <Link
      to={to}
      onClick={openWithStyle}
      aria-label={`Open ${style.title}`}
      data-line={style.line}
      className="relative block overflow-hidden rounded-sm bg-wall"
    >
      {style.image && (
        <StylePicture
          src={style.image}
          isLazy
          sizes="(min-width: 769px) 176px, 140px"
          className="aspect-4/5 w-full object-cover"
        />
      )}
      <span className="disp absolute inset-x-0 bottom-0 flex h-13 items-center bg-(--l) px-3 text-[21px] leading-none text-night md:text-[25px]">
        {style.shortTitle}
      </span>
    </Link>
  )
}
