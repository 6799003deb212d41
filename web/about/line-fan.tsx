import type { Line } from '#contract/line.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { LineCode } from '#web/ui/line-code.tsx'

const places: [line: Line, code: string, name: string][] = [
  ['uk', 'UK', 'UK'],
  ['ny', 'NY', 'NY'],
  ['chi', 'CHI', 'Chicago'],
  ['nl', 'NL', 'Dutch'],
  ['fr', 'FR', 'French'],
  ['afr', 'AFR', 'Afro'],
  ['can', 'CAN', 'Canadian'],
  ['aus', 'AUS', 'Australian'],
  ['irl', 'IRL', 'Irish'],
  ['ger', 'GER', 'German'],
  ['esp', 'ESP', 'Spanish'],
  ['ita', 'ITA', 'Italian'],
  ['bra', 'BRA', 'Brazilian'],
]

const ROW = 32
const BUNDLE = 10
const height = places.length * ROW

/** Thirteen lines slide out of one, each to its own place. */
export const LineFan = () => (
  <nav aria-label="Drill styles" className="flex gap-3">
    <svg
      aria-hidden
      viewBox={`0 0 400 ${height}`}
      preserveAspectRatio="none"
      height={height}
      className="w-0 flex-1 overflow-visible"
      fill="none"
      strokeWidth="6"
    >
      {places.map(([line], index) => (
        <path
          key={line}
          data-line={line}
          d={slide(height / 2 + (index - (places.length - 1) / 2) * BUNDLE, (index + 0.5) * ROW)}
          vectorEffect="non-scaling-stroke"
          className="stroke-(--l)"
        />
      ))}
    </svg>
    <ul>
      {places.map(([line, code, name]) => (
        <li key={line}>
          <Link
            to={paths.style(`${name.toLowerCase()}-drill`)}
            className="flex h-8 items-center gap-2.5 font-semibold hover:underline"
          >
            <span className="grid w-10">
              <LineCode line={line} className="text-[17px]">
                {code}
              </LineCode>
            </span>
            {name} drill
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

/** Flat, a glide, flat again: the drawing of an 808 that slides. */
const slide = (from: number, to: number) => `M0 ${from}H70C210 ${from} 200 ${to} 330 ${to}H400`
