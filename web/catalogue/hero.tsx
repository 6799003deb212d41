import { Search } from '#web/ui/icons.ts'
import type { Line } from '#contract/line.ts'
import { SearchForm } from '#web/items/search-form.tsx'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'

const shortcuts: [term: string, line: Line][] = [
  ['chicagodrill', 'chi'],
  ['dutchdrill', 'nl'],
  ['frenchdrill', 'fr'],
  ['ukdrill', 'uk'],
  ['nydrill', 'ny'],
  ['afrodrill', 'afr'],
]

export const Hero = () => (
  <section className="relative isolate overflow-hidden">
    {/* On a phone the picture is smaller than the headline, so the headline counts as the largest content. */}
    <picture>
      <source media="(max-width: 768px)" srcSet="/media/hero/phone.webp" width="470" height="560" />
      <img
        src="/media/hero/1600.webp"
        alt=""
        width="1600"
        height="620"
        fetchPriority="high"
        className="hero-fade absolute right-0 -z-10 object-cover max-md:top-0 max-md:h-[262px] max-md:w-[220px] md:inset-0 md:size-full md:object-[30%_100%]"
      />
    </picture>
    <div className="wrap pt-32 pb-5 md:pt-9 md:pb-7">
      {/* fixed line breaks: a fallback font can't change the number of lines */}
      <h1 className="disp text-[clamp(3.25rem,17vw,5rem)] max-md:-mr-4 md:text-[clamp(5.5rem,9.6vw,8.6rem)]">
        THE #1
        <br />
        DRILL
        <br />
        MARKETPLACE
      </h1>
      <SearchForm label="Search the catalog" className="mt-6 flex max-w-[620px] gap-2">
        {(input) => (
          <>
            <Input {...input} size={52} aria-label="Search beats, packs and kits" className="min-w-0 flex-1 bg-night" />
            <Button type="submit" look="paper" className="h-13 px-5">
              <Icon of={Search} size={21} className="stroke-[2.4]" />
              <span className="max-md:sr-only">Search</span>
            </Button>
          </>
        )}
      </SearchForm>
      <ul className="mt-2.5 -ml-2 flex max-w-[620px] flex-wrap gap-x-1">
        {shortcuts.map(([term, line]) => (
          <li key={term} data-line={line}>
            <Link to={paths.search(term)} className="inline-block px-2 leading-9 font-semibold hover:underline">
              <span className="text-(--l)">#</span>
              {term}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  </section>
)
