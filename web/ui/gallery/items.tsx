import { Heart, MessageSquare, Ellipsis } from '#web/ui/icons.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { BarRuler } from '#web/ui/bar-ruler.tsx'
import { BoardBadge } from '#web/ui/board-badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardFrame } from '#web/ui/card-frame.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LineCode } from '#web/ui/line-code.tsx'
import { LINES } from '#contract/line.ts'
import { moveWave } from '#web/ui/move-wave.ts'
import { PlanFace } from '#web/ui/plan-face.tsx'
import { PlanSeal } from '#web/ui/plan-seal.tsx'
import { PlayButton } from '#web/ui/play-button.tsx'
import { RowFrame, RowParts } from '#web/ui/row-frame.tsx'
import { TagList } from '#web/ui/tag.tsx'
import { Wave } from '#web/ui/wave.tsx'
import { full, low, samples, type Sample } from './sample.ts'
import { Piece, Section } from './section.tsx'

const kinds = ['beat', 'beat', 'pack', 'kit'] as const

export function Items({ covers }: { covers: readonly string[] }) {
  return (
    <Section title="Items">
      <div className="grid grid-cols-2 gap-x-3.5 gap-y-8 md:grid-cols-5 md:gap-x-5">
        {samples.map((sample, index) => (
          <Card key={sample.title} sample={sample} kind={kinds[index] ?? 'beat'} cover={covers[index]} />
        ))}
      </div>
      <ol className="max-w-160">
        {samples.map((sample, index) => (
          <Row key={sample.title} sample={sample} rank={index + 1} cover={covers[index]} />
        ))}
      </ol>
    </Section>
  )
}

function Card({ sample, kind, cover }: { sample: Sample; kind: (typeof kinds)[number]; cover: string | undefined }) {
  const { title, artist, plan, line, price, facts, tags } = sample
  return (
    <CardFrame
      kind={kind}
      line={line}
      cover={<SampleCover src={cover} size={260} className="w-full" />}
      badges={
        <>
          <LineCode line={line} className={kind === 'kit' ? 'text-xl' : 'text-[15px] cut-out'}>
            {line.toUpperCase()}
          </LineCode>
          {kind === 'beat' && <BoardBadge>Featured</BoardBadge>}
        </>
      }
      play={<PlayButton name={title} className="shadow-pop" />}
    >
      <div className="mt-3 flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <h3 className="truncate text-base leading-tight font-bold">{title}</h3>
          <p className="mt-0.5 flex items-center gap-1.5 text-sm text-soft">
            <span className="truncate">{artist}</span>
            {plan && <PlanSeal plan={plan} />}
          </p>
        </div>
        <IconButton label={`More for ${title}`} className="-mt-2 -mr-2 size-9">
          <Icon of={Ellipsis} size={18} />
        </IconButton>
      </div>
      <p className="num mt-1.5 text-[13px] text-dim">{facts}</p>
      <TagList tags={tags} className="mt-2" />
      <div className="mt-3 flex items-center gap-0.5">
        <Button size={36} className="num mr-auto">
          <span className="sr-only">Buy {title} for </span>
          {price}
        </Button>
        <span className="num flex h-9 items-center gap-1 px-2 text-[13px] text-soft">
          <Icon of={Heart} size={16} />
          1.3k
        </span>
        <span className="num flex h-9 items-center gap-1 text-[13px] text-soft max-md:hidden">
          <Icon of={MessageSquare} size={15} />
          86
        </span>
      </div>
    </CardFrame>
  )
}

function Row({ sample, rank, cover }: { sample: Sample; rank: number; cover: string | undefined }) {
  const { title, artist, plan, line, price } = sample
  return (
    <RowFrame line={line} rank={rank} current={rank === 2}>
      <RowParts
        cover={<SampleCover src={cover} size={52} className="rounded-xs" />}
        wave={<Wave full={full} low={low} bars={40} className="h-7.5 w-full" />}
        actions={
          <>
            <Button size={36} className="num">
              {price}
            </Button>
            <IconButton label={`More for ${title}`} className="w-8 max-md:hidden">
              <Icon of={Ellipsis} size={18} />
            </IconButton>
          </>
        }
      >
        <p className="truncate text-[15.5px] leading-tight font-bold">{title}</p>
        <p className="num mt-1 flex items-center gap-1.5 text-[13px] text-soft">
          <LineCode line={line} className="text-xs">
            {line.toUpperCase()}
          </LineCode>
          <span className="truncate">{artist}</span>
          {plan && <PlanSeal plan={plan} />}
          <span className="whitespace-nowrap text-dim max-md:hidden">141 BPM</span>
        </p>
      </RowParts>
    </RowFrame>
  )
}

/** A plain surface in place of a picture. */
function SampleCover({ src, size, className }: { src: string | undefined; size: number; className: string }) {
  return src ? (
    <Cover src={src} size={size} className={className} />
  ) : (
    <svg viewBox="0 0 10 10" width={size} height={size} aria-hidden className={className}>
      <path d="M0 0H10V10H0z" className="fill-wall" />
      <path d="M0 7H3C5 7 5 3 7 3H10" fill="none" stroke="var(--l)" />
    </svg>
  )
}

const at = (progress: number) => (wave: HTMLElement | null) => {
  if (wave) moveWave(wave, progress)
}

export function Waves() {
  return (
    <Section title="Waves">
      <div data-line="uk">
        <BarRuler bpm={142} duration={81.2} progress={0.38} />
        <Wave
          full={full}
          low={low}
          bars={286}
          reflected
          runs
          ref={at(0.38)}
          label="Waveform of Stairwell Sermon"
          className="mt-1 h-24 w-full max-md:hidden"
        />
        <Wave full={full} low={low} bars={94} reflected runs ref={at(0.38)} className="mt-1 h-19 w-full md:hidden" />
      </div>
      <div data-line="ny" className="grid max-w-140 gap-1">
        <BarRuler bpm={144} duration={300} />
        <Wave full={full} low={low} bars={155} runs ref={at(0.6)} className="h-11 w-full" />
      </div>
    </Section>
  )
}

export function Marks() {
  return (
    <Section title="Marks">
      <Piece name="Line code">
        {LINES.map((line) => (
          <LineCode key={line} line={line} className="text-[15px]">
            {line.toUpperCase()}
          </LineCode>
        ))}
      </Piece>
      <Piece name="Board badge, plan seals and faces">
        {['Featured', 'Popular', 'Trending', 'New'].map((board) => (
          <BoardBadge key={board}>{board}</BoardBadge>
        ))}
        <PlanSeal plan="pro" />
        <PlanSeal plan="growth" />
        <PlanFace plan="pro" className="size-13" />
        <PlanFace plan="growth" className="size-13" />
      </Piece>
      <Piece name="Tags">
        <TagList tags={['dark', 'choir', 'slide', 'strings', 'piano']} />
        <TagList
          large
          max={6}
          tags={['stairwell', 'strings']}
          link={(tag, className) => (
            <a href={`#${tag}`} className={className}>
              {tag}
            </a>
          )}
        />
      </Piece>
      <Piece name="Avatar">
        {([24, 32, 40, 64, 96] as const).map((size, index) => (
          <Avatar key={size} name="Kavo" size={size} line={LINES[index * 2]} />
        ))}
        <Avatar name="Étage" size={64} />
      </Piece>
    </Section>
  )
}
